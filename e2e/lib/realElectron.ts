import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const usualName = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/**
 * Returns the folder of a real Electron, if there is one. Never imports the `electron` package, because its index starts a download. On
 * Linux, this also requires a display.
 */
export function realElectronFolder(): string | undefined {
  const home = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const pathFile = join(home, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : (usualName[process.platform as 'darwin'] ?? 'electron')
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(home, 'dist')
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
  return hasDisplay && existsSync(join(folder, name)) ? folder : undefined
}
