import { posix, win32 } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { AppError, type ErrorReason } from '../../shared/errors/appError'

/**
 * Returns the `file:` URI of a folder that is given as an absolute path or as a `file:` URI. Does not check whether the folder exists.
 * @throws {AppError} INVALID_INPUT for anything relative, or on another computer: merely opening a share sends the user's name there.
 */
export function toFileUri(folder: string, platform: NodeJS.Platform = process.platform): string {
  return pathToFileURL(toFolderPath(folder, platform), { windows: platform === 'win32' }).href
}

/**
 * Returns the absolute path of such a folder in its one normalised spelling.
 * @throws {AppError} INVALID_INPUT
 */
export function toFolderPath(folder: string, platform: NodeJS.Platform = process.platform): string {
  const isWindows = platform === 'win32'
  const path = /^file:/i.test(folder) ? pathOfUri(folder, isWindows) : folder
  if (path.includes('\0')) throw refuse('roots.nullCharacter')
  if (/^(?:\/\/|\\\\|\\\/|\/\\)/.test(path)) throw refuse('roots.otherComputer')
  return isWindows ? windowsPath(path) : posixPath(path)
}

function posixPath(path: string): string {
  if (!posix.isAbsolute(path)) throw refuse('roots.notFromRoot')
  return path
}

/** Windows opens `C:\x.`, `C:\x ` and `C:\x` as the same folder, and opens some names as devices in any folder. */
function windowsPath(path: string): string {
  if (!/^[a-z]:[\\/]/i.test(path)) throw refuse('roots.notFromDrive')
  const whole = win32.normalize(`${path.charAt(0).toUpperCase()}${path.slice(1)}`)
  const names = whole.slice('C:\\'.length).split('\\')
  if (names.some((name) => /[<>:"|?*]/.test(name))) throw refuse('roots.badCharacter')
  if (names.some((name) => /[. ]$/.test(name))) throw refuse('roots.badEnd')
  if (names.some((name) => DEVICE.test(name))) throw refuse('roots.device')
  return whole
}

const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

function pathOfUri(uri: string, windows: boolean): string {
  const url = URL.parse(uri)
  if (!url) throw refuse('roots.noFolderAddress')
  if (url.host !== '') throw refuse('roots.otherComputer')
  try {
    return fileURLToPath(url, { windows })
  } catch (cause) {
    throw refuse('roots.noFolderAddress', cause)
  }
}

function refuse(reason: ErrorReason, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', { reason }, { cause })
}
