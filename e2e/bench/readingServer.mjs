// An MCP server without any library, with one tool that only reads. `look` answers with the time when its call came, in milliseconds since 1970.
// It speaks the 2025 era over stdio.
const inputSchema = { type: 'object', properties: { number: { type: 'integer' } } }
const tools = [{ name: 'look', description: 'Looks at something.', inputSchema, annotations: { readOnlyHint: true } }]

function resultOf({ method }) {
  if (method === 'initialize') {
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'reading', version: '1.0.0' } }
  }
  if (method === 'tools/list') return { tools }
  if (method === 'tools/call') return { content: [{ type: 'text', text: String(Date.now()) }] }
  return method === 'ping' ? {} : undefined
}

let held = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (held + text).split('\n')
  held = lines.pop() ?? ''
  for (const line of lines) {
    const message = JSON.parse(line)
    if (message.id === undefined) continue
    const result = resultOf(message)
    const answer = result ? { result } : { error: { code: -32601, message: `Unknown method ${message.method}` } }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer })}\n`)
  }
})
process.stdin.on('end', () => process.exit(0))
