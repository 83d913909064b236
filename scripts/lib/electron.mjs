import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBin } from './nodeTool.mjs'
import { root, run, say } from './prepare.mjs'

/** The time limit of one download. A network that allows the download needs seconds. On one that blocks it, a person must not wait long. */
const FETCHED_WITHIN_MS = 120_000

const packageFolder = join(root, 'node_modules', 'electron')

/**
 * Returns the path of Electron's binary, even if it is not installed. The `electron` package itself is never imported, because its index
 * downloads the binary.
 */
export function electronBinary() {
  const named = join(packageFolder, 'path.txt')
  const name = existsSync(named) ? readFileSync(named, 'utf8').trim() : usualName[process.platform]
  return join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageFolder, 'dist'), name ?? 'electron')
}

const usualName = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/** Returns why no window can open here, or undefined when it can. */
export function whyNoElectron() {
  if (process.platform !== 'linux') return undefined
  if (process.getuid?.() === 0) return 'Electron does not run as root.'
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no display.'
  return undefined
}

/** Downloads Electron's binary if it is missing. Resolves to undefined when it is there, or to the reason why not. */
export async function fetchElectron() {
  if (existsSync(electronBinary())) return undefined
  say('Downloading Electron (about 120 MB, once)')
  const started = Date.now()
  const progress = setInterval(() => say(`Still downloading (${Math.round((Date.now() - started) / 1000)} s)`), 10_000)
  const installer = [join(packageFolder, 'install.js')]
  const done = await run(nodeBin(), installer, { stdio: 'ignore', timeout: FETCHED_WITHIN_MS }).then(
    () => existsSync(electronBinary()),
    () => false,
  )
  clearInterval(progress)
  return done ? undefined : 'Electron could not be downloaded.'
}
