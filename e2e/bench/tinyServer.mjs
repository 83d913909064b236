// An MCP server without any library, so that the benchmark measures the client. It speaks the 2025 era over stdio. With TOOLS=5000 it lists
// 5,000 tools. The tool `big` answers with `megabytes` of text.
const count = Number(process.env.TOOLS ?? 2)

const tools = Array.from({ length: count }, (_, index) => ({
  name: ['echo', 'big'][index] ?? `tool_${index}`,
  description: `Does thing number ${index}, with a description that explains parameters, behaviour and limits of the tool.`,
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'A path of a file' },
      limit: { type: 'integer', minimum: 1, maximum: 1000 },
      filter: { type: 'object', properties: { query: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } } },
    },
  },
}))

function resultOf({ method, params }) {
  if (method === 'initialize') {
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1.0.0' } }
  }
  if (method === 'tools/list') return { tools }
  if (method === 'tools/call') return { content: [{ type: 'text', text: textOf(params) }] }
  return method === 'ping' ? {} : undefined
}

function textOf({ name, arguments: args }) {
  // JSON escapes quotes and line ends, which most real text contains.
  return name === 'big' ? 'line “quoted” "é"\n'.repeat(Math.floor((args.megabytes * 1_000_000) / 26)) : `Echo: ${args.message}`
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
