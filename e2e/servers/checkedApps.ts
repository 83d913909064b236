// Servers for `parley app check`. `node checkedApps.ts good` has an app with which nothing is wrong; `broken` has several, each wrong in ways of its own.
import { Server, type Tool } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { PAGE } from './lib/pageType.ts'

const page = (script: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title><p>App</p>
<script>
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const greet = (params) => send({ id: 1, method: 'ui/initialize', params })
const whole = { appInfo: { name: 'App', version: '1.0.0' }, appCapabilities: {}, protocolVersion: '2026-01-26' }
const onGreeted = (then) => addEventListener('message', ({ source, data }) => {
  if (source === parent && data.id === 1 && data.result) then()
})
${script}
</script></html>`

const initialized = `send({ method: 'ui/notifications/initialized', params: {} })`
const sized = `send({ method: 'ui/notifications/size-changed', params: { width: 300, height: 100 } })`

interface CheckedPage {
  readonly text: string
  readonly mimeType?: string
  readonly csp?: object
}

const pages: Readonly<Record<string, Readonly<Record<string, CheckedPage>>>> = {
  // A promise that is caught a moment later is no error.
  good: {
    fine: {
      text: page(
        `const late = Promise.reject(new Error('caught')); setTimeout(() => late.catch(() => {}), 50); onGreeted(() => { ${initialized}; ${sized} }); greet(whole)`,
      ),
    },
  },
  broken: {
    plain: { text: page(''), mimeType: 'text/html' },
    silent: { text: page(`throw new TypeError('the board is not there')`) },
    // Longer than is read of one app.
    loud: { text: page(`console.log('x'.repeat(20_000_000))`) },
    half: { text: page(`onGreeted(() => {}); greet({ appInfo: { name: 'App' }, protocolVersion: '2026-01-26' })`) },
    sloppy: {
      text: page(`onGreeted(() => {
        ${initialized}
        parent.postMessage({ hello: 'there' }, '*')
        send({ id: 2, method: 'ui/request-display-mode', params: { mode: 'sideways' } })
        fetch('https://undeclared.example/').catch(() => {})
      }); greet(whole)`),
      csp: { connectDomains: ['https://declared.invalid', 'not a host'] },
    },
  },
}

const own = Object.entries(pages[process.argv[2] ?? ''] ?? {})
const uriOf = (name: string): string => `ui://checked/${name}`
const tools: readonly Tool[] = [
  ...own.map(([name]) => ({ name: `show_${name}`, inputSchema: { type: 'object' as const }, _meta: { ui: { resourceUri: uriOf(name) } } })),
  { name: 'plain_tool', inputSchema: { type: 'object' } },
  ...(process.argv[2] === 'broken'
    ? [{ name: 'show_gone', inputSchema: { type: 'object' as const }, _meta: { ui: { resourceUri: uriOf('gone') } } }]
    : []),
]

const server = new Server({ name: 'checked', version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } })
server.setRequestHandler('tools/list', () => ({ tools: [...tools] }))
server.setRequestHandler('resources/list', () => ({ resources: own.map(([name]) => ({ uri: uriOf(name), name, mimeType: PAGE })) }))
server.setRequestHandler('resources/read', ({ params: { uri } }) => {
  const found = own.find(([name]) => uriOf(name) === uri)?.[1]
  if (!found) throw new Error('No such page')
  const { text, mimeType = PAGE, csp } = found
  return { contents: [{ uri, mimeType, text, ...(csp && { _meta: { ui: { csp } } }) }] }
})
await server.connect(new StdioServerTransport())
