// A raw MCP server of the 2026 era over stdio, without any SDK. It prints every message that it receives. The tool `crash` ends it,
// and `change` reports a change of its lists. With
// TTL_MS it says how long its answers may be kept; it ends at once when there is a file ENDS; with REPORTS=no it does not report changes of its lists.
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const { TTL_MS, ENDS, REPORTS } = process.env
if (ENDS && existsSync(ENDS)) process.exit(3)
const hints = TTL_MS === undefined ? {} : { ttlMs: Number(TTL_MS), cacheScope: 'private' }
const capabilities = { tools: REPORTS === 'no' ? {} : { listChanged: true } }
const meta = { 'io.modelcontextprotocol/serverInfo': { name: 'pipe', version: '1' } }

createInterface({ input: process.stdin })
  .on('line', (line) => {
    process.stderr.write(`${line}\n`)
    const { id, method, params } = JSON.parse(line)
    const answer = (result) => send({ id, result: { resultType: 'complete', ...result } })
    if (method === 'server/discover') return answer({ supportedVersions: ['2026-07-28'], capabilities, ...hints, _meta: meta })
    if (method === 'tools/list')
      return answer({ tools: ['crash', 'change', 'a'].map((name) => ({ name, inputSchema: { type: 'object' } })), ...hints })
    if (method === 'subscriptions/listen')
      return send({
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id }, notifications: params.notifications },
      })
    if (method === 'tools/call' && params.name === 'crash') return process.exit(1)
    if (method === 'tools/call' && params.name === 'change') send({ method: 'notifications/tools/list_changed' })
    if (method === 'tools/call') return answer({ content: [] })
    return id === undefined ? undefined : send({ id, error: { code: -32601, message: 'Method not found' } })
  })
  .on('close', () => process.exit(0))
