import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { AppErrorData } from '../../shared/errors/appError'
import { openDatabase, type OpenOptions } from './openDatabase'

const STATEMENTS_KEPT = 300

/** A row from SQLite. It has no column types, so the reader of a table parses its rows. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** Owner of one SQLite file: the connection, its prepared statements and its version. Other classes own the tables. */
export class Database {
  /** What a person should know of the file: it was damaged and replaced by an empty one, or is only read. */
  readonly problem: AppErrorData | undefined
  /** True if a newer Parley wrote the file, or another program changed its tables. Its rows can be read here; what is written is gone when this is closed. */
  readonly isReadOnly: boolean
  readonly #sqlite: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0

  /** @throws {AppError} as `openDatabase` does */
  constructor(file: string, options: OpenOptions = {}) {
    const { sqlite, problem, isReadOnly } = openDatabase(file, options)
    this.#sqlite = sqlite
    this.problem = problem
    this.isReadOnly = isReadOnly
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

  /** Runs deletions, all or none of them. What they delete can be read neither in the file nor in its log any more. */
  erase(work: () => void): void {
    const before = this.#changes()
    this.transaction(work)
    if (this.#depth === 0 && this.#changes() !== before) this.#emptyLog()
  }

  close(): void {
    this.#statements.clear()
    if (this.#sqlite.isOpen) this.#sqlite.close()
  }

  /** How many rows this connection has changed. */
  #changes(): unknown {
    return this.get('SELECT total_changes() AS count')?.['count']
  }

  /** Where another connection is reading or writing at this moment, the log stays, until it is emptied later or Parley quits. */
  #emptyLog(): void {
    const timeout = Number(this.get('PRAGMA busy_timeout')?.['timeout'])
    this.#sqlite.exec('PRAGMA busy_timeout = 0')
    try {
      this.#sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.#sqlite.exec(`PRAGMA busy_timeout = ${timeout}`)
    }
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
