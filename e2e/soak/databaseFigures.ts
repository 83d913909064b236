import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Tables that grow with what a person does, each up to a bound of its own. */
const HISTORY = ['message_record', 'question', 'conversation', 'message', 'part', 'call', 'search']

/** Opens a copy of the database, with its write-ahead log, so that Parley's own files stay as a kill left them. */
function inCopy<T>(dataDir: string, work: (database: DatabaseSync) => T): T | undefined {
  const name = readdirSync(dataDir).find((file) => /\.(db|sqlite)$/.test(file))
  if (name === undefined) return undefined
  const folder = mkdtempSync(join(dataDir, '..', 'copy-'))
  try {
    for (const suffix of ['', '-wal'])
      if (existsSync(join(dataDir, name + suffix))) copyFileSync(join(dataDir, name + suffix), join(folder, name + suffix))
    const database = new DatabaseSync(join(folder, name))
    try {
      return work(database)
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns what SQLite finds wrong with the file, such as after a kill. Empty when all is well. */
export function damageOf(dataDir: string): readonly string[] {
  const found = inCopy(dataDir, (database) => database.prepare('PRAGMA integrity_check(10)').all()) ?? []
  return found.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok')
}

/** The size of all tables and indexes in MB, without free pages: of the history, and of the rest, which has to stay as it is. */
export function databaseSizes(dataDir: string): { readonly historyMb: number; readonly otherMb: number } {
  const tables = inCopy(dataDir, (database) =>
    database
      .prepare('SELECT m.tbl_name AS name, sum(s.pgsize) AS bytes FROM dbstat s JOIN sqlite_schema m ON m.name = s.name GROUP BY 1')
      .all(),
  )
  const size = (isHistory: boolean): number =>
    (tables ?? [])
      .filter(({ name }) => HISTORY.some((table) => String(name).startsWith(table)) === isHistory)
      .reduce((sum, { bytes }) => sum + Number(bytes), 0) /
    2 ** 20
  return { historyMb: size(true), otherMb: size(false) }
}
