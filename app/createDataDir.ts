import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { AppError } from '../shared/errors/appError'

const DATABASE = 'parley.db'

/**
 * Creates the data folder if it is missing, with access only for its owner.
 * @throws {AppError} FILE_UNREADABLE when it cannot be used.
 */
export function createDataDir(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK)
    keepToOwner(folder)
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', { reason: 'shell.dataFolder', params: { folder } }, { cause })
  }
}

/**
 * Takes the rights of others on a data folder away, for example where a backup was brought back with wider ones. Touches only a folder that is
 * Parley's: one that is empty or holds its database. `--data-dir` may name any folder.
 */
function keepToOwner(folder: string): void {
  const { mode, uid } = statSync(folder)
  if (process.platform === 'win32' || uid !== process.getuid?.() || (mode & 0o077) === 0) return
  const names = readdirSync(folder)
  if (names.length === 0 || names.includes(DATABASE)) chmodSync(folder, 0o700)
}
