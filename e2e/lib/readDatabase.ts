import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Reads Parley's database from outside, for specs that wait until something is on disk. Returns no rows while there is no database. */
export function readDatabase(dataDir: string, sql: string, ...params: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  const file = readdirSync(dataDir).find((name) => /\.(db|sqlite)$/.test(name))
  if (file === undefined || !existsSync(join(dataDir, file))) return []
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true })
  try {
    return database.prepare(sql).all(...params)
  } finally {
    database.close()
  }
}
