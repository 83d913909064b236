#!/usr/bin/env node
// The command line of Parley: installs and builds what is missing, then runs the host without a screen. Plain Node 20, nothing from
// node_modules. stdout contains only the result of the command.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeBin } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root, withCompileCache } from './lib/prepare.mjs'

await ensureInstalled()
await ensureBuilt()
// npm changes the current folder to its own. The person's paths are relative to the folder in which they ran npm.
const cwd = process.env.INIT_CWD ?? process.cwd()
const child = spawn(nodeBin(), [join(root, 'out', 'main', 'cli.js'), ...process.argv.slice(2)], {
  cwd,
  env: withCompileCache(),
  stdio: 'inherit',
})
// The terminal sends an interrupt to the child as well. Other signals reach only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
child.on('close', (code, signal) => {
  process.exitCode = code ?? (signal ? 130 : 6)
})
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 6
})
