// A server with one interface that is painted red, with a blue square, and counts its seconds: `node paintedApp.ts`. `wipe` destroys, so it asks.
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { PAGE } from './lib/pageType.ts'

const uri = 'ui://painted/page'

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Painted</title>
<style>html{height:100%;background:#f00}body{margin:0}div{width:80px;height:80px;background:#00f}p{position:absolute;top:80px;width:80px;margin:0;font:14px/20px sans-serif;color:#f00}</style>
<div></div><p role="status">0 s</p>
<script>
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.id === 1 && data.result) {
    send({ method: 'ui/notifications/initialized', params: {} })
    send({ method: 'ui/notifications/size-changed', params: { height: 240 } })
  } else if (data.method !== undefined && data.id !== undefined) send({ id: data.id, result: {} })
})
let seconds = 0
setInterval(() => { document.querySelector('p').textContent = ++seconds + ' s' }, 1000)
send({ id: 1, method: 'ui/initialize', params: { appInfo: { name: 'Painted', version: '1.0.0' }, appCapabilities: {}, protocolVersion: '2026-01-26' } })
</script></html>`

const server = new Server({ name: 'painted', version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } })
server.setRequestHandler('tools/list', () => ({
  tools: [
    { name: 'paint', inputSchema: { type: 'object' as const }, annotations: { readOnlyHint: true }, _meta: { ui: { resourceUri: uri } } },
    { name: 'wipe', inputSchema: { type: 'object' as const }, annotations: { destructiveHint: true } },
  ],
}))
server.setRequestHandler('resources/list', () => ({ resources: [{ uri, name: 'painted', mimeType: PAGE }] }))
server.setRequestHandler('resources/read', () => ({ contents: [{ uri, mimeType: PAGE, text: page }] }))
server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: 'It is painted' }] }))
await server.connect(new StdioServerTransport())
