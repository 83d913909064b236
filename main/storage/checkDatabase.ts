import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { versionOf } from './migrate'
import { migrations } from './migrations'
import { explainOpenFailure } from './sqliteErrors'

const BUSY_MS = 5_000
/** As many of SQLite's findings as a person reads. */
const MOST_FINDINGS = 20

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
  /** The number of rows of each table, by its name. */
  readonly rows: Readonly<Record<string, number>>
}

/**
 * Checks a whole database without changing it, also while Parley runs. Takes seconds for gigabytes.
 * @throws {AppError} as `openDatabase` does, if it cannot be opened
 */
export function checkDatabase(file: string): DatabaseCheck {
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
    try {
      return contentOf(sqlite, file)
    } finally {
      sqlite.close()
    }
  } catch (thrown) {
    throw explainOpenFailure(thrown, file)
  }
}

function contentOf(sqlite: DatabaseSync, file: string): DatabaseCheck {
  const said = sqlite
    .prepare(`PRAGMA integrity_check(${MOST_FINDINGS})`)
    .all()
    .map((row) => String(row['integrity_check']))
  const tables = sqlite.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`).all()
  const countOf = (name: string): number =>
    Number(sqlite.prepare(`SELECT count(*) AS rows FROM "${name.replaceAll('"', '""')}"`).get()?.['rows'])
  return {
    version: versionOf(sqlite),
    ownVersion: migrations.length,
    bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    damage: said.filter((line) => line !== 'ok'),
    brokenReferences: sqlite.prepare('PRAGMA foreign_key_check').all().length,
    rows: Object.fromEntries(tables.map(({ name }) => [String(name), countOf(String(name))])),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
