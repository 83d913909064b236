// An MCP server without any library whose tool `show` has an interface (MCP Apps). It speaks the 2025 era over stdio. The page is in
// appPage.mjs, which the bench also shows in a bare frame.
import { appPage } from './appPage.mjs'

const uri = 'ui://bench/page'
const tools = [
  {
    name: 'show',
    description: 'Shows the page.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    _meta: { ui: { resourceUri: uri } },
  },
]

function resultOf({ method }) {
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'bench', version: '1.0.0' } }
    case 'tools/list':
      return { tools }
    case 'tools/call':
      return { content: [{ type: 'text', text: 'It is shown' }] }
    case 'resources/list':
      return { resources: [{ uri, name: 'page', mimeType: 'text/html;profile=mcp-app' }] }
    case 'resources/read':
      return { contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: appPage() }] }
    default:
      return method === 'ping' ? {} : undefined
  }
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
