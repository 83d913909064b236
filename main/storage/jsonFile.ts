import { mkdirSync, readFileSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Node } from 'jsonc-parser'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { editJson, type JsonChange } from './editJson'
import { lineAndColumn, readJson, valueOf, type JsonFault } from './readJson'
import { realPath, removeAbandoned, writeAtomically } from './writeAtomically'
import { errorMessage } from '../../shared/messages/errorText'

/** Editors write in several steps; Parley looks when they are done. */
const SETTLE_MS = 60
/** A file that became empty or vanished is looked at again before it is believed: some editors write by emptying first. */
const SECOND_LOOK_MS = 400

interface Content {
  readonly text: string
  readonly tree: Node | undefined
}

const nothing: Content = { text: '', tree: undefined }

export interface JsonFileOptions {
  readonly path: string
  readonly clock: Clock
  /** What the file has to be beyond JSON, for example an object. A fault makes the whole file unreadable. */
  readonly check?: (tree: Node | undefined) => JsonFault | undefined
}

/**
 * The owner of one JSON file that people write by hand too. It is read when it is made and whenever it changes on the disk.
 * A file that cannot be read keeps its last good value here, is never written, and says why.
 */
export class JsonFile {
  /** After every change of the value or of the problem, whoever made it. */
  readonly changes = new Emitter<void>()
  readonly path: string
  readonly #clock: Clock
  readonly #check: NonNullable<JsonFileOptions['check']>
  readonly #closed = new AbortController()
  #content = nothing
  #problem: AppErrorData | undefined
  /** The text as it stood on the disk at the last look, JSON or not; undefined when the file could not be opened. */
  #onDisk: string | undefined
  #watcher: FSWatcher | undefined
  #looking = false

  constructor(options: JsonFileOptions) {
    this.path = options.path
    this.#clock = options.clock
    this.#check = options.check ?? (() => undefined)
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    removeAbandoned(this.path, this.#clock)
    this.#accept(this.#readDisk())
    this.#watch()
  }

  /** The last text that could be read; empty when there is no file. */
  get text(): string {
    return this.#content.text
  }

  /** The last value that could be read; undefined when there is no file. */
  get value(): unknown {
    return this.tree && valueOf(this.tree)
  }

  get tree(): Node | undefined {
    return this.#content.tree
  }

  /** Why the file cannot be read, with line and column. While it is set, edits are refused. */
  get problem(): AppErrorData | undefined {
    return this.#problem
  }

  /** @throws {AppError} FILE_UNREADABLE while the file cannot be read. */
  edit(changes: readonly JsonChange[]): void {
    this.rewrite((text) => editJson(text, changes))
  }

  /** Writes what `work` makes of the text on the disk. @throws {AppError} FILE_UNREADABLE while the file cannot be read. */
  rewrite(work: (text: string) => string): void {
    // What another program wrote a moment ago is not known here yet, and must not be lost.
    const changedOutside = this.#accept(this.#readDisk())
    if (this.#problem) {
      if (changedOutside) this.changes.emit()
      throw AppError.fromData(this.#problem)
    }
    const text = work(this.#content.text)
    const reading = readJson(text)
    if (!reading.ok)
      throw new AppError('INTERNAL', {
        reason: 'storage.wouldBreakFile',
        params: { file: basename(this.path), why: reading.fault.message },
      })
    if (text !== this.#content.text) writeAtomically(this.path, text, this.#clock)
    if (this.#accept(text) || changedOutside) this.changes.emit()
  }

  /** Reads the file again, now. For those who know that it has changed. */
  reload(): void {
    if (this.#accept(this.#readDisk())) this.changes.emit()
  }

  [Symbol.dispose](): void {
    this.#closed.abort()
    this.#watcher?.close()
  }

  /** True when anything is different from before. */
  #accept(read: { readonly error: AppErrorData } | string): boolean {
    if (typeof read !== 'string') {
      const changed = this.#problem?.message !== read.error.message
      this.#problem = read.error
      this.#onDisk = undefined
      return changed
    }
    if (read === this.#onDisk) return false
    this.#onDisk = read
    const reading = readJson(read)
    const fault = reading.ok ? this.#check(reading.tree) : reading.fault
    this.#problem = fault && this.#explain(read, fault)
    if (reading.ok && !fault) this.#content = { text: read, tree: reading.tree }
    return true
  }

  #explain(text: string, fault: JsonFault): AppErrorData {
    const { line, column } = lineAndColumn(text, fault.offset)
    const params = { file: basename(this.path), line: String(line), column: String(column), why: fault.message, path: this.path }
    return new AppError('FILE_UNREADABLE', { reason: 'storage.badFile', params }).toData()
  }

  #readDisk(): { readonly error: AppErrorData } | string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(this.path))
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return ''
      const why = thrown instanceof TypeError ? { id: 'errors.storage.notUtf8' as const } : errorMessage(AppError.from(thrown))
      const params = { file: basename(this.path), why, path: this.path }
      return { error: new AppError('FILE_UNREADABLE', { reason: 'storage.unreadableFile', params }).toData() }
    }
  }

  /** The folder is watched, not the file: whoever replaces a file takes the watch on it along. */
  #watch(): void {
    const target = realPath(this.path)
    try {
      this.#watcher = watch(dirname(target), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(target)) void this.#look()
      })
      this.#watcher.on('error', (error) => log('warn', 'A file is no longer watched', { path: this.path, error }))
    } catch (thrown) {
      // Edits still read the file first; only changes by hand are seen late.
      log('warn', 'A file cannot be watched', { path: this.path, error: AppError.from(thrown) })
    }
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      await this.#clock.sleep(SETTLE_MS, this.#closed.signal)
      if (this.#readDisk() === '' && this.text !== '') await this.#clock.sleep(SECOND_LOOK_MS, this.#closed.signal)
    } catch (thrown) {
      if (this.#closed.signal.aborted) return
      throw thrown
    } finally {
      this.#looking = false
    }
    this.reload()
  }
}
