import { isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { AppError } from '../../shared/errors/appError'

/**
 * The `file:` URI of a folder that is given as an absolute path or as a `file:` URI. Says nothing about whether it is there.
 * @throws {AppError} INVALID_INPUT for anything relative, or on another computer: just looking at a share sends the user's name there.
 */
export function toFileUri(folder: string): string {
  return pathToFileURL(toFolderPath(folder)).href
}

/** The absolute path behind the same. @throws {AppError} INVALID_INPUT */
export function toFolderPath(folder: string): string {
  const path = /^file:/i.test(folder) ? pathOfUri(folder) : folder
  if (path.includes('\0')) throw refuse('The path has a null character in it')
  if (/^(?:\/\/|\\\\|\\\/|\/\\)/.test(path)) throw refuse('The folder is on another computer')
  if (!isAbsolute(path)) throw refuse('The path does not begin at the root of the disk')
  return path
}

function pathOfUri(uri: string): string {
  const url = URL.parse(uri)
  if (!url) throw refuse('It is not the address of a folder')
  if (url.host !== '') throw refuse('The folder is on another computer')
  try {
    return fileURLToPath(url)
  } catch (cause) {
    throw refuse('It is not the address of a folder', cause)
  }
}

function refuse(message: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', message, { hint: 'Choose a folder of this computer by its whole path.', cause })
}
