import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { migrations } from './migrations'

/** How long SQLite waits for another process that is writing, such as the command line next to the window. */
const BUSY_MS = 5_000
/** Files up to this size are checked completely when opened. Larger ones would delay the start. */
const CHECKED_BYTES = 64 * 1024 * 1024
const STATEMENTS_KEPT = 300
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26])

/** A row from SQLite. It has no column types, so the reader of a table parses its rows. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** Owner of one SQLite file: the connection, its prepared statements and its version. Other classes own the tables. */
export class Database {
  /** Set if the file was damaged. It was renamed and replaced with an empty one. */
  readonly problem: AppErrorData | undefined
  readonly #sqlite: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0

  /** @throws {AppError} CONFLICT if a newer Parley wrote the file */
  constructor(file: string) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    try {
      this.#sqlite = openChecked(file)
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown
      this.problem = setAside(file)
      this.#sqlite = openChecked(file)
    }
  }

  run(sql: string, ...params: SQLInputValue[]): void {
    this.#prepare(sql).run(...params)
  }

  all(sql: string, ...params: SQLInputValue[]): readonly Row[] {
    return this.#prepare(sql).all(...params)
  }

  get(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...params)
  }

  /** Commits everything or nothing. A nested transaction can fail alone. */
  transaction<T>(work: () => T): T {
    const name = `step${this.#depth}`
    this.#sqlite.exec(this.#depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${name}`)
    this.#depth++
    try {
      const value = work()
      this.#sqlite.exec(this.#depth === 1 ? 'COMMIT' : `RELEASE ${name}`)
      return value
    } catch (thrown) {
      // A full disk may have ended the transaction already. A second rollback would hide the real error.
      if (this.#sqlite.isTransaction) this.#sqlite.exec(this.#depth === 1 ? 'ROLLBACK' : `ROLLBACK TO ${name}; RELEASE ${name}`)
      throw thrown
    } finally {
      this.#depth--
    }
  }

  close(): void {
    this.#statements.clear()
    if (this.#sqlite.isOpen) this.#sqlite.close()
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    const oldest = this.#statements.keys().next()
    if (this.#statements.size >= STATEMENTS_KEPT && !oldest.done) this.#statements.delete(oldest.value)
    this.#statements.set(sql, statement)
    return statement
  }
}

function openChecked(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  try {
    if (file !== ':memory:' && process.platform !== 'win32') chmodSync(file, 0o600)
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    if (file !== ':memory:' && statSync(file).size <= CHECKED_BYTES) check(sqlite)
    migrate(sqlite)
    return sqlite
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}

function check(sqlite: DatabaseSync): void {
  const found = sqlite.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: 11 })
}

/** The transaction begins before the version is read, so that two processes cannot both run a step. */
function migrate(sqlite: DatabaseSync): void {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version > migrations.length) {
      throw new AppError('CONFLICT', { reason: 'storage.newerDatabase' })
    }
    for (const step of migrations.slice(version)) sqlite.exec(step)
    sqlite.exec(`PRAGMA user_version = ${migrations.length}`)
    sqlite.exec('COMMIT')
  } catch (thrown) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw thrown
  }
}

function isDamage(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number' && DAMAGED.has(thrown.errcode & 0xff)
}

function setAside(file: string): AppErrorData {
  const kept = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  // The write-ahead log is moved too, because SQLite would apply it to the new file.
  for (const suffix of ['-wal', '-shm', '']) if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix)
  return new AppError('FILE_UNREADABLE', { reason: 'storage.damagedDatabase', params: { path: kept } }).toData()
}
