import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '../../shared/errors/appError'
import { throttle } from '../../shared/lib/throttle'
import { systemClock } from '../lib/clock'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import { log } from '../lib/log'
import type { Database } from '../storage/database'
import { isDamage } from '../storage/sqliteErrors'
import { indexedWords, MOST_PIECES } from './searchableText'
import { SearchEntries, type PendingEntry } from './searchEntries'
import { SearchDatabaseFile } from './searchDatabaseFile'

/** How long changes are collected before they are indexed. */
const GATHER_MS = 100
const ENTRIES_AT_ONCE = 200
const REMOVED_AT_ONCE = 20
/** Above all rows: where the newest hits begin. */
export const NEWEST = Number.MAX_SAFE_INTEGER

export interface SearchIndexDeps {
  readonly database: Database
  /** Absolute path of the index, or ':memory:' when nothing may be written. */
  readonly file: string
}

/** A row of the index: a piece of an entry. */
export interface FoundRow {
  readonly entry: number
  readonly piece: number
  /** The number of the row. Newer ones are higher. */
  readonly row: number
}

/**
 * Owner of what can be found. It puts into the index what the database says has changed, newest first, in slices of milliseconds, and takes up
 * after a crash where it was. An index that is damaged is made anew.
 */
export class SearchIndex implements AsyncDisposable {
  readonly entries: SearchEntries
  readonly #path: string
  #file: SearchDatabaseFile | undefined
  #filling: Promise<void> | undefined
  #isAgain = false
  /** How often the index was made anew since the last time that something was written. */
  #resets = 0
  #isClosed = false
  readonly #fillSoon = throttle(() => this.#fill(), { ms: GATHER_MS, leading: false, after: systemClock.after })

  constructor({ database, file }: SearchIndexDeps) {
    this.entries = new SearchEntries(database)
    this.#path = file
  }

  /** Says that something may have changed. It is indexed soon, in the background. */
  changed(): void {
    if (!this.#isClosed) this.#fillSoon()
  }

  /** Resolves when everything that was written so far is in the index, or could not be put there. */
  async settled(): Promise<void> {
    this.#fillSoon.cancel()
    this.#fill()
    await this.#filling
  }

  /**
   * Returns rows that match, newest first.
   * @param expression In the syntax of FTS5.
   * @param before A number of a row: only older ones are returned.
   */
  match(expression: string, before: number, most: number): readonly FoundRow[] {
    const rows = this.#repairing((file) => file.match(expression, before, most)) ?? []
    return rows.map((row) => ({ entry: Math.floor(row / MOST_PIECES), piece: row % MOST_PIECES, row }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#fillSoon.cancel()
    await this.#filling
    this.#file?.close()
  }

  #fill(): void {
    if (this.#filling) {
      this.#isAgain = true
      return
    }
    this.#filling = this.#fillAll().finally(() => {
      this.#filling = undefined
    })
  }

  /** Never rejects: what cannot be indexed now is tried again at the next change. */
  async #fillAll(): Promise<void> {
    this.#resets = 0
    try {
      do {
        this.#isAgain = false
        // First: an index that is begun anew marks what has to be put into it.
        this.#open()
        await this.#removeGone()
        await this.#indexPending()
      } while (this.#isAgain && !this.#isClosed)
    } catch (thrown) {
      log('error', 'The search index could not be written', { error: thrown })
    }
  }

  /** Removes what is gone, and only forgets it when its words are out of the file too: a run that ends in between is taken up by the next one. */
  async #removeGone(): Promise<void> {
    const all: number[] = []
    for (;;) {
      const gone = this.entries.removed(all.at(-1) ?? 0, REMOVED_AT_ONCE)
      if (this.#isClosed) return
      if (gone.length === 0) break
      this.#repairing((file) =>
        file.transaction(() => {
          for (const id of gone) file.remove(id * MOST_PIECES, (id + 1) * MOST_PIECES - 1)
        }),
      )
      all.push(...gone)
      await turn()
    }
    if (all.length > 0 && (await this.#compact())) this.entries.forgetRemoved(all)
  }

  /** @returns whether it came to its end */
  async #compact(): Promise<boolean> {
    for (let isFirst = true; !this.#isClosed; isFirst = false) {
      if (this.#repairing((file) => file.compact(isFirst)) !== true) return true
      await turn()
    }
    return false
  }

  async #indexPending(): Promise<void> {
    let before: PendingEntry | undefined
    while (!this.#isClosed) {
      const entries = this.entries.pending(ENTRIES_AT_ONCE)
      // An entry that stays pending would be tried without an end.
      if (!entries[0] || (entries[0].id === before?.id && entries[0].pending === before.pending)) return
      before = entries[0]
      await this.#indexEntries(entries)
    }
  }

  /** Oldest first, as the index is written fastest. One slice is one transaction in each of the two files: first the index, then what is in it. */
  async #indexEntries(entries: readonly PendingEntry[]): Promise<void> {
    const yielder = new EventLoopYielder()
    const steps = this.#steps(entries.toReversed())
    for (let isDone = false; !isDone && !this.#isClosed;) {
      const done: PendingEntry[] = []
      const isWritten = this.#repairing((file) =>
        file.transaction(() => {
          do {
            const { value, done: isEnd } = steps.next(file)
            if (value) done.push(value)
            isDone = isEnd === true
          } while (!isDone && !yielder.isDue())
          return true
        }),
      )
      // A repaired index is empty, and everything is pending again.
      if (isWritten !== true) return
      if (done.length > 0) this.entries.indexed(done)
      await yielder.yieldTurn()
    }
  }

  /** Writes one piece with each step, and yields an entry when all of its pieces are written. */
  *#steps(entries: readonly PendingEntry[]): Generator<PendingEntry | undefined, undefined, SearchDatabaseFile> {
    let file = yield undefined
    for (const entry of entries) {
      const first = entry.id * MOST_PIECES
      file.remove(first, first + MOST_PIECES - 1)
      for (const [index, piece] of this.#pieces(entry).entries()) {
        file.put(first + index, indexedWords(piece))
        file = yield undefined
      }
      file = yield entry
    }
    return undefined
  }

  /** A row that somebody has changed so that it cannot be read is not found. It keeps nothing else from being found. */
  #pieces({ id }: PendingEntry): ReturnType<SearchEntries['pieces']> {
    try {
      return this.entries.pieces(id)
    } catch (thrown) {
      log('warn', 'A text could not be read for the search', { entry: id, error: thrown })
      return []
    }
  }

  /** Opens the index when it is first used. One that is begun anew is filled soon, whoever uses it first. */
  #open(): SearchDatabaseFile {
    if (this.#file) return this.#file
    let isNew = false
    this.#file = new SearchDatabaseFile(this.#path, this.entries.indexId(), (id) => {
      this.entries.markAll(id)
      isNew = true
    })
    // Only now: a file that cannot be made would be tried again without an end.
    if (isNew) this.changed()
    return this.#file
  }

  /** Works with the index. Undefined when it was damaged, and is empty now; then everything is indexed again. */
  #repairing<T>(work: (file: SearchDatabaseFile) => T): T | undefined {
    const opened = this.#open()
    try {
      return work(opened)
    } catch (thrown) {
      if (!isDamage(thrown)) throw AppError.from(thrown)
      // A disk that fails would damage it again and again.
      if (this.#resets++ > 0) throw AppError.from(thrown)
      log('warn', 'The search index was damaged, and is made anew', { error: thrown })
      // Until it is made anew there is none: one that failed at that is closed, and would stay so.
      this.#file = undefined
      opened.reset()
      this.#file = opened
      this.changed()
      return undefined
    }
  }
}
