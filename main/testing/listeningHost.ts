import { ServerId, type ConversationId } from '../../shared/domain/ids'
import type { ApprovalDetails, Question } from '../../shared/domain/question'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { httpServer, sendJson, sendResult, type TestServer } from '../connections/testing/httpServer'
import { toolNameForModel } from '../tools/toolNameForModel'
import { TestHost, type TestHostOptions } from './testHost'

export const target = ServerId.parse('target')

/** Starts a raw server with one tool that accepts any arguments. It records the exact text of every call. */
async function listeningServer(): Promise<TestServer & { calls(): readonly string[] }> {
  const opened = await httpServer(({ method, message, response }) => {
    const { id } = message
    if (method !== 'POST') return void response.writeHead(405).end()
    if (id === undefined) return void response.writeHead(202).end()
    const complete = (result: object): void =>
      sendResult(response, id, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result })
    switch (message['method']) {
      case 'server/discover':
        return complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
      case 'tools/list':
        return complete({ tools: [{ name: 'take', inputSchema: { type: 'object' } }] })
      case 'tools/call':
        return complete({ content: [{ type: 'text', text: 'taken' }] })
      default:
        return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }, 404)
    }
  })
  const calls = () => opened.received.filter(({ message }) => message['method'] === 'tools/call').map(({ text }) => text)
  return { ...opened, calls }
}

interface AskedOptions extends TestHostOptions {
  /** What the model says its first answer used, as OpenAI writes it. */
  readonly usage?: object
}

/** Starts a host with a conversation. After `go`, a model calls the tool once with each of these texts as arguments. */
export async function asked(texts: readonly string[], { usage, ...options }: AskedOptions = {}) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await listeningServer())
  const model = stack.use(
    await ScriptedModel.start(
      {
        calls: texts.map((text, index) => ({ id: `call-${index}`, name: toolNameForModel(target, 'take'), arguments: text })),
        ...(usage && { usage }),
      },
      { text: ['Done.'] },
    ),
  )
  const { baseUrl } = model
  const providers = [{ id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl, models: ['scripted-1'] }]
  const host = stack.use(
    await TestHost.start({
      ...options,
      files: {
        'servers.json': { mcpServers: { target: { type: 'http', url: server.url } } },
        'settings.json': { models: { default: 'local/scripted-1', providers } },
      },
    }),
  )
  await host.until('connections.states', (states) => states[target]?.phase === 'ready')
  const { conversationId } = await host.call('chat.create', {})
  const go = () => host.call('chat.send', { conversationId, text: 'Go' })
  return { host, server, model, conversationId, go, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

export async function question(host: TestHost): Promise<Question & { readonly details: ApprovalDetails }> {
  const { open } = await host.until('questions', (questions) => questions.open.length > 0)
  const [one] = open
  if (one?.details.kind !== 'approval') throw new Error('There is no approval')
  return { ...one, details: one.details }
}

export async function ended(host: TestHost, conversationId: ConversationId) {
  await host.until('chat.conversations', (list) => list.some(({ id, turn }) => id === conversationId && turn === 'done'))
  const { messages } = (await host.call('chat.open', { conversationId })).conversation
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
}
