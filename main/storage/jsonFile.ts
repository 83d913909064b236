import { lstatSync, mkdirSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Node } from 'jsonc-parser'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { editJson, type JsonChange } from './editJson'
import { lineAndColumn, parseJson, valueOf, type JsonFault } from './parseJson'
import { readRegularFile } from './readRegularFile'
import { realPath, removeAbandoned, writeAtomically } from './writeAtomically'
import { errorMessage } from '../../shared/i18n/errorText'

/** Editors write in several steps. Parley reads the file once they have finished. */
const SETTLE_MS = 60
/** An empty or missing file is checked again after this time, because some editors empty a file before writing it. */
const SECOND_LOOK_MS = 400
/** A link that leads nowhere is looked at again after this time, because nothing tells that the disk of its target is mounted. */
const DEAD_LINK_MS = 3_000

interface Content {
  readonly text: string
  readonly tree: Node | undefined
}

const nothing: Content = { text: '', tree: undefined }

/** The text on disk, empty if there is no file, or why it cannot be read. */
type DiskText = string | { readonly error: AppErrorData; readonly isDeadLink: boolean }

export interface JsonFileOptions {
  readonly path: string
  readonly clock: Clock
  /** An extra check beyond valid JSON, for example that the file is an object. A fault makes the whole file unreadable. */
  readonly check?: (tree: Node | undefined) => JsonFault | undefined
}

/**
 * Owner of a JSON file that people also edit by hand. It is read at construction and whenever it changes on disk. If the file cannot be
 * read, the last good value stays, edits are refused, and `problem` says why.
 */
export class JsonFile {
  /** Emitted after every change of the value or the problem, whatever the cause. */
  readonly changes = new Emitter<void>()
  readonly path: string
  readonly #clock: Clock
  readonly #check: NonNullable<JsonFileOptions['check']>
  readonly #closed = new AbortController()
  #content = nothing
  #problem: AppErrorData | undefined
  /** The text on disk when last read, valid or not; undefined if the file could not be opened. */
  #onDisk: string | undefined
  #watcher: FSWatcher | undefined
  /** Set while the file is a link that leads nowhere: cancels the next look. */
  #cancelNextLook: (() => void) | undefined
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

  /** The last readable text; empty if there is no file. */
  get text(): string {
    return this.#content.text
  }

  /** The last readable value; undefined if there is no file. */
  get value(): unknown {
    return this.tree && valueOf(this.tree)
  }

  get tree(): Node | undefined {
    return this.#content.tree
  }

  /** Why the file cannot be read, with line and column. While set, edits are refused. */
  get problem(): AppErrorData | undefined {
    return this.#problem
  }

  /** @throws {AppError} FILE_UNREADABLE while the file cannot be read */
  edit(changes: readonly JsonChange[]): void {
    this.rewrite((text) => editJson(text, changes))
  }

  /** Replaces the text on disk with the result of `work`. @throws {AppError} FILE_UNREADABLE while the file cannot be read */
  rewrite(work: (text: string) => string): void {
    // Read the disk first, so that another program's recent change is not lost.
    const changedOutside = this.#accept(this.#readDisk())
    if (this.#problem) {
      if (changedOutside) this.changes.emit()
      throw AppError.fromData(this.#problem)
    }
    const text = work(this.#content.text)
    const reading = parseJson(text)
    if (!reading.ok)
      throw new AppError('INTERNAL', {
        reason: 'storage.wouldBreakFile',
        params: { file: basename(this.path), why: reading.fault.message },
      })
    if (text !== this.#content.text) writeAtomically(this.path, text, this.#clock)
    if (this.#accept(text) || changedOutside) this.changes.emit()
  }

  /** Reads the file again now; for callers that know it has changed. */
  reload(): void {
    if (this.#accept(this.#readDisk())) this.changes.emit()
  }

  [Symbol.dispose](): void {
    this.#closed.abort()
    this.#cancelNextLook?.()
    this.#watcher?.close()
  }

  /** True if anything changed. */
  #accept(read: DiskText): boolean {
    this.#followLink(typeof read !== 'string' && read.isDeadLink)
    if (typeof read !== 'string') {
      const changed = this.#problem?.message !== read.error.message
      this.#problem = read.error
      this.#onDisk = undefined
      return changed
    }
    if (read === this.#onDisk) return false
    this.#onDisk = read
    const reading = parseJson(read)
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

  #readDisk(): DiskText {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readRegularFile(this.path))
    } catch (thrown) {
      const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
      // A link is an existing file, even if its target's disk is not mounted yet.
      const isLink = isMissing && lstatSync(this.path, { throwIfNoEntry: false })?.isSymbolicLink() === true
      if (isMissing && !isLink) return ''
      const why = isLink
        ? { id: 'errors.storage.deadLink' as const }
        : thrown instanceof TypeError
          ? { id: 'errors.storage.notUtf8' as const }
          : errorMessage(AppError.from(thrown))
      const params = { file: basename(this.path), why, path: this.path }
      return { error: new AppError('FILE_UNREADABLE', { reason: 'storage.unreadableFile', params }).toData(), isDeadLink: isLink }
    }
  }

  /** Looks again while the file is a link that leads nowhere. Once its target is there, the folder of that is watched. */
  #followLink(isDead: boolean): void {
    if (this.#closed.signal.aborted) return
    const wasDead = this.#cancelNextLook !== undefined
    this.#cancelNextLook?.()
    this.#cancelNextLook = isDead ? this.#clock.after(DEAD_LINK_MS, () => this.reload()) : undefined
    if (wasDead && !isDead) this.#watch()
  }

  /** The folder is watched and not the file, because a replaced file would lose its watch. */
  #watch(): void {
    const target = realPath(this.path)
    this.#watcher?.close()
    try {
      this.#watcher = watch(dirname(target), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(target)) void this.#look()
      })
      this.#watcher.on('error', (error) => log('warn', 'A file is no longer watched', { path: this.path, error }))
    } catch (thrown) {
      // Edits still read the file first. Only manual changes are noticed late.
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
