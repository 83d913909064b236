// A server that runs its calls as tasks: `node longWork.ts ERA FOLDER` speaks stdio, with `--http PORT` Streamable HTTP. ERA is 2025 or
// 2026. It does not use the SDK, which has no tasks. lib/workTasks.ts explains how a test controls a task.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { listen } from './lib/serveHttp.ts'
import { WorkTasks, type WorkTask } from './lib/workTasks.ts'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
}
type Json = Readonly<Record<string, unknown>>
/** Sends the answer to a request, and any other message before it. */
type Say = (message: Json) => void

const { values, positionals } = parseArgs({ options: { http: { type: 'string' } }, allowPositionals: true })
const era = positionals[0] === '2026' ? '2026' : '2025'
const tasks = new WorkTasks(positionals[1] ?? '.')
const RELATED = 'io.modelcontextprotocol/related-task'
const EXTENSION = 'io.modelcontextprotocol/tasks'

const input = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const required = { execution: { taskSupport: 'required' } }
const tools = [
  { name: 'work', description: 'Works until the test ends it', inputSchema: input, ...required },
  { name: 'ask', description: 'Asks two things', inputSchema: input, ...required },
  { name: 'fail', description: 'Fails', inputSchema: input, ...required },
  { name: 'grumble', description: 'Ends with a result that is an error', inputSchema: input, ...required },
  { name: 'choose', description: 'Can be a task, and need not', inputSchema: input, execution: { taskSupport: 'optional' } },
  { name: 'never', description: 'Is never a task', inputSchema: input },
]

class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const waiting = new Map<string, (message: Message) => void>()
let asked = 0

async function answer({ id, method, params = {} }: Message, say: Say): Promise<Json> {
  const meta = (params['_meta'] ?? {}) as { readonly progressToken?: string | number }
  tasks.log({ id, method, ...pick(params, 'taskId', 'name', 'task', 'inputResponses'), capabilities: capabilitiesIn(meta) })
  switch (method) {
    case 'initialize':
      if (era === '2026') throw new Refusal(-32_601, 'This server speaks 2026-07-28')
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
        serverInfo: { name: 'long-work', version: '1.0.0' },
      }
    case 'server/discover':
      if (era === '2025') throw new Refusal(-32_601, 'Unknown method')
      return {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { [EXTENSION]: {} } },
        serverInfo: { name: 'long-work', version: '1.0.0' },
        ttlMs: 0,
        cacheScope: 'private',
      }
    case 'ping':
      return {}
    case 'tools/list':
      return { tools, ttlMs: 0, cacheScope: 'private' }
    case 'tools/call':
      return call(String(params['name']), (params['arguments'] ?? {}) as Json, params['task'] !== undefined, meta.progressToken)
    case 'tasks/get':
      return get(found(params), say)
    case 'tasks/result':
      return result(found(params), say)
    case 'tasks/update':
      return update(found(params), (params['inputResponses'] ?? {}) as Json)
    case 'tasks/cancel':
      return cancel(found(params))
    default:
      throw new Refusal(-32_601, `Unknown method ${method}`)
  }
}

async function call(tool: string, args: Json, isTask: boolean, token: string | number | undefined): Promise<Json> {
  const isPlain = tool === 'never' || (tool === 'choose' && !isTask)
  if (isPlain) return text(isTask ? 'as a task' : 'at once')
  if (era === '2025' && !isTask) throw new Refusal(-32_601, `${tool} runs as a task only`)
  await tasks.mayBegin(String(args['name']))
  const task = tasks.create(tool, args, token)
  return era === '2025' ? { task: described(task) } : { ...described(task), resultType: 'task' }
}

function get(task: WorkTask, say: Say): Json {
  const progress = tasks.progress(task)
  if (progress !== undefined && task.token !== undefined) {
    say({ method: 'notifications/progress', params: { progressToken: task.token, progress } })
  }
  if (era === '2025') return described(task)
  const status = tasks.status(task)
  return {
    ...described(task),
    ...(status === 'input_required' && { inputRequests: Object.fromEntries(tasks.shownKeys(task).map((key) => [key, question(key)])) }),
    ...(status === 'completed' && { result: outcome(task) }),
    ...(status === 'failed' && { error: { code: -32_603, message: 'The work went wrong' } }),
  }
}

/** 2025 era: waits for the result of the call. Questions go out on the same stream. */
async function result(task: WorkTask, say: Say): Promise<Json> {
  let now = task
  while (tasks.status(now) === 'input_required') {
    for (const key of tasks.openKeys(now)) now = await ask(now, key, say)
  }
  if (tasks.status(now) === 'working') await tasks.gates.opened(`${now.name}-done`, new AbortController().signal)
  if (tasks.status(now) === 'failed') throw new Refusal(-32_603, 'The work went wrong')
  return { ...outcome(now), _meta: { [RELATED]: { taskId: now.taskId } } }
}

async function ask(task: WorkTask, key: string, say: Say): Promise<WorkTask> {
  const id = `question-${++asked}`
  const answered = Promise.withResolvers<Message>()
  waiting.set(id, answered.resolve)
  const { method, params } = question(key)
  say({ id, method, params: { ...params, _meta: { [RELATED]: { taskId: task.taskId } } } })
  const { result: said } = await answered.promise
  tasks.log({ answered: said })
  const next = { ...task, answers: { ...task.answers, [key]: said } }
  tasks.save(next)
  return next
}

function update(task: WorkTask, inputResponses: Json): Json {
  const known = Object.entries(inputResponses).filter(([key]) => !Object.hasOwn(task.answers, key))
  tasks.save({ ...task, answers: { ...task.answers, ...Object.fromEntries(known) } })
  return {}
}

function cancel(task: WorkTask): Json {
  if (era === '2025' && tasks.status(task) === 'completed') throw new Refusal(-32_602, 'Cannot cancel: it has ended')
  const cancelled = { ...task, cancelled: true }
  tasks.save(cancelled)
  return era === '2025' ? described(cancelled) : {}
}

function described(task: WorkTask): Json {
  const message = tasks.says(task)
  return {
    taskId: task.taskId,
    status: tasks.status(task),
    createdAt: task.createdAt,
    lastUpdatedAt: new Date().toISOString(),
    ...(message !== undefined && { statusMessage: message }),
    ...(era === '2025' ? { ttl: task.ttlMs, pollInterval: task.pollMs } : { ttlMs: task.ttlMs, pollIntervalMs: task.pollMs }),
  }
}

function outcome(task: WorkTask): Json {
  if (task.tool === 'grumble') return { ...text('It did not work'), isError: true }
  return text(task.tool === 'ask' ? JSON.stringify(Object.values(task.answers).map(contentOf)) : `Work ${task.name} is done`)
}

function question(key: string): { readonly method: string; readonly params: Json } {
  const requestedSchema = { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] }
  return { method: 'elicitation/create', params: { mode: 'form', message: `Which ${key}?`, requestedSchema } }
}

function found(params: Json): WorkTask {
  const task = tasks.find(params['taskId'])
  if (!task) throw new Refusal(-32_602, 'Failed to retrieve task: Task not found')
  return task
}

function contentOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'content' in answer ? answer.content : answer
}

function text(words: string): Json {
  return { content: [{ type: 'text', text: words }] }
}

function pick(from: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

function capabilitiesIn(meta: object): unknown {
  return Object.entries(meta).find(([key]) => key === 'io.modelcontextprotocol/clientCapabilities')?.[1]
}

/** Answers one message. Notifications and answers of the host get no reply. */
async function take(message: Message, say: Say): Promise<void> {
  const { id, method } = message
  if (method === undefined) return waiting.get(String(id))?.(message)
  if (id === undefined) return tasks.log({ method, ...pick(message.params ?? {}, 'requestId') })
  try {
    const said = await answer(message, say)
    say({ id, result: era === '2026' && !('resultType' in said) ? { ...said, resultType: 'complete' } : said })
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    say({ id, error: { code: thrown.code, message: thrown.message } })
  }
}

/** Streamable HTTP without sessions. Every answer is a stream, so that a question can come before it. */
async function post(request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405 })
  const message = (await request.json()) as Message
  if (message.id === undefined || message.method === undefined) {
    await take(message, () => undefined)
    return new Response(null, { status: 202 })
  }
  tasks.log({ header: request.headers.get('mcp-name') })
  const body = new ReadableStream<Uint8Array>({
    start: async (stream) => {
      const encoder = new TextEncoder()
      const say: Say = (said) => stream.enqueue(encoder.encode(`data: ${JSON.stringify({ jsonrpc: '2.0', ...said })}\n\n`))
      await take(message, say)
      stream.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

if (values.http === undefined) {
  const say: Say = (message) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  createInterface({ input: process.stdin }).on('line', (line) => void take(JSON.parse(line) as Message, say))
} else await listen(Number(values.http), post)
