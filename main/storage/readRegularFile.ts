import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { AppError } from '../../shared/errors/appError'

/**
 * Reads a file at once. A pipe or a device in its place would hold the whole program, so it is never read.
 * @throws {AppError} FILE_UNREADABLE when it is no ordinary file, and the errors of the file system.
 */
export function readRegularFile(path: string): Buffer {
  // Otherwise opening a pipe waits for somebody who writes into it. Windows has neither the pipe nor the flag.
  const opened = openSync(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK))
  try {
    if (!fstatSync(opened).isFile()) throw new AppError('FILE_UNREADABLE', { reason: 'storage.noOrdinaryFile' })
    return readFileSync(opened)
  } finally {
    closeSync(opened)
  }
}
