// Stands for npx: says that it fetches, waits until the file GATE is there, and then runs the server: `node slowInstall.mjs GATE SERVER …`.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const [gate, server, ...args] = process.argv.slice(2)
process.stderr.write('npm http fetch GET 200\n')
const waiting = setInterval(() => {
  if (!existsSync(gate)) return
  clearInterval(waiting)
  spawn(process.execPath, [server, ...args], { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
}, 20)
