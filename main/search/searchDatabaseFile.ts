import { randomUUID } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Grows with each change of what is written for a text, so that an index of another kind is made anew. */
const FORMAT = 1
const BUSY_MS = 5_000
/** The text itself is kept once, with the conversations. Words arrive ready, separated by spaces: `ascii` leaves other letters as they are. */
const TABLE = `CREATE VIRTUAL TABLE search USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'ascii')`
/** Which index this is. The database knows the same id: another one would not know what is in it. */
const ID_TABLE = 'CREATE TABLE search_id (id TEXT NOT NULL) STRICT'
/** So many pages of the index are merged before others get a turn. */
const MERGED_PAGES = 16

/**
 * The full-text index in a file of its own. Everything in it follows from the conversations, so a file that is damaged, of another format, of
 * another database, or changed by another program is thrown away. A row is a text, by a number; rows are found newest first.
 */
export class SearchDatabaseFile {
  readonly #path: string
  readonly #onEmpty: (id: string) => void
  #sqlite: DatabaseSync
  #statements = new Map<string, StatementSync>()

  /**
   * @param path Absolute, or ':memory:'.
   * @param id That of the index that the database knows, if any.
   * @param onEmpty Called with its new id before the index is begun anew: all texts have to be put into it.
   * @throws SQLite's and the system's errors when no file can be made there.
   */
  constructor(path: string, id: string | undefined, onEmpty: (id: string) => void) {
    this.#path = path
    this.#onEmpty = onEmpty
    const known = path === ':memory:' || id === undefined ? undefined : openKnown(path, id)
    this.#sqlite = known ?? this.#create()
  }

  /** Puts the words of a text in the place of those that had its number. */
  put(row: number, words: string): void {
    this.#prepare('INSERT OR REPLACE INTO search (rowid, words) VALUES (?, ?)').run(row, words)
  }

  /** Removes all rows from `first` to `last`. */
  remove(first: number, last: number): void {
    // FTS5's own list of rows is asked: the index itself would first be written to the disk, with each question.
    const rows = this.#prepare('SELECT id FROM search_docsize WHERE id BETWEEN ? AND ?').all(first, last)
    for (const { id } of rows) this.#prepare('DELETE FROM search WHERE rowid = ?').run(Number(id))
  }

  /** Returns the numbers of rows that match, highest first. `before` is not among them. */
  match(expression: string, before: number, most: number): readonly number[] {
    const rows = this.#prepare('SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?').all(
      expression,
      before,
      most,
    )
    return rows.map(({ rowid }) => Number(rowid))
  }

  /** Commits everything or nothing. */
  transaction<T>(work: () => T): T {
    this.#sqlite.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      this.#sqlite.exec('COMMIT')
      return value
    } catch (thrown) {
      // A full disk may have ended the transaction already.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK')
      throw thrown
    }
  }

  /**
   * Writes some of the index anew, without the words of rows that were removed: until then they are still in the file.
   * @param isFirst Whether this begins another round.
   * @returns whether there is more to do
   */
  compact(isFirst: boolean): boolean {
    const before = this.#changes()
    this.#prepare(`INSERT INTO search (search, rank) VALUES ('merge', ?)`).run(isFirst ? -MERGED_PAGES : MERGED_PAGES)
    // Source: https://sqlite.org/fts5.html#the_merge_command
    return this.#changes() - before >= 2
  }

  /** Throws the index away and begins an empty one. */
  reset(): void {
    this.close()
    this.#sqlite = this.#create()
  }

  close(): void {
    this.#statements.clear()
    if (this.#sqlite.isOpen) this.#sqlite.close()
  }

  #create(): DatabaseSync {
    if (this.#path !== ':memory:') for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true })
    // First: a crash in between must not leave an empty index that passes for a full one.
    const id = randomUUID()
    this.#onEmpty(id)
    const sqlite = open(this.#path)
    try {
      sqlite.exec(`BEGIN; ${TABLE}; ${ID_TABLE}; INSERT INTO search_id (id) VALUES ('${id}'); PRAGMA user_version = ${FORMAT}; COMMIT`)
      return sqlite
    } catch (thrown) {
      sqlite.close()
      throw thrown
    }
  }

  #changes(): number {
    return Number(this.#prepare('SELECT total_changes() AS changes').get()?.['changes'])
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/** Undefined for a file that is not there, cannot be read, has another id, or is not exactly as this class makes it. */
function openKnown(path: string, id: string): DatabaseSync | undefined {
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = open(path)
    const isOwn = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version']) === FORMAT && schemaOf(sqlite) === ownSchema()
    if (isOwn && sqlite.prepare('SELECT id FROM search_id').get()?.['id'] === id) {
      // The module reads its own settings only when it is first used.
      sqlite.prepare('SELECT rowid FROM search LIMIT 1').get()
      return sqlite
    }
  } catch {
    // What it has is worth nothing: it is made anew.
  }
  sqlite?.close()
  return undefined
}

function open(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path, { timeout: BUSY_MS })
  try {
    if (path !== ':memory:' && process.platform !== 'win32') chmodSync(path, 0o600)
    // FULL: what the database says is in it must be on the disk first, also when the power fails.
    // What is removed is overwritten: these are words of conversations that somebody removed.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    return sqlite
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}

function schemaOf(sqlite: DatabaseSync): string {
  return JSON.stringify(sqlite.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all())
}

function ownSchema(): string {
  const sqlite = new DatabaseSync(':memory:')
  try {
    sqlite.exec(`${TABLE}; ${ID_TABLE}`)
    return schemaOf(sqlite)
  } finally {
    sqlite.close()
  }
}
