import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'

/** What is bound to this computer at this moment, may be very large and is not needed to read conversations, or follows from the other tables. */
const LEFT_OUT = new Set(['child', 'message_record', 'log', 'search_entry', 'search_removed'])

/** A larger file is not copied: the start would wait for that, and the copy would fill the disk. */
const LARGEST_BYTES = 1024 * 1024 * 1024

/**
 * Shows a file that is only read, of a newer Parley or changed by another program, in the tables of this one: a temporary database with this
 * version's tables, and the file's rows in them. The file is opened for reading only. Columns that this version does not know are not shown.
 * @param from The version whose tables are read. The steps that follow run on the copy.
 * @throws if the file is larger than `LARGEST_BYTES`, or holds something else where this version has a table; SQLite's error if a table or column is missing that this version reads, or a row does not fit
 */
export function showReadOnly(file: string, steps: readonly string[], from: number): DatabaseSync {
  if (statSync(file).size > LARGEST_BYTES) throw new Error('The file is larger than 1 GiB')
  const sqlite = emptyTemporary(steps.slice(0, from))
  try {
    // The newer Parley may tie its rows together in another way.
    sqlite.exec('PRAGMA foreign_keys = OFF')
    sqlite.prepare('ATTACH ? AS shown').run(`${pathToFileURL(file).href}?mode=ro`)
    sqlite.exec('BEGIN')
    for (const table of tablesOf(sqlite)) {
      requireTable(sqlite, table)
      const columns = columnsOf(sqlite, table).join(', ')
      // The order of the rows is the order in which they were written.
      sqlite.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM shown.${table}`)
    }
    sqlite.exec('COMMIT; DETACH shown; PRAGMA foreign_keys = ON')
    for (const step of steps.slice(from)) sqlite.exec(step)
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

/**
 * A view or a virtual table is no table: it may compute rows without an end, and nothing could interrupt that. Nor is one with columns that
 * are computed. A virtual one is listed as a table too, so the text says which it is; SQLite's own list of tables would look into each view.
 */
function requireTable(sqlite: DatabaseSync, table: string): void {
  const texts = sqlite.prepare(`SELECT substr(sql, 1, 200) AS sql FROM shown.sqlite_schema WHERE type = 'table' AND name = ?`).all(table)
  const begins = [`CREATE TABLE ${table} `, `CREATE TABLE ${table}(`, `CREATE TABLE "${table}" `, `CREATE TABLE "${table}"(`]
  const [text] = texts.map(({ sql }) => String(sql))
  if (texts.length !== 1 || !begins.some((begin) => text?.startsWith(begin))) throw new Error(`No table ${table}`)
  const isComputed = sqlite.prepare(`SELECT 1 FROM pragma_table_xinfo(?, 'shown') WHERE hidden <> 0`).get(table)
  if (isComputed !== undefined) throw new Error(`Computed columns in the table ${table}`)
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
