import { readFileSync, renameSync } from 'node:fs'
import * as z from 'zod'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { withFileLock } from '../storage/fileLock'
import { writeAtomically } from '../storage/writeAtomically'
import { PassphraseLock } from './passphraseKey'
import { seal, unseal } from './sealedValue'

const common = {
  /** A known text under the key of this file, by which a wrong key is told from a damaged record. */
  check: z.string(),
  records: z.record(z.string(), z.string()),
}
const Content = z.discriminatedUnion('version', [
  z.object({ version: z.literal(1), ...common }),
  // Another version, since one that knows no passphrases would take the file for one whose key is lost.
  z.object({ version: z.literal(2), lock: PassphraseLock, ...common }),
])
type Content = z.infer<typeof Content>

/** A key, and the lock that it was made with, if it comes from a passphrase. */
export interface FileKey {
  readonly key: Uint8Array
  readonly lock?: PassphraseLock
}

type Values = Iterable<readonly [name: string, value: string]>

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

  /** What the file's passphrase has to be put through; undefined where a keychain holds its key. */
  lock(): PassphraseLock | undefined {
    const content = this.read()
    return content?.version === 2 ? content.lock : undefined
  }

  /** False when the file was written with another key. True without a file. */
  opensWith(key: Uint8Array): boolean {
    const content = this.read()
    return !content || opens(content, key)
  }

  /** Undefined when there is no such record. @throws {AppError} SECRETS_LOCKED when it does not open. */
  reveal(key: Uint8Array, name: string): string | undefined {
    const records = this.read()?.records ?? {}
    const sealed = Object.hasOwn(records, name) ? records[name] : undefined
    return sealed === undefined ? undefined : unseal(key, name, sealed)
  }

  async put(own: FileKey, values: Values, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read()
      // Another process may have begun a new file with a new key meanwhile: a file has one key.
      if (content && !opens(content, own.key)) throw otherKey()
      const added = [...values].map(([name, value]) => [name, seal(own.key, name, value)] as const)
      const records = Object.fromEntries([...Object.entries(content?.records ?? {}), ...added])
      this.#write(content ? { ...content, records } : contentOf(own, records))
    }, signal)
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read()
      if (!content || !Object.hasOwn(content.records, name)) return
      this.#write({ ...content, records: Object.fromEntries(Object.entries(content.records).filter(([other]) => other !== name)) })
    }, signal)
  }

  /**
   * Seals every record anew with another key. The file is replaced as a whole: until then the old key opens all of it, from then on the
   * new one. A record that does not open stops it, with its name. Without `from` there must be nothing that is sealed.
   */
  async reseal(from: Uint8Array | undefined, to: FileKey, signal: AbortSignal): Promise<void> {
    await this.locked(async () => {
      const content = this.read()
      if (content && !(from && opens(content, from))) throw otherKey()
      const entries = Object.entries(content?.records ?? {})
      const records = from ? entries.map(([name, sealed]) => [name, seal(to.key, name, unseal(from, name, sealed))] as const) : []
      this.#write(contentOf(to, Object.fromEntries(records)))
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

function contentOf({ key, lock }: FileKey, records: Record<string, string>): Content {
  const check = seal(key, CHECK_NAME, 'parley')
  return lock ? { version: 2, lock, check, records } : { version: 1, check, records }
}

function opens(content: Content, key: Uint8Array): boolean {
  try {
    unseal(key, CHECK_NAME, content.check)
    return true
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'SECRETS_LOCKED') return false
    throw thrown
  }
}

function otherKey(): AppError {
  return new AppError('SECRETS_LOCKED', 'Your secrets were locked with another key meanwhile', { hint: 'Try again.' })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined
    throw new AppError('FILE_UNREADABLE', 'secrets.json cannot be opened', { hint: `Look at its permissions: ${path}`, cause: thrown })
  }
}
