#!/usr/bin/env node
// The command line of Parley: installs and builds what is missing, then runs the host without a screen. Plain Node 20, nothing from
// node_modules. stdout has the result of the command and nothing else.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeBin } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root } from './lib/prepare.mjs'

await ensureInstalled()
await ensureBuilt()
// npm has its own folder as the current one; where the person stands is what their paths are about.
const cwd = process.env.INIT_CWD ?? process.cwd()
const child = spawn(nodeBin(), [join(root, 'out', 'main', 'cli.js'), ...process.argv.slice(2)], { cwd, stdio: 'inherit' })
// The terminal tells the child by itself of an interrupt; others tell only us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
child.on('close', (code, signal) => {
  process.exitCode = code ?? (signal ? 130 : 6)
})
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 6
})
