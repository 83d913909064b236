// A server that tries to outlive its host: `node orphanMaker.ts PIDS`. It ignores SIGTERM. It starts a child that does the same and holds
// its stdout. Both write their pid as a line to the file PIDS.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { noInput, serveRaw, text } from './lib/rawServer.ts'

const [pids = 'pids', role = 'server'] = process.argv.slice(2)
appendFileSync(pids, `${process.pid}\n`)
process.on('SIGTERM', () => undefined)
process.on('SIGHUP', () => undefined)
setInterval(() => undefined, 60_000)

if (role === 'server') {
  spawn(process.execPath, [import.meta.filename, pids, 'child'], { stdio: ['ignore', 'inherit', 'inherit'] })
  serveRaw({
    name: 'orphan-maker',
    tools: [{ name: 'hello', description: 'Says hello', inputSchema: noInput }],
    callTool: () => text('hello'),
  })
}
