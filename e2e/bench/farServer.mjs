// A remote MCP server of the 2026 era without any library. It answers every request after DELAY_MS, as one far away does. At the address
// /known it says that its answers may be kept for an hour, at any other address nothing of that. It prints its port.
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const delayMs = Number(process.env.DELAY_MS ?? 50)

const results = {
  'server/discover': {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'far', version: '1.0.0' } },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'Echo' }] },
}

const server = createServer((request, response) => void answer(request, response))

async function answer(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  await wait(delayMs)
  if (request.method !== 'POST') return response.writeHead(405).end()
  const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
  if (id === undefined) return response.writeHead(202).end()
  const hints = request.url === '/known' && method !== 'tools/call' ? { ttlMs: 3_600_000, cacheScope: 'public' } : {}
  const result = results[method] && { resultType: 'complete', ...results[method], ...hints }
  const said = result ? { result } : { error: { code: -32601, message: `Unknown method ${method}` } }
  response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
