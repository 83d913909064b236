import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { versionOf } from './migrate'
import { migrations } from './migrations'
import { compareSchema, MOST_DIFFERENCES, type SchemaDifference } from './schemaDifferences'
import { readDatabaseReadOnly } from './readDatabaseReadOnly'

/** As many of SQLite's findings as a person reads. */
const MOST_FINDINGS = 20
/** Many more than any Parley has. */
const MOST_TABLES = 200

/** What was found in a database. */
export interface DatabaseCheck {
  /** The version of its tables, and the one that this Parley writes. */
  readonly version: number
  readonly ownVersion: number
  /** Of the file and its write-ahead log. */
  readonly bytes: number
  /** What SQLite says about damage; empty if the file is sound. In English. */
  readonly damage: readonly string[]
  /** How many rows refer to a row that is not there. */
  readonly brokenReferences: number
  /** What is not as Parley's own steps made it, the first of it: added, changed or removed by another program. */
  readonly schemaDifferences: readonly SchemaDifference[]
  /** The number of rows of each table that is Parley's, by its name. */
  readonly rows: Readonly<Record<string, number>>
}

/**
 * Checks a whole database without changing it, also while Parley runs. Takes seconds for gigabytes.
 * @throws {AppError} as `openDatabase` does, if it cannot be opened
 */
export function checkDatabase(file: string): DatabaseCheck {
  return readDatabaseReadOnly(file, (sqlite) => contentOf(sqlite, file))
}

/** Nothing that another program added or changed is read, because a view or a check of its can go on without an end. */
function contentOf(sqlite: DatabaseSync, file: string): DatabaseCheck {
  const version = versionOf(sqlite)
  const { differences, soundTables } = compareSchema(sqlite, migrations)
  const tables = version > migrations.length ? tablesOfNewer(sqlite) : soundTables
  const isKnown = version <= migrations.length && differences.length < MOST_DIFFERENCES
  const areOthersRead = isKnown && differences.every(({ type }) => type === 'view' || type === 'trigger')
  const countOf = (name: string): number => Number(sqlite.prepare(`SELECT count(*) AS rows FROM ${quoted(name)}`).get()?.['rows'])
  const damage = areOthersRead ? damageOf(sqlite) : tables.flatMap((name) => damageOf(sqlite, name))
  const referring = areOthersRead ? [''] : tables.map((name) => `(${quoted(name)})`)
  return {
    version,
    ownVersion: migrations.length,
    bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    damage: damage.slice(0, MOST_FINDINGS),
    brokenReferences: referring.reduce((sum, of) => sum + sqlite.prepare(`PRAGMA foreign_key_check${of}`).all().length, 0),
    schemaDifferences: differences,
    rows: Object.fromEntries(tables.toSorted().map((name) => [name, countOf(name)])),
  }
}

/** What SQLite says about the whole file, or about one table and its indexes. */
function damageOf(sqlite: DatabaseSync, table?: string): readonly string[] {
  const said = sqlite.prepare(`PRAGMA integrity_check(${table === undefined ? MOST_FINDINGS : quoted(table)})`).all()
  return said.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok')
}

/** Ordinary tables only. Nobody here knows which of them are the newer Parley's. */
function tablesOfNewer(sqlite: DatabaseSync): readonly string[] {
  const rows = sqlite.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' AND name NOT LIKE 'sqlite_%' LIMIT ${MOST_TABLES}`,
  )
  return rows.all().map(({ name }) => String(name))
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
