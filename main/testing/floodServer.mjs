// A raw MCP server of 2025-11-25 that answers like any other until one of its tools is called. Then it floods its host, in the way that the
// name of the tool says, and for as long as the host lets it. `node floodServer.mjs` serves stdio. `node floodServer.mjs http` serves
// Streamable HTTP on a free port, which it prints. `node floodServer.mjs 2026` serves stdio in the 2026-07-28 era, and answers each call with
// `input_required`.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const message = (fields) => JSON.stringify({ jsonrpc: '2.0', ...fields })
const text = (value) => ({ content: [{ type: 'text', text: value }] })

/** Where the messages go: our stdout, or the stream of the call over HTTP. */
let out = process.stdout
let frame = (line) => `${line}\n`

/** Writes lines until the host ends this process, or until so many are written. */
async function write(line, most = Infinity) {
  for (let written = 0; written < most && !out.destroyed;) {
    let chunk = ''
    for (let inChunk = 0; inChunk < 500 && written < most; inChunk++, written++) chunk += frame(line(written))
    if (!out.write(chunk)) await new Promise((resolve) => out.once('drain', resolve).once('close', resolve))
  }
}

const batch = (size, one) => `[${Array.from({ length: size }, (_, index) => one(index)).join(',')}]`
const ping = (index) => message({ id: `p${index}`, method: 'ping' })
const notification = (method, params = {}) => message({ method, params })
const form = { mode: 'form', message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }

const floods = {
  /** What an honest server does. */
  nothing: () => undefined,
  pings: () => write(ping),
  pingsWithoutReading: () => {
    process.stdin.pause()
    return write(ping)
  },
  pingsWithLongIds: () => write((index) => message({ id: `${index}${'x'.repeat(8_000_000)}`, method: 'ping' }), 60),
  batchOfPings: () => write(() => batch(60_000, ping), 1),
  forms: () => write((index) => message({ id: `f${index}`, method: 'elicitation/create', params: form })),
  sampling: () => write((index) => message({ id: `s${index}`, method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } })),
  listChanged: () => write(() => notification('notifications/tools/list_changed')),
  batchOfListChanged: () => write(() => batch(60_000, () => notification('notifications/tools/list_changed')), 1),
  tasks: () => write((index) => notification('notifications/tasks/status', { taskId: `t${index}`, status: 'working' })),
  unknownNotifications: () => write((index) => notification(`notifications/no${index}`)),
  logs: () => write((index) => notification('notifications/message', { level: 'info', data: `line ${index}` }), 100_000),
  progress: () => write((index) => notification('notifications/progress', { progressToken: 'none', progress: index }), 100_000),
  answersToNothing: () => write((index) => message({ id: `n${index}`, result: {} })),
  noise: () => write(() => 'x'),
  oddMessages: () => write(() => '{"jsonrpc":"2.0","id":{},"method":7}'),
  oversized: () => write(() => `{"jsonrpc":"2.0","method":"${'x'.repeat(17_000_000)}"}`, 6),
}

const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true }, logging: {}, resources: { subscribe: true } },
    serverInfo: { name: 'flood', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [floods, heavy, bodies].flatMap((kind) => Object.keys(kind)).map((name) => ({ name, inputSchema: { type: 'object' } })),
  }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
}

/** Answers that are costly to read. */
const heavy = {
  wide: (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{${keys(900_000)}}}}`,
  manyBlocks: (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[${'{},'.repeat(3_000_000)}{}]}}`,
  deep: (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${'['.repeat(90_000)}${']'.repeat(90_000)}}}`,
  longText: (id) =>
    `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${'é"'.replace('"', '\\"').repeat(3_000_000)}"}]}}`,
}

function keys(count) {
  return Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')
}

/** What the calls of the 2026 era are answered with, for as long as the host calls again. */
const rounds = {
  stateForEver: () => ({ requestState: 'again' }),
  askThousand: () => ({ inputRequests: many(1_000, () => ({ method: 'elicitation/create', params: form })) }),
  askMillion: () => ({ inputRequests: many(60_000, () => ({})) }),
  askHuge: () => ({
    inputRequests: many(10, () => ({ method: 'elicitation/create', params: { ...form, message: 'x'.repeat(1_000_000) } })),
  }),
  hugeState: () => ({ requestState: 'x'.repeat(5_000_000) }),
  unknownKinds: () => ({ inputRequests: many(50, (index) => ({ method: `no/${index}`, params: {} })) }),
}

const many = (count, one) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, one(index)]))

function answerModern({ id, method, params }) {
  const complete = (result) => message({ id, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result } })
  if (method === 'server/discover') return complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
  if (method === 'tools/list')
    return complete({ tools: ['nothing', ...Object.keys(rounds)].map((name) => ({ name, inputSchema: { type: 'object' } })) })
  const asked = method === 'tools/call' ? rounds[params.name]?.() : undefined
  if (asked) return message({ id, result: { resultType: 'input_required', ...asked } })
  if (method === 'tools/call') return complete(text('done'))
  return message({ id, error: { code: -32601, message: 'Unknown method' } })
}

const isModern = process.argv[2] === '2026'

function answer(asked) {
  if (isModern) return answerModern(asked)
  const { id, method, params } = asked
  if (method === 'tools/call') return heavy[params.name]?.(id) ?? message({ id, result: text('done') })
  const result = answers[method]?.()
  return message(result ? { id, result } : { id, error: { code: -32601, message: 'Unknown method' } })
}

function takeLine(line) {
  const asked = JSON.parse(line)
  if (asked.id === undefined || asked.method === undefined) return
  // A flood without an end leaves its call without an answer.
  void floodFor(asked).then(() => out.write(frame(answer(asked))))
}

async function floodFor({ method, params }) {
  if (method === 'tools/call') await floods[params.name]?.()
}

/** Bodies of HTTP that no other transport has. */
const bodies = {
  /** Sends a JSON answer without an end. */
  async endlessBody(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"')
    out = response
    frame = (line) => line
    await write(() => 'x'.repeat(1_000))
  },
  /** Sends an event without an end. */
  async endlessEvent(response) {
    startEvents(response)
    frame = (line) => `data: ${line}\n`
    await write(() => 'x'.repeat(1_000))
  },
  /** Sends comments of an event stream without an end. */
  async comments(response) {
    startEvents(response)
    frame = () => ':\n'
    await write(() => '')
  },
  /** Sends more headers than any client reads. */
  manyHeaders(response) {
    response.writeHead(200, Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x-${index}`, 'y'.repeat(100)])))
    response.end('{}')
  },
}

function startEvents(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  out = response
  frame = (line) => `data: ${line}\n\n`
}

/** While this server floods, it accepts no answer: each POST stays open. A host that comes anew begins with one that accepts. */
let accepts = true

function takeRequest(request, response) {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const asked = JSON.parse(body)
    if (asked.id === undefined || asked.method === undefined) return accepts ? response.writeHead(202).end() : undefined
    if (asked.method === 'initialize') accepts = true
    const name = asked.method === 'tools/call' ? asked.params.name : ''
    if (bodies[name]) return void bodies[name](response)
    if (name === 'nothing' || !floods[name]) {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(answer(asked))
    }
    accepts = false
    startEvents(response)
    void floodFor(asked)
  })
}

if (process.argv[2] === 'http') {
  const server = createServer(takeRequest).listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
  process.stdin.resume().on('end', () => process.exit(0))
} else {
  createInterface({ input: process.stdin })
    .on('line', takeLine)
    .on('close', () => process.exit(0))
}
