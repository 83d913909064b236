// A server that uses the model of its host with its own tools. It runs the tools and sends their results, until the model answers in words.
// `node usesModel.ts` speaks the 2025 era over stdio, `--era 2026` the other one.
import { parseArgs } from 'node:util'
import {
  inputRequired,
  ProtocolError,
  Server,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  type Tool,
} from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { PNG } from './lib/libraryBooks.ts'

const { values } = parseArgs({ options: { era: { type: 'string', default: '2025' } } })
const A_DAY = 24 * 60 * 60 * 1000

type Params = Extract<InputRequest, { method: 'sampling/createMessage' }>['params']
type Message = Params['messages'][number]
type Block = Extract<Message['content'], readonly unknown[]>[number]

/** Asks a number of times, and then returns the answers. */
interface Job {
  readonly asked: number
  readonly params: Params
  readonly said: readonly unknown[]
}

const weather: NonNullable<Params['tools']>[number] = {
  name: 'get_weather',
  description: 'The weather in a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

const strings = (...names: readonly string[]): Tool['inputSchema'] => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const tools: Tool[] = [
  { name: 'weather_report', description: 'Has a model write about the weather, from a picture and a tool', inputSchema: strings('city') },
  { name: 'ask_often', description: 'Asks the model so many times', inputSchema: strings('times', 'tokens') },
  { name: 'ask_badly', description: 'Sends results of tools that nobody called', inputSchema: strings() },
]

function firstJob(tool: string, args: Readonly<Record<string, unknown>>): Job {
  const user = (...content: Block[]): Message => ({ role: 'user', content })
  const picture: Block = { type: 'image', data: PNG, mimeType: 'image/png' }
  const words = (text: string): Block => ({ type: 'text', text })
  if (tool === 'weather_report') {
    const params: Params = {
      messages: [user(words(`What is the weather in ${String(args['city'])}, and what is in the picture?`), picture)],
      systemPrompt: 'You write reports about the weather.',
      maxTokens: 4_000,
      modelPreferences: { hints: [{ name: 'scripted' }], speedPriority: 0.8 },
      includeContext: 'allServers',
      tools: [weather],
      toolChoice: { mode: 'auto' },
    }
    return { asked: 0, params, said: [] }
  }
  const result: Block = { type: 'tool_result', toolUseId: 'nobody', content: [{ type: 'text', text: 'x' }] }
  const content = tool === 'ask_badly' ? [result, words('And?')] : [words('Again')]
  return { asked: 0, params: { messages: [user(...content)], maxTokens: Number(args['tokens'] ?? 100) }, said: [] }
}

/** Returns the next step after an answer: runs the tools and asks again, asks the next time, or ends. */
function nextJob({ asked, params, said }: Job, answer: unknown, times: number): Job | undefined {
  const { content } = answer as { readonly content: Block | readonly Block[] }
  const blocks: readonly Block[] = Array.isArray(content) ? (content as readonly Block[]) : [content as Block]
  const done = { asked: asked + 1, said: [...said, answer] }
  const uses = blocks.flatMap((block) => (block.type === 'tool_use' ? [block] : []))
  if (uses.length === 0) return done.asked < times ? { ...done, params } : undefined
  const results = uses.map(({ id, input }): Block => ({
    type: 'tool_result',
    toolUseId: id,
    content: [{ type: 'text', text: `Sunny in ${JSON.stringify(input)}` }],
  }))
  const more: Message[] = [
    { role: 'assistant', content: [...blocks] },
    { role: 'user', content: results },
  ]
  return { ...done, params: { ...params, messages: [...params.messages, ...more] } }
}

const told = (said: readonly unknown[]): CallToolResult => ({ content: said.map((each) => ({ type: 'text', text: JSON.stringify(each) })) })

function build(): Server {
  const server = new Server({ name: 'uses-model', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', async ({ params }, context): Promise<CallToolResult | InputRequiredResult> => {
    const args = params.arguments ?? {}
    const times = Number(args['times'] ?? 1)
    const begun = firstJob(params.name, args)
    if (values.era === '2026') {
      const state = context.mcpReq.requestState()
      const job = typeof state === 'string' ? (JSON.parse(state) as Job) : begun
      const answer = context.mcpReq.inputResponses?.['answer']
      const next = answer === undefined ? job : nextJob(job, answer, times)
      if (!next) return told([...job.said, answer])
      const ask: InputRequest = { method: 'sampling/createMessage', params: next.params }
      return inputRequired({ inputRequests: { answer: ask }, requestState: JSON.stringify(next) })
    }
    const said: unknown[] = []
    let job: Job | undefined = begun
    while (job) {
      const now: Job = job
      try {
        const answer = await context.mcpReq.send({ method: 'sampling/createMessage', params: { ...now.params } }, { timeout: A_DAY })
        said.push(answer)
        job = nextJob(now, answer, times)
      } catch (thrown) {
        if (!(thrown instanceof ProtocolError)) throw thrown
        said.push({ refused: thrown.code, message: thrown.message })
        // It ignores a refusal and asks again.
        job = now.asked + 1 < times ? { ...now, asked: now.asked + 1 } : undefined
      }
    }
    return told(said)
  })
  return server
}

if (values.era === '2026') serveStdio(build, { legacy: 'reject' })
else await build().connect(new StdioServerTransport())
