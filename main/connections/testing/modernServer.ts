// A server of the 2026 era that asks in rounds. `node modernServer.ts` serves stdio. A test can import `buildModernServer` and serve it
// over HTTP.
import { createHash } from 'node:crypto'
import {
  inputRequired,
  Server,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  type Tool,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const isProgram = process.argv[1] === import.meta.filename

/** Text that a careless host would change. */
const STATE = '{"n":1}  é\u2028\ud83d\ude00'

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({ name, inputSchema: { type: 'object', properties: {} }, ...more })

const ask: InputRequest = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
}

export function buildModernServer(options: { readonly onSubscribe?: (changed: () => void) => void } = {}): Server {
  const server = new Server(
    { name: 'modern', version: '2.0' },
    { capabilities: { tools: { listChanged: true }, prompts: {} }, instructions: 'Be kind' },
  )
  const tools = [
    tool('ask'),
    tool('ask all'),
    tool('ask forever'),
    tool('wait'),
    tool('region', { inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } } }),
  ]
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] }))
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${params.arguments?.['who'] ?? ''}` } }],
  }))
  server.setRequestHandler('tools/call', ({ params }, context): CallToolResult | InputRequiredResult | Promise<CallToolResult> => {
    const answers = context.mcpReq.inputResponses
    const state: unknown = context.mcpReq.requestState()
    const told = (value: unknown): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })
    if (params.name === 'wait') return untilAborted(context.mcpReq.signal)
    if (params.name === 'region') return told(params.arguments)
    if (params.name === 'ask forever') return inputRequired({ inputRequests: { again: ask } })
    if (answers === undefined && state === undefined) {
      const more: Record<string, InputRequest> =
        params.name === 'ask all'
          ? {
              model: {
                method: 'sampling/createMessage',
                params: { messages: [{ role: 'user', content: { type: 'text', text: '?' } }], maxTokens: 5 },
              },
              folders: { method: 'roots/list' },
            }
          : {}
      return inputRequired({ inputRequests: { who: ask, ...more }, requestState: STATE })
    }
    return told({ answers, stateIsExact: state === STATE, stateHash: createHash('sha256').update(String(state)).digest('hex') })
  })
  options.onSubscribe?.(() => {
    tools.push(tool('new'))
    void server.sendToolListChanged()
  })
  return server
}

function untilAborted(signal: AbortSignal): Promise<CallToolResult> {
  if (isProgram) process.stderr.write('waits\n')
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      if (isProgram) process.stderr.write('aborted\n')
      reject(new Error('aborted'))
    })
  })
}

if (isProgram) serveStdio(() => buildModernServer(), { legacy: 'reject' })
