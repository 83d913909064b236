import { AppError, type AppErrorData } from '../../shared/errors/appError'

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** How a file that Parley cannot use is explained, after it was moved aside. */
export type AsideReason = Extract<AppErrorData['reason'], 'storage.damagedDatabase' | 'storage.foreignDatabase'>

/** Thrown while a file is opened: it is SQLite's, but holds something else than Parley's tables. */
export class ForeignDatabase extends Error {}

/** Thrown while a file is opened: its version is higher than this Parley knows. */
export class NewerDatabase extends Error {}

/** Thrown while a file is opened: another program added, changed or removed something of its schema. */
export class ChangedDatabase extends Error {
  /** The version that the file says it has. */
  readonly version: number

  constructor(version: number) {
    super('Not the schema that Parley made')
    this.version = version
  }
}

/** Pure: why a file that could not be opened is moved aside. Undefined if it must stay where it is, because it may be sound. */
export function asideReason(thrown: unknown): AsideReason | undefined {
  if (thrown instanceof ForeignDatabase) return 'storage.foreignDatabase'
  return isDamage(thrown) ? 'storage.damagedDatabase' : undefined
}

/** Pure: whether SQLite says that a file is damaged, or none of its own. */
export function isDamage(thrown: unknown): boolean {
  const code = sqliteCode(thrown)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/** Pure: a failure to open a database, in words for a person. `path` is the file. */
export function explainOpenFailure(thrown: unknown, path: string): AppError {
  if (thrown instanceof AppError) return thrown
  const options = { cause: thrown, ...(thrown instanceof Error && { said: thrown.message }) }
  if (sqliteCode(thrown) === SQLITE_BUSY) return new AppError('CONFLICT', { reason: 'storage.lockedDatabase', params: { path } }, options)
  return new AppError('FILE_UNREADABLE', { reason: 'storage.unopenedDatabase', params: { path } }, options)
}

/** Pure: whether a connection for reading failed because the file has to be written first, as after a crash. */
export function needsWriting(thrown: unknown): boolean {
  return sqliteCode(thrown) === SQLITE_READONLY
}

/** The error that a check throws for a damaged file, as SQLite itself would throw it. */
export function damage(found: string): Error {
  return Object.assign(new Error(found), { errcode: SQLITE_CORRUPT })
}

/** Pure: SQLite's primary result code. Source: https://sqlite.org/rescode.html */
function sqliteCode(thrown: unknown): number | undefined {
  return thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number' ? thrown.errcode & 0xff : undefined
}
