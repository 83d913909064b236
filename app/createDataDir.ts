import { accessSync, constants, mkdirSync } from 'node:fs'
import { AppError } from '../shared/errors/appError'

/**
 * Creates the data folder if it is missing, with access only for its owner.
 * @throws {AppError} FILE_UNREADABLE when it cannot be used.
 */
export function createDataDir(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK)
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', { reason: 'shell.dataFolder', params: { folder } }, { cause })
  }
}
