// A server that crashes: `node crashing.ts start | call | ready [PIDS]`. Each process appends its pid as a line to the file PIDS.
import { appendFileSync } from 'node:fs'
import { noInput, serveRaw, text } from './lib/rawServer.ts'

const [when = 'call', pids] = process.argv.slice(2)
if (pids !== undefined) appendFileSync(pids, `${process.pid}\n`)

function die(): never {
  process.stderr.write('boom: missing API_KEY\n')
  process.exit(3)
}

if (when === 'start') die()
serveRaw({
  name: 'crashing',
  tools: [
    { name: 'crash', description: 'Ends the server in the middle of the call', inputSchema: noInput },
    { name: 'hang', description: 'Never answers', inputSchema: noInput },
    { name: 'hello', description: 'Says hello', inputSchema: noInput, annotations: { readOnlyHint: true } },
  ],
  answer: ({ method }) => {
    // "ready": it crashes as soon as it is ready, every time.
    if (when === 'ready' && method === 'tools/list') setImmediate(die)
    return undefined
  },
  callTool: ({ params }) => {
    if (params?.name === 'crash') die()
    return params?.name === 'hang' ? undefined : text('hello')
  },
})
