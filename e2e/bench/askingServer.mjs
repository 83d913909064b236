// An MCP server without any library that asks questions. The tool `fill_forms` asks `count` forms, one after the other. It answers with the
// time when it sent each form and the time when the answer came. It speaks the 2025 era over stdio. Times are milliseconds since 1970.
const tools = [
  { name: 'fill_forms', description: 'Asks for information.', inputSchema: { type: 'object', properties: { count: { type: 'integer' } } } },
]
const requestedSchema = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name', default: 'Ada' }, copies: { type: 'integer', minimum: 1, default: 2 } },
}

/** The pause is long enough for the last dialog to disappear. */
const BETWEEN_MS = 300

let running
const times = []

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

function ask() {
  const number = times.length + 1
  times.push({ sent: Date.now() })
  send({ id: `form ${number}`, method: 'elicitation/create', params: { message: `Form number ${number} of many`, requestedSchema } })
}

function take(message) {
  if (message.method === undefined) {
    times.at(-1).answered = Date.now()
    if (times.length < running.count) return setTimeout(ask, BETWEEN_MS)
    return send({ id: running.id, result: { content: [{ type: 'text', text: JSON.stringify(times) }] } })
  }
  if (message.id === undefined) return undefined
  const { id, method, params } = message
  if (method === 'initialize') {
    const serverInfo = { name: 'asking', version: '1.0.0' }
    return send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } })
  }
  if (method === 'tools/list') return send({ id, result: { tools } })
  if (method === 'ping') return send({ id, result: {} })
  if (method !== 'tools/call') return send({ id, error: { code: -32601, message: `Unknown method ${method}` } })
  running = { id, count: params.arguments.count }
  return ask()
}

let held = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (held + text).split('\n')
  held = lines.pop() ?? ''
  for (const line of lines) take(JSON.parse(line))
})
process.stdin.on('end', () => process.exit(0))
