import { DatabaseSync } from 'node:sqlite'
import { versionOf } from './migrate'

/** As many differences as a person reads. Whoever changed a file may have put in any number. */
export const MOST_DIFFERENCES = 20
const NAME_CHARACTERS = 100
/** No text of a table of Parley's is so long. */
const SQL_CHARACTERS = 20_000

const types = ['table', 'index', 'view', 'trigger'] as const

/** One thing in the schema of a database that Parley's own steps did not make so. */
export interface SchemaDifference {
  readonly kind: 'added' | 'changed' | 'missing'
  readonly type: (typeof types)[number] | 'other'
  /** Cut. Whoever changed the file chose it. */
  readonly name: string
  /** The table that it belongs to, cut. Its own name if it is a table or a view. */
  readonly table: string
}

interface SchemaComparison {
  /** The first `MOST_DIFFERENCES` of them. */
  readonly differences: readonly SchemaDifference[]
  /** Whether there is something that is as Parley made it. If not, the file is another program's. */
  readonly hasOwn: boolean
  /** The tables of Parley's that are as it made them, and so are all their indexes. Only these may be read without a second look. */
  readonly soundTables: readonly string[]
}

interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string
}

/** What SQLite itself adds to a file, for `ANALYZE`. Each is harmless exactly so. */
const ofSqlite = [
  { type: 'table', name: 'sqlite_stat1', table: 'sqlite_stat1', sql: 'CREATE TABLE sqlite_stat1(tbl,idx,stat)' },
  { type: 'table', name: 'sqlite_stat4', table: 'sqlite_stat4', sql: 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)' },
]

/**
 * Comments in a table's text that a step of Parley's wrote otherwise once. Files that were made then keep the former one for good. Comments
 * are not left out of the comparison: in a name in quotes, what looks like one is part of the name.
 */
const formerComments = [
  {
    table: 'pin',
    now: '-- The hashes of changes to it that the user looked at and did not want, with spaces between them.',
    once: '-- The hash of a change to it that the user looked at and did not want.',
  },
]

/**
 * Compares the schema of an open database with the one that Parley's own steps make of the same version. Only the list of what there is is
 * read: neither a view nor a table. A file of a newer version has no differences, because nobody here knows its tables.
 * @param steps Step N upgrades from version N to N + 1.
 */
export function compareSchema(sqlite: DatabaseSync, steps: readonly string[]): SchemaComparison {
  // Version and list are of one moment, also while another Parley brings the file to its version.
  sqlite.exec('BEGIN')
  try {
    const version = versionOf(sqlite)
    if (version > steps.length) return { differences: [], hasOwn: true, soundTables: [] }
    return differencesOf(objectsOf(sqlite), ownObjects(steps.slice(0, Math.max(version, 0))))
  } finally {
    // Some failures end the transaction themselves. A second end would hide them.
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
  }
}

function differencesOf(found: Iterable<SchemaObject>, own: readonly SchemaObject[]): SchemaComparison {
  const differences: SchemaDifference[] = []
  const missing = new Map([...own, ...ofSqlite].map((object) => [keyOf(object), object]))
  const optional = new Set(ofSqlite.map(keyOf))
  let matches = 0
  for (const object of found) {
    const known = missing.get(keyOf(object))
    missing.delete(keyOf(object))
    if (known?.table === object.table && textsOf(known).includes(plain(object.sql))) {
      // Any program's file has tables of SQLite itself.
      if (!object.name.startsWith('sqlite_')) matches++
      continue
    }
    differences.push(differenceOf(known ? 'changed' : 'added', object))
    // One more would say nothing new, and what is missing is only known at the end.
    if (differences.length === MOST_DIFFERENCES) return { differences, hasOwn: matches > 0, soundTables: [] }
  }
  for (const [key, object] of missing) if (!optional.has(key)) differences.push(differenceOf('missing', object))
  const touched = new Set(differences.map(({ table }) => table))
  const tables = own.filter(({ type, name }) => type === 'table' && !touched.has(name) && !name.startsWith('sqlite_'))
  return { differences: differences.slice(0, MOST_DIFFERENCES), hasOwn: matches > 0, soundTables: tables.map(({ name }) => name) }
}

function keyOf({ type, name }: SchemaObject): string {
  return `${type}\n${name}`
}

/** The whole texts that count as Parley's own: the one that its steps make now, and those that they made once. */
function textsOf({ name, sql }: SchemaObject): readonly string[] {
  const former = formerComments.filter(({ table }) => table === name).map(({ now, once }) => sql.replace(now, once))
  return [sql, ...former].map(plain)
}

/** SQLite puts names in quotes where it renames, and did not in every version of its own. */
function plain(sql: string): string {
  return sql.replaceAll('"', '')
}

function differenceOf(kind: SchemaDifference['kind'], { type, name, table }: SchemaObject): SchemaDifference {
  return {
    kind,
    type: types.find((known) => known === type) ?? 'other',
    name: name.slice(0, NAME_CHARACTERS),
    table: table.slice(0, NAME_CHARACTERS),
  }
}

function ownObjects(steps: readonly string[]): readonly SchemaObject[] {
  const sqlite = new DatabaseSync(':memory:')
  try {
    for (const step of steps) sqlite.exec(step)
    return [...objectsOf(sqlite)]
  } finally {
    sqlite.close()
  }
}

/** Row by row. A text that is longer than any of Parley's is left out, and so never equal to one. */
function* objectsOf(sqlite: DatabaseSync): Iterable<SchemaObject> {
  const rows = sqlite.prepare(
    `SELECT type, name, tbl_name, CASE WHEN length(sql) > ${SQL_CHARACTERS} THEN 'too long' ELSE sql END AS sql FROM sqlite_schema`,
  )
  for (const { type, name, tbl_name: table, sql } of rows.iterate()) {
    yield { type: String(type), name: String(name), table: String(table), sql: String(sql) }
  }
}
