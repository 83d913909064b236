import { readFileSync, renameSync } from 'node:fs'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { withFileLock } from '../storage/fileLock'
import { writeAtomically } from '../storage/writeAtomically'
import type { PassphraseKdf } from './passphraseKey'
import {
  emptyContent,
  lockOf,
  namesIn,
  opens,
  resealed,
  valueIn,
  VaultContent,
  withoutRecord,
  withValues,
  type FileKey,
  type Values,
} from './vaultVersions'
import type { Section, VaultRecord } from './vaultRecord'

/** The vault's file. Several processes may write it, so each change is read, merged and written under a lock. */
export class VaultFile {
  readonly path: string
  readonly #clock: Clock

  constructor(path: string, clock: Clock) {
    this.path = path
    this.#clock = clock
  }

  /** Undefined if there is no file. @throws {AppError} FILE_UNREADABLE, also for the format of a newer Parley */
  read(): VaultContent | undefined {
    const text = readText(this.path)
    if (text === undefined) return undefined
    try {
      return VaultContent.parse(JSON.parse(text))
    } catch (thrown) {
      throw new AppError('FILE_UNREADABLE', { reason: 'secrets.fileUnreadable', params: { path: this.path } }, { cause: thrown })
    }
  }

  names(section: Section): readonly string[] {
    const content = this.read()
    return content ? namesIn(content, section) : []
  }

  /** The passphrase parameters; undefined if a keychain holds the key. */
  lock(): PassphraseKdf | undefined {
    const content = this.read()
    return content && lockOf(content)
  }

  /** False if the file was written with another key. True if there is no file. */
  opensWith(key: Uint8Array): boolean {
    const content = this.read()
    return !content || opens(content, key)
  }

  /** Undefined if there is no such record. @throws {AppError} SECRETS_LOCKED if it does not open */
  reveal(key: Uint8Array, record: VaultRecord): string | undefined {
    const content = this.read()
    return content && valueIn(content, key, record)
  }

  async put(own: FileKey, values: Values, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read()
      // Another process may have created a file with a new key meanwhile. A file has only one key.
      if (content && !opens(content, own.key)) throw otherKey()
      this.#write(withValues(content ?? emptyContent(own), own.key, values))
    }, signal)
  }

  /** Needs no key. */
  async remove(record: VaultRecord, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read()
      const rest = content && withoutRecord(content, record)
      if (rest) this.#write(rest)
    }, signal)
  }

  /**
   * Converts a file of an older format in one write. At any moment, even after a crash, the file is completely in the old or the new
   * format. Does nothing if the file is current.
   */
  async upgrade(key: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.#isOld(key)) return
    await this.locked(async () => {
      const content = this.read()
      if (content && this.#isOld(key)) this.#write(withValues(content, key, []))
    }, signal)
  }

  /**
   * Seals every record with another key. The file is replaced as a whole, so exactly one key opens it at any moment. If a record does not
   * open, this throws with its name. Without `from`, the file must have no records.
   */
  async reseal(from: Uint8Array | undefined, to: FileKey, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read()
      if (content && !(from && opens(content, from))) throw otherKey()
      this.#write(content && from ? resealed(content, from, to) : emptyContent(to))
    }, signal)
  }

  /** Renames a file that no key opens, and returns its new path. */
  setAside(): string {
    const kept = `${this.path}.lost-${new Date(this.#clock.now()).toISOString().replaceAll(/[:.]/g, '-')}`
    renameSync(this.path, kept)
    return kept
  }

  locked<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return withFileLock(this.path, this.#clock, work, signal)
  }

  #isOld(key: Uint8Array): boolean {
    const content = this.read()
    return content !== undefined && content.version !== 3 && opens(content, key)
  }

  #write(content: VaultContent): void {
    writeAtomically(this.path, `${JSON.stringify(content, null, 2)}\n`, this.#clock)
  }
}

function otherKey(): AppError {
  return new AppError('SECRETS_LOCKED', { reason: 'secrets.otherKey' })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined
    throw new AppError('FILE_UNREADABLE', { reason: 'secrets.fileUnopened', params: { path } }, { cause: thrown })
  }
}
