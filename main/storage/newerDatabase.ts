import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'

/** What is bound to this computer at this moment, or may be very large, and is not needed to read conversations. */
const LEFT_OUT = new Set(['child', 'message_record', 'log'])

/** A larger file is not copied: the start would wait for that, and the copy would fill the disk. */
const LARGEST_BYTES = 1024 * 1024 * 1024

/**
 * Shows a file of a newer Parley in the tables of this one: a temporary database with this version's tables, and the newer rows in them.
 * The file is opened for reading only. Columns that only the newer Parley knows are not shown.
 * @throws if the file is larger than `LARGEST_BYTES`, or holds something else where this version has a table; SQLite's error if a table or column is missing that this version reads, or a row does not fit
 */
export function showNewer(file: string, steps: readonly string[]): DatabaseSync {
  if (statSync(file).size > LARGEST_BYTES) throw new Error('The file is larger than 1 GiB')
  const sqlite = emptyTemporary(steps)
  try {
    // The newer Parley may tie its rows together in another way.
    sqlite.exec('PRAGMA foreign_keys = OFF')
    sqlite.prepare('ATTACH ? AS newer').run(`${pathToFileURL(file).href}?mode=ro`)
    sqlite.exec('BEGIN')
    for (const table of tablesOf(sqlite)) {
      requireTable(sqlite, table)
      const columns = columnsOf(sqlite, table).join(', ')
      // The order of the rows is the order in which they were written.
      sqlite.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM newer.${table}`)
    }
    sqlite.exec('COMMIT; DETACH newer; PRAGMA foreign_keys = ON')
    return sqlite
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}

/** A database with this version's tables that is deleted when it is closed. SQLite keeps it in memory, or in a temporary file if it is large. */
export function emptyTemporary(steps: readonly string[]): DatabaseSync {
  const sqlite = new DatabaseSync('', { enableForeignKeyConstraints: true })
  for (const step of steps) sqlite.exec(step)
  return sqlite
}

/** A view is no table: it may compute rows without an end, and nothing could interrupt that. */
function requireTable(sqlite: DatabaseSync, table: string): void {
  const found = sqlite.prepare(`SELECT 1 FROM pragma_table_list WHERE schema = 'newer' AND type = 'table' AND name = ?`).get(table)
  if (found === undefined) throw new Error(`No table ${table}`)
}

/** Those that others refer to come first. */
function tablesOf(sqlite: DatabaseSync): readonly string[] {
  const rows = sqlite.prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all()
  return rows.map(({ name }) => String(name)).filter((name) => !LEFT_OUT.has(name))
}

function columnsOf(sqlite: DatabaseSync, table: string): readonly string[] {
  return sqlite
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${String(name)}"`)
}
