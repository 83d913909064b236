// npm start: installs what is missing, builds when sources have changed, and opens Parley: in Electron if it can run, otherwise in the
// browser. Plain Node 20, nothing from node_modules. All messages go to stderr. stdout contains at most the one line of the browser shell.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import module from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { askToEnd } from './lib/askToEnd.mjs'
import { electronBinary, fetchElectron, whyNoElectron } from './lib/electron.mjs'
import { nodeBin } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root, say, withCompileCache } from './lib/prepare.mjs'
import { lives, starters } from './lib/starters.mjs'

const browserShell = join(root, 'out', 'main', 'browser.js')

/** Parley ends its servers within ten seconds. If it still runs after this time, it is killed. */
const ENDS_WITHIN_MS = 15_000

const usage = `npm start -- [--browser] [--no-open] [--port N] [--data-dir DIR] [--policy FILE]
  --browser       serve Parley to a browser of this computer instead of opening a window
  --no-open       with --browser: print the link and do not open it
  --port N        with --browser: the port to serve on; 0 takes any free one
  --data-dir DIR  the folder that holds everything of yours
  --policy FILE   a policy beside the computer's own; of both the stricter counts`

async function main() {
  const args = process.argv.slice(2).map(absolutePath)
  if (args.includes('--help')) return say(usage)
  await ensureInstalled()
  await ensureBuilt()
  const reason = args.includes('--browser') ? undefined : (whyNoElectron() ?? (await fetchElectron()))
  if (!args.includes('--browser') && reason === undefined)
    return runToItsEnd(electronBinary(), [root, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (reason !== undefined) say(`Parley opens in the browser: ${reason}`)
  const hostArgs = args.filter((arg) => arg !== '--browser')
  if (realpathSync(process.execPath) === realpathSync(nodeBin())) return runHere(hostArgs)
  // The channel carries no messages. Parley ends when it closes, even if this process crashed.
  const options = { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: withCompileCache() }
  runToItsEnd(nodeBin(), [browserShell, ...hostArgs], options)
}

/** Runs the browser shell in this process, which is on Parley's Node already, as npm finds that Node first: a second start of Node would only take time. */
async function runHere(args) {
  process.chdir(root)
  process.argv = [process.execPath, browserShell, ...args]
  // Its threads and what it starts read the variable; this process is past that.
  Object.assign(process.env, withCompileCache())
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  endWithStarters(() => process.emit('SIGTERM', 'SIGTERM'))
  await import(pathToFileURL(browserShell).href)
}

/** Calls `end` when a process that started this one is gone. Returns a function that stops looking. */
function endWithStarters(end) {
  const watched = starters()
  const watch = setInterval(() => {
    if (watched.every(lives)) return
    clearInterval(watch)
    end()
  }, 1_000)
  // Alone it keeps nothing running: a second start gives a link of the first one, and ends.
  watch.unref()
  return () => clearInterval(watch)
}

/** npm runs scripts in the folder of the package. Relative paths start at the person's folder. */
function absolutePath(arg, index, args) {
  const from = process.env.INIT_CWD ?? process.cwd()
  if (args[index - 1] === '--data-dir' || args[index - 1] === '--policy') return resolve(from, arg)
  const [, name, path] = /^(--data-dir|--policy)=(.*)$/s.exec(arg) ?? []
  return name === undefined ? arg : `${name}=${resolve(from, path)}`
}

/** Runs Parley in the foreground. It ends when this process is asked to end, or when the process that started this one is gone. */
function runToItsEnd(command, args, options) {
  const child = spawn(command, args, { cwd: root, ...options })
  const end = (signal) => {
    askToEnd(child, signal)
    setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  const stopLooking = endWithStarters(() => end('SIGTERM'))
  child.on('error', (error) => {
    say(`${command} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code) => {
    stopLooking()
    process.exit(code ?? 1)
  })
}

try {
  await main()
} catch (error) {
  say(error.message)
  process.exit(1)
}
