import { DatabaseSync } from 'node:sqlite'
import { explainOpenFailure } from './sqliteErrors'

/** How long SQLite waits for another process that is writing. */
const BUSY_MS = 5_000

/**
 * Reads from a database file without changing it, also while Parley runs. The file may have the tables of another version of Parley.
 * @throws {AppError} as `openDatabase` does, if it cannot be opened, and what `read` throws
 */
export function readDatabaseReadOnly<T>(file: string, read: (sqlite: DatabaseSync) => T): T {
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
    try {
      return read(sqlite)
    } finally {
      sqlite.close()
    }
  } catch (thrown) {
    throw explainOpenFailure(thrown, file)
  }
}
