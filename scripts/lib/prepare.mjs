// Prepares what every script needs: the dependencies of the lock file, a build of the current sources, and the Node that Parley runs on.
// Plain Node 20, nothing from node_modules. All messages go to stderr; stdout belongs to the caller.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { withLock } from './lock.mjs'
import { nodeBin, nodeTool } from './nodeTool.mjs'

export const root = join(import.meta.dirname, '..', '..')
const modules = join(root, 'node_modules')
const out = join(root, 'out')
const stampFile = join(out, 'stamp')
const installedFile = join(out, 'installed')
const lockFile = join(root, 'package-lock.json')
/** npm's list of its last install. */
const listFile = join(modules, '.package-lock.json')

/** Where Node keeps the compiled code of Parley, which makes the second start quicker. It is trusted as much as `out` itself. */
const compileCache = join(out, 'compile-cache')

const sourceFolders = ['app', 'main', 'preload', 'renderer', 'shared']
const sourceFiles = [
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/buildFrames.mjs',
  'scripts/lib/notices.mjs',
  'scripts/lib/embeddedPackages.mjs',
  'scripts/lib/firstChunks.mjs',
]
const built = [
  'main/electron.js',
  'main/browser.js',
  'main/cli.js',
  'preload/bridge.cjs',
  'renderer/index.html',
  'frames/diagrams.js',
  'THIRD-PARTY-NOTICES.txt',
]

/** Runs `npm ci` when the installed packages differ from package-lock.json. Two simultaneous scripts install once. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock(out, 'install', async () => {
    if (isInstalled()) return
    say('Installing what Parley needs (a minute or two)')
    // npm passes its own --silent on through the environment. Without an explicit level, a failing install would print nothing.
    await runNpm(['ci', '--loglevel=warn', '--no-audit', '--no-fund'])
    if (!isInstalled())
      throw new Error('npm ci ended well, but node_modules is not what package-lock.json says. Remove node_modules and try again.')
  })
}

/** Builds when a source has changed since the last build. Two simultaneous scripts build once. */
export async function ensureBuilt() {
  if (isBuilt()) return
  await withLock(out, 'build', async () => {
    if (isBuilt()) return
    const glance = glanceAt(sourcePaths())
    const stamp = sourceStamp()
    say('Building Parley')
    // It would keep the code of every build.
    rmSync(compileCache, { recursive: true, force: true })
    await run(...nodeTool('electron-vite', ['build', '--logLevel', 'error']))
    await run(nodeBin(), [join(root, 'scripts', 'buildFrames.mjs')])
    await run(nodeBin(), [join(root, 'scripts', 'notices.mjs')])
    mkdirSync(out, { recursive: true })
    writeFileSync(stampFile, `${stamp}\n${glance}`)
  })
}

/** Returns the environment for a compiled program of Parley: this one, and where Node keeps its compiled code. */
export function withCompileCache(env = process.env) {
  return { ...env, NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? compileCache }
}

/** Prints one line for the person who waits. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Warnings that a package needs a newer Node than npm runs on. Parley brings that Node along, so they are irrelevant. */
const hides = /^npm warn EBADENGINE /

/** Runs a command to its end, with its output on stderr. Rejects when it fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => hides.test(line) || say(line))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${[command, ...args].join(' ')} ended with ${signal ?? `exit code ${code}`}.`))
    })
  })
}

/** Runs the npm that runs this script, if there is one. On Windows the npm in PATH is a script that only a shell can start. */
export function runNpm(args) {
  const running = process.env.npm_execpath
  const own = running?.endsWith('.js')
  const shell = !own && process.platform === 'win32'
  return run(own ? process.execPath : 'npm', own ? [running, ...args] : args, { shell, stdio: ['ignore', 2, 'pipe'] })
}

/** Compares npm's list of its last install with the lock file. Packages for other platforms may be absent. */
function isInstalled() {
  if (!existsSync(nodeBin())) return false
  const glance = glanceAt([lockFile, listFile])
  if (existsSync(installedFile) && readFileSync(installedFile, 'utf8') === glance) return true
  const installed = packagesOf(listFile)
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const isComplete = Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link) return true
    const there = installed[path]
    return there ? there.version === version : optional === true || devOptional === true
  })
  if (isComplete) remember(installedFile, glance)
  return isComplete
}

/** A missing or truncated file lists no packages, so they are installed again. */
function packagesOf(file) {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function isBuilt() {
  if (!existsSync(stampFile) || built.some((file) => !existsSync(join(out, file)))) return false
  const [stamp, seen] = readFileSync(stampFile, 'utf8').split('\n')
  const glance = glanceAt(sourcePaths())
  if (seen === glance) return true
  if (stamp !== sourceStamp()) return false
  // The same files were written again, as when a branch was left and taken again.
  remember(stampFile, `${stamp}\n${glance}`)
  return true
}

/** Spares the next start reading what has not changed. A checkout that somebody else owns is only read. */
function remember(file, text) {
  try {
    mkdirSync(out, { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/** Returns a hash of the path, size and time of the last change of files, without reading them. */
function glanceAt(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false })
    hash.update(`${path}\0${stat?.size}\0${stat?.ctimeMs}\0`)
  }
  return hash.digest('hex')
}

/** Returns a hash of the path and content of every file that the build reads. */
function sourceStamp() {
  const hash = createHash('sha256')
  for (const file of sourcePaths())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Every file that the build reads. Tests are not included. */
function sourcePaths() {
  return [...sourceFolders.flatMap((folder) => filesUnder(join(root, folder))), ...sourceFiles.map((file) => join(root, file))].toSorted()
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
