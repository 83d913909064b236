import { readFileSync, renameSync } from 'node:fs'
import * as z from 'zod'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { withFileLock } from '../storage/fileLock'
import { writeAtomically } from '../storage/writeAtomically'
import { seal, unseal } from './sealedValue'

const Content = z.object({
  version: z.literal(1),
  /** A known text under the key of this file, by which a wrong key is told from a damaged record. */
  check: z.string(),
  records: z.record(z.string(), z.string()),
})
type Content = z.infer<typeof Content>

const CHECK_NAME = ' check'

/** The records of the vault on the disk. Several processes may write at once: each change is read, merged and written under a lock. */
export class SecretFile {
  readonly path: string
  readonly #clock: Clock

  constructor(path: string, clock: Clock) {
    this.path = path
    this.#clock = clock
  }

  /** Undefined when there is no file. @throws {AppError} FILE_UNREADABLE */
  read(): Content | undefined {
    const text = readText(this.path)
    if (text === undefined) return undefined
    try {
      return Content.parse(JSON.parse(text))
    } catch (thrown) {
      throw new AppError('FILE_UNREADABLE', 'secrets.json cannot be read', {
        hint: `Parley leaves it as it is: ${this.path}. Mend it, or move it away and enter your secrets again.`,
        cause: thrown,
      })
    }
  }

  names(): readonly string[] {
    return Object.keys(this.read()?.records ?? {})
  }

  /** False when the file was written with another key. True without a file. */
  opensWith(key: Uint8Array): boolean {
    const content = this.read()
    if (!content) return true
    try {
      unseal(key, CHECK_NAME, content.check)
      return true
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'SECRETS_LOCKED') return false
      throw thrown
    }
  }

  /** Undefined when there is no such record. @throws {AppError} SECRETS_LOCKED when it does not open. */
  reveal(key: Uint8Array, name: string): string | undefined {
    const records = this.read()?.records ?? {}
    const sealed = Object.hasOwn(records, name) ? records[name] : undefined
    return sealed === undefined ? undefined : unseal(key, name, sealed)
  }

  async put(key: Uint8Array, values: Iterable<readonly [name: string, value: string]>, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read() ?? { version: 1, check: seal(key, CHECK_NAME, 'parley'), records: {} }
      // Another process may have begun a new file with a new key meanwhile: a file has one key.
      if (!this.opensWith(key))
        throw new AppError('SECRETS_LOCKED', 'The secrets were locked with another key', { hint: 'Start Parley again.' })
      const added = [...values].map(([name, value]) => [name, seal(key, name, value)] as const)
      this.#write({ ...content, records: Object.fromEntries([...Object.entries(content.records), ...added]) })
    }, signal)
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read()
      if (!content || !Object.hasOwn(content.records, name)) return
      this.#write({ ...content, records: Object.fromEntries(Object.entries(content.records).filter(([other]) => other !== name)) })
    }, signal)
  }

  /** Keeps a file that no key opens any more under another name, and returns that name. */
  setAside(): string {
    const kept = `${this.path}.lost-${new Date(this.#clock.now()).toISOString().replaceAll(/[:.]/g, '-')}`
    renameSync(this.path, kept)
    return kept
  }

  locked<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return withFileLock(this.path, this.#clock, work, signal)
  }

  #write(content: Content): void {
    writeAtomically(this.path, `${JSON.stringify(content, null, 2)}\n`, this.#clock)
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined
    throw new AppError('FILE_UNREADABLE', 'secrets.json cannot be opened', { hint: `Look at its permissions: ${path}`, cause: thrown })
  }
}
