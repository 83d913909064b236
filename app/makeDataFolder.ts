import { accessSync, constants, mkdirSync } from 'node:fs'
import { AppError } from '../shared/errors/appError'

/** Makes the data folder, for its owner alone, where there is none yet. @throws {AppError} FILE_UNREADABLE when it cannot be used. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK)
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', { reason: 'shell.dataFolder', params: { folder } }, { cause })
  }
}
