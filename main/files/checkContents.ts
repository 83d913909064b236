import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { FileHash } from '../../shared/domain/ids'
import { readDatabaseReadOnly } from '../storage/readDatabaseReadOnly'
import { contentNames, hashOfContent } from './contentFolder'
import { UNREFERENCED } from './fileTable'

const Row = z.object({ sha256: FileHash, name: z.string(), unreferenced: z.number() })
type Row = z.infer<typeof Row>

/** The tables that are read. Each has to be as Parley made it. */
export const contentTables = ['file', 'message_file', 'draft_file', 'queue_file', 'project_file']

/** A content that the database names. `name` is the one under which it was attached first. */
export interface NamedContent {
  readonly sha256: FileHash
  readonly name: string
}

/** What was found out about the contents of attached files. */
export interface ContentCheck {
  /** How many the database names. */
  readonly count: number
  readonly missing: readonly NamedContent[]
  /** Those that are not what was attached: their SHA-256 is another. */
  readonly damaged: readonly NamedContent[]
  /** How many no message has, sent or unsent, and no project. They go at the next start. */
  readonly unreferenced: number
  /** Those that are in the folder and that the database does not name. Parley removes none of them. */
  readonly unknown: readonly FileHash[]
}

/**
 * Compares the folder of attached files with the database, and each content with its name. Changes nothing, and reads every file; also while
 * Parley runs.
 * @param database its path; its `contentTables` have to be as Parley made them
 * @throws {AppError} as `openDatabase` does, if the database cannot be opened
 */
export function checkContents(database: string, folder: string): ContentCheck {
  const there = contentNames(folder)
  const rows = rowsOf(database)
  const faulty = rows.filter(({ sha256 }) => hashOfContent(join(folder, sha256)) !== sha256)
  // What was deleted meanwhile, or was just being written, is no fault.
  const now = faulty.length === 0 ? rows : rowsOf(database)
  const stillNamed = new Set(now.map(({ sha256 }) => sha256))
  const faults = faulty.filter(({ sha256 }) => stillNamed.has(sha256) && hashOfContent(join(folder, sha256)) !== sha256)
  const isThere = ({ sha256 }: Row): boolean => existsSync(join(folder, sha256))
  const known = new Set(rows.map(({ sha256 }) => sha256))
  return {
    count: rows.length,
    missing: faults.filter((row) => !isThere(row)).map(named),
    damaged: faults.filter(isThere).map(named),
    unreferenced: now.reduce((sum, { unreferenced }) => sum + unreferenced, 0),
    unknown: there.filter((sha256) => !known.has(sha256) && existsSync(join(folder, sha256))),
  }
}

function named({ sha256, name }: Row): NamedContent {
  return { sha256, name }
}

function rowsOf(database: string): readonly Row[] {
  const query = `SELECT sha256, name, ${UNREFERENCED} AS unreferenced FROM file ORDER BY created, sha256`
  return readDatabaseReadOnly(database, (sqlite) => z.array(Row).parse(sqlite.prepare(query).all()))
}
