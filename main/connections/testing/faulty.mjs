// A raw MCP server of the 2025 era over stdio, without any SDK. It misbehaves in one way: `node faulty.mjs MODE [ARGUMENT]`.
import { spawn } from 'node:child_process'
import { closeSync, readdirSync, readlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [mode = 'good', argument] = process.argv.slice(2)
const write = (text) => process.stdout.write(text)
const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = (value) => ({ content: [{ type: 'text', text: value }] })
const tool = (name, more = {}) => ({ name, description: `The tool ${name}`, inputSchema: { type: 'object', properties: {} }, ...more })

if (mode === 'exit-at-start') {
  process.stderr.write('boom: missing API_KEY\n')
  process.exit(3)
}
if (mode === 'stubborn') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1_000)
}
if (mode === 'stderr-flood') for (let part = 0; part < 200; part++) process.stderr.write(`${'noise '.repeat(10_000)}\n`)
// Starts a helper that keeps the server's pipes open. In mode `helper-away` the helper leaves the server's process group.
if (mode.startsWith('helper')) {
  const helper = spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setTimeout(()=>{},60000)'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: mode === 'helper-away',
  })
  process.stderr.write(`helper ${helper.pid}\n`)
}

const lists = {
  one: () => ({ tools: [tool('good'), { name: 'bad' }, tool('worse', { inputSchema: { type: 'array' } }), tool('good too')] }),
  names: () => ({
    tools: [tool('x'), tool('x'), tool('pay\u202e\u0007me', { title: '<b>hi</b>' }), tool('deep', { inputSchema: nested(100) })],
  }),
  pages: (cursor = '0') => {
    const per = Number(argument ?? 50)
    const from = Number(cursor)
    const tools = Array.from({ length: Math.min(per, 5_000 - from) }, (_, index) => tool(`tool ${from + index}`))
    return { tools, ...(from + per < 5_000 && { nextCursor: String(from + per) }) }
  },
  same: () => ({ tools: [tool('t')], nextCursor: 'again' }),
  cycle: (cursor = '0') => ({ tools: [tool(`t${cursor}`)], nextCursor: String((Number(cursor) + 1) % 3) }),
  endless: (cursor = '0') => ({ tools: [tool(`t${cursor}`)], nextCursor: String(Number(cursor) + 1) }),
  empty: (cursor) => (cursor === undefined ? { tools: [tool('a')], nextCursor: '' } : { tools: [tool('b')] }),
}
function nested(depth) {
  let schema = { type: 'object' }
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } }
  return schema
}

const calls = {
  echo: (params) => text(JSON.stringify(params.arguments)),
  argv: () => text(JSON.stringify(process.argv.slice(2))),
  env: () => text(JSON.stringify(process.env)),
  descriptors: () => text(JSON.stringify(readdirSync('/proc/self/fd').map((fd) => [fd, linkOf(fd)]))),
  pid: () => text(String(process.pid)),
  huge: (params) => text('x'.repeat(params.arguments.bytes)),
  crash: () => process.exit(7),
  mute: () => closeSync(1),
  hang: () => void process.stderr.write('hangs\n'),
  odd: () => ({
    content: [{ type: 'text', text: 'kept' }, { type: 'hologram', data: 1 }, 5, { type: 'image' }],
    structuredContent: [1, 2],
  }),
  nothing: () => ({}),
  refuse: () => Promise.reject(new Error('no license')),
}
function linkOf(fd) {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

let nextId = 1
let takeBack = () => undefined
const answers = new Map()
const ask = (method, params) => {
  const id = nextId++
  send({ id, method, params })
  return new Promise((resolve) => answers.set(id, resolve))
}

async function call(id, params) {
  const progressToken = params._meta?.progressToken
  if (params.name === 'ask') {
    const answer = await ask('elicitation/create', {
      message: params.arguments.message ?? 'Who?',
      requestedSchema: { type: 'object', properties: {} },
    })
    return text(JSON.stringify(answer))
  }
  if (params.name === 'ask for folders') return text(JSON.stringify(await ask('roots/list')))
  if (params.name === 'ask and take back') {
    const asked = nextId
    void ask('elicitation/create', { message: 'Who?', requestedSchema: { type: 'object', properties: {} } })
    // Cancels the question when its roots change, so that the test controls the time.
    return new Promise((done) => {
      takeBack = () => {
        send({ method: 'notifications/cancelled', params: { requestId: asked, reason: 'never mind' } })
        done(text('never mind'))
      }
    })
  }
  if (params.name === 'steps') return new Promise((done) => steps.push({ progressToken, done, taken: 0 }))
  // Another call moves or ends the latest `steps` call, so that the test controls the time.
  if (params.name === 'step') {
    const last = steps.at(-1)
    send({ method: 'notifications/progress', params: { progressToken: last.progressToken, progress: ++last.taken, total: 5 } })
    return text('stepped')
  }
  if (params.name === 'done') {
    steps.pop().done(text('done'))
    return text('ended')
  }
  if (params.name === 'together') {
    process.stderr.write('one more\n')
    return new Promise((done) => together.push(done))
  }
  if (params.name === 'cancelled') {
    process.stderr.write('waits\n')
    await new Promise((resolve) => cancellations.set(id, resolve))
    process.stderr.write(`cancelled ${id}\n`)
    return undefined
  }
  if (params.name === 'flood') {
    for (let line = 0; line < params.arguments.lines; line++)
      send({ method: 'notifications/message', params: { level: 'info', data: `line ${line}` } })
    return text('flooded')
  }
  return (calls[params.name] ?? calls.echo)(params)
}
const cancellations = new Map()
const steps = []
const together = []

async function answer(message) {
  const { id, method, params } = message
  if (method === undefined) return answers.get(id)?.(message.result ?? message.error)
  if (method === 'notifications/cancelled') return cancellations.get(params.requestId)?.()
  // Ends all `together` calls and tells each how many there were. Any notification would do.
  if (method === 'notifications/roots/list_changed') {
    takeBack()
    const open = together.splice(0)
    return open.forEach((done) => done(text(String(open.length))))
  }
  if (id === undefined || mode === 'never') return undefined
  if (method === 'server/discover' && mode === 'exit-at-probe') process.exit(1)
  if (method === 'server/discover' && mode === 'silent-at-probe') return undefined
  if (mode === 'garbage') write('Starting server v1.2...\r\n[debug] {not json}\n\n\u0000\u0001binary\n{"foo":1}\n[]\n"word"\n123\n\ufeff')
  if (method === 'initialize') return send({ id, result: initialize() })
  if (method === 'ping') return send({ id, result: {} })
  if (method === 'tools/list')
    return send({
      id,
      result: lists[mode]?.(params?.cursor) ?? {
        tools: Object.keys(calls)
          .concat('ask', 'ask and take back', 'ask for folders', 'steps', 'step', 'done', 'together', 'cancelled', 'flood')
          .map((name) => tool(name)),
      },
    })
  if (method !== 'tools/call') return send({ id, error: { code: -32601, message: 'Method not found' } })
  try {
    const result = await call(id, params)
    if (result !== undefined) send({ id, result })
  } catch (error) {
    send({ id, error: { code: -32000, message: error.message } })
  }
}

function initialize() {
  if (mode === 'old-version') return { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: mode, version: '0' } }
  return { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } }, serverInfo: { name: mode, version: '1.0' } }
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line)
    void answer(message)
  })
  .on('close', () => {
    if (mode !== 'stubborn' && mode !== 'stays') process.exit(0)
  })
