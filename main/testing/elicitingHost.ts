import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '../../shared/domain/chat'
import { ServerId, type ConversationId, type QuestionId } from '../../shared/domain/ids'
import type { Answer, EndedQuestion, Question } from '../../shared/domain/question'
import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { isRecord } from '../../shared/lib/json'
import { Database } from '../storage/database'
import { httpServer, sendJson, sendResult, type TestServer } from '../connections/testing/httpServer'
import { TestHost } from './testHost'

export const asker = ServerId.parse('asker')

type Message = Readonly<Record<string, unknown>>

/** A raw 2026 server. Its tool and prompt answer as a test says, and it records every request for them. */
export interface AskingServer extends TestServer {
  readonly calls: readonly Message[]
  /** Changes the description of its tool. */
  describe(text: string): void
}

export const nameForm = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
  },
}
export const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }
export const asks = (inputRequests: object, requestState?: string): object => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState !== undefined && { requestState }),
})

/** Returns the server's answer to a request: a result, or an error. */
export type AskingAnswer = (params: Message, tries: number) => object

export async function askingServer(answer: AskingAnswer, port = 0): Promise<AskingServer> {
  const calls: Message[] = []
  let description = 'Goes'
  const opened = await httpServer(({ method, message, response }) => {
    const { id } = message
    if (method !== 'POST') return void response.writeHead(405).end()
    if (id === undefined) return void response.writeHead(202).end()
    const complete = (result: object): void =>
      sendResult(response, id, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result })
    switch (message['method']) {
      case 'server/discover':
        return complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {}, prompts: {}, resources: {} } })
      case 'tools/list':
        return complete({ tools: [{ name: 'go', description, inputSchema: { type: 'object' } }] })
      case 'prompts/list':
        return complete({ prompts: [{ name: 'go' }] })
      case 'tools/call':
      case 'prompts/get': {
        calls.push(message)
        const params = isRecord(message['params']) ? message['params'] : {}
        const said = answer(params, calls.length)
        return 'code' in said ? sendJson(response, { jsonrpc: '2.0', id, error: said }, 400) : sendResult(response, id, said)
      }
      default:
        return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }, 404)
    }
  }, port)
  return {
    ...opened,
    calls,
    describe: (text) => {
      description = text
    },
  }
}

/** The host with one server that asks questions. A test drives it like a page, and ends it like a person or a crash. */
export class ElicitingHost implements AsyncDisposable {
  readonly host: TestHost

  private constructor(host: TestHost) {
    this.host = host
  }

  static async start(entry: object): Promise<ElicitingHost> {
    return ElicitingHost.#ready(await TestHost.start({ files: { 'servers.json': { mcpServers: { asker: entry } } } }))
  }

  static async #ready(host: TestHost): Promise<ElicitingHost> {
    await host.until('connections.states', (states) => states[asker]?.phase === 'ready')
    return new ElicitingHost(host)
  }

  /** Runs a tool for a person, and returns at its first question. */
  async run(tool: string, args: JsonObject = {}): Promise<{ readonly conversationId: ConversationId; readonly question: Question }> {
    const { conversationId } = await this.host.call('chat.create', { model: 'none' })
    await this.host.call('chat.runTool', { conversationId, serverId: asker, tool, arguments: args })
    return { conversationId, question: await this.question() }
  }

  /** Returns the oldest open question, or the oldest of this kind. */
  async question(kind?: Question['details']['kind']): Promise<Question> {
    const isMeant = ({ details }: Question): boolean => kind === undefined || details.kind === kind
    const { open } = await this.host.until('questions', (questions) => questions.open.some(isMeant))
    const found = open.find(isMeant)
    if (!found) throw new Error('There is no question')
    return found
  }

  /** Returns the end of a question that an earlier host asked. */
  async ended(id: QuestionId): Promise<EndedQuestion | undefined> {
    const { ended } = await this.host.until('questions', (questions) => questions.ended.some((question) => question.id === id))
    return ended.find((question) => question.id === id)
  }

  draft(questionId: QuestionId, draft: JsonValue): Promise<void> {
    return this.host.call('questions.saveDraft', { questionId, draft })
  }

  async answer(questionId: QuestionId, answer: Answer): Promise<void> {
    const { taken } = await this.host.call('questions.answer', { questionId, answer })
    if (!taken) throw new Error('Nobody waited for the answer')
  }

  /** Returns the last call of a conversation, as soon as `isWanted` accepts it. */
  async call(conversationId: ConversationId, isWanted: (call: Call) => boolean = ({ endedAt }) => endedAt !== undefined): Promise<Call> {
    for (;;) {
      const { conversation } = await this.host.call('chat.open', { conversationId })
      const part = conversation.messages.flatMap(({ parts }) => parts).findLast(({ kind }) => kind === 'call')
      if (part?.kind === 'call' && isWanted(part.call)) return part.call
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async turn(conversationId: ConversationId): Promise<string | undefined> {
    return (await this.host.call('chat.open', { conversationId })).conversation.messages.at(-1)?.state
  }

  /** Copies the data folder in the state that a crash would leave. Later work of the running host is not in the copy. */
  crash(): string {
    const copy = mkdtempSync(join(tmpdir(), 'parley-crash-'))
    cpSync(this.host.dataDir, copy, { recursive: true })
    return copy
  }

  /** Returns all stored data of open questions and waiting calls, as text. */
  static onDisk(dataDir: string): string {
    const database = new Database(join(dataDir, 'parley.db'))
    try {
      return JSON.stringify([database.all('SELECT * FROM suspended_call'), database.all('SELECT json, draft FROM question')])
    } finally {
      database.close()
    }
  }

  /** Starts a host on the folder of an earlier one, perhaps with other servers. Does not wait for the servers. */
  static async after(dataDir: string, change?: (servers: Record<string, JsonValue>) => void): Promise<ElicitingHost> {
    if (change) {
      const file = join(dataDir, 'servers.json')
      const content = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: Record<string, JsonValue> }
      change(content.mcpServers)
      writeFileSync(file, JSON.stringify(content))
    }
    return new ElicitingHost(await TestHost.start({ dataDir }))
  }

  async quit(): Promise<string> {
    return this.host.quit()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host[Symbol.asyncDispose]()
    rmSync(this.host.dataDir, { recursive: true, force: true })
  }
}
