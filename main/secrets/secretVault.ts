import { randomBytes } from 'node:crypto'
import type { ConfigValue } from '../../shared/domain/server'
import type { AppInfo, FileProblem } from '../../shared/domain/settings'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { rememberSecret } from '../lib/redact'
import { untilAborted } from '../lib/untilAborted'
import type { KeyProvider } from '../ports'
import { SecretFile } from './secretFile'

const KEY_BYTES = 32
/** A keychain that could not be opened is not asked again at once: it may show a prompt each time. */
const ASK_AGAIN_MS = 30_000

type Place = { readonly kept: 'keychain'; readonly key: Uint8Array } | { readonly kept: 'memory' }

/**
 * The owner of secret values. They go in once, and come out only here, for whoever starts a server or asks a model. They are kept in a
 * file under a key that lies in the operating system's keychain, or, where there is none, in memory until Parley quits; never plain.
 */
export class SecretVault {
  /** After the names, the place, or the problem changed. */
  readonly changes = new Emitter<void>()
  readonly #file: SecretFile
  readonly #providers: readonly KeyProvider[]
  readonly #clock: Clock
  readonly #inMemory = new Map<string, string>()
  #place: Place | undefined
  #opening: Promise<Place> | undefined
  #lockedOut: { readonly error: AppError; readonly at: number } | undefined
  #lost: AppErrorData | undefined

  private constructor(options: { readonly file: string; readonly providers: readonly KeyProvider[]; readonly clock: Clock }) {
    this.#file = new SecretFile(options.file, options.clock)
    this.#providers = options.providers
    this.#clock = options.clock
  }

  /** Asks no keychain yet: that happens at the first need, so that its prompt does not stand in the way of the start. */
  static open(options: { readonly file: string; readonly providers: readonly KeyProvider[]; readonly clock: Clock }): SecretVault {
    return new SecretVault(options)
  }

  /** 'unknown' until the first need. */
  kept(): AppInfo['secretsKept'] {
    return this.#place?.kept ?? 'unknown'
  }

  names(): readonly string[] {
    return [...new Set([...this.#namesOnDisk(), ...this.#inMemory.keys()])].toSorted()
  }

  /** @throws {AppError} INVALID_INPUT, FILE_UNREADABLE, CANCELLED */
  async put(name: string, value: string, signal: AbortSignal): Promise<void> {
    // Names are keys of objects in the file: these would find something of JavaScript's own.
    if (name === '' || name in Object.prototype) throw new AppError('INVALID_INPUT', `“${name}” cannot be the name of a secret`)
    rememberSecret(value)
    await this.#open(signal)
    // Looked at now, not when it was opened: memory may have moved to the disk since.
    if (this.#place?.kept === 'keychain') await this.#file.put(this.#place.key, [[name, value]], signal)
    else this.#inMemory.set(name, value)
    this.changes.emit()
  }

  /** Needs no key: what is sealed can be thrown away sealed. */
  async remove(name: string, signal: AbortSignal): Promise<void> {
    this.#inMemory.delete(name)
    if (this.#namesOnDisk().includes(name)) await this.#file.remove(name, signal)
    this.changes.emit()
  }

  /** @throws {AppError} SECRET_MISSING; SECRETS_LOCKED when it is there, but its key cannot be had. */
  async reveal(name: string, signal: AbortSignal): Promise<string> {
    const value = this.#inMemory.get(name) ?? (await this.#revealFromDisk(name, signal))
    if (value === undefined) {
      throw new AppError('SECRET_MISSING', `The secret “${name}” is not in the vault`, { hint: 'Enter it again.' })
    }
    rememberSecret(value)
    return value
  }

  /** The text that a configuration means: its own, or that of the secret that it names. */
  async resolve(value: ConfigValue, signal: AbortSignal): Promise<string> {
    return typeof value === 'string' ? value : this.reveal(value.secret, signal)
  }

  /** Secrets that are there but cannot be read, and why. */
  problem(): FileProblem | undefined {
    // Without a keychain, and without secrets that wait for one, nothing is wrong: `kept` says where new ones go.
    const locked = this.#namesOnDisk().length > 0 ? this.#lockedOut?.error.toData() : undefined
    const error = this.#lost ?? this.#fileFault() ?? locked
    return error && { file: 'secrets.json', path: this.#file.path, error }
  }

  async #revealFromDisk(name: string, signal: AbortSignal): Promise<string | undefined> {
    if (!this.#file.names().includes(name)) return undefined
    const place = await this.#open(signal)
    // Memory was the way out when the keychain did not open; it may open now, if somebody unlocked it.
    const again = place.kept === 'memory' && this.#mayAskAgain() ? await this.#open(signal, true) : place
    if (again.kept === 'keychain') return this.#file.reveal(again.key, name)
    throw this.#lockedOut?.error ?? new AppError('SECRETS_LOCKED', 'There is no keychain that holds the key of your secrets')
  }

  #mayAskAgain(): boolean {
    return this.#lockedOut === undefined || this.#clock.now() - this.#lockedOut.at > ASK_AGAIN_MS
  }

  /** Everybody waits for the same opening; who leaves leaves alone. */
  async #open(signal: AbortSignal, again = false): Promise<Place> {
    if (this.#place && !again) return this.#place
    this.#opening ??= this.#openFirst().finally(() => {
      this.#opening = undefined
    })
    return untilAborted(this.#opening, signal)
  }

  async #openFirst(): Promise<Place> {
    for (const provider of this.#providers) {
      if (provider.kind === 'memory') break
      try {
        const key = await this.#keyOf(provider)
        this.#lockedOut = undefined
        return await this.#settle({ kept: 'keychain', key })
      } catch (thrown) {
        const error = AppError.from(thrown)
        // Only a keychain that does not open leads to memory; a file that cannot be read is no reason to forget it.
        if (error.code !== 'SECRETS_LOCKED') throw error
        log('warn', 'The keychain cannot be used', { error, said: error.said })
        this.#lockedOut = { error, at: this.#clock.now() }
      }
    }
    if (this.#providers.some(({ kind }) => kind === 'memory')) return this.#settle({ kept: 'memory' })
    throw this.#lockedOut?.error ?? new AppError('SECRETS_LOCKED', 'There is no place for the key of your secrets')
  }

  async #settle(place: Place): Promise<Place> {
    if (place.kept === 'keychain') await this.#moveToDisk(place.key)
    this.#place = place
    this.changes.emit()
    return place
  }

  /** What was entered while there was only memory moves to the disk as soon as there is a key; so does what is entered meanwhile. */
  async #moveToDisk(key: Uint8Array): Promise<void> {
    // Nobody's signal: several may wait for it.
    const { signal } = new AbortController()
    while (this.#inMemory.size > 0) {
      const moving = [...this.#inMemory]
      await this.#file.put(key, moving, signal)
      for (const [name, value] of moving) {
        if (this.#inMemory.get(name) === value) this.#inMemory.delete(name)
        else if (!this.#inMemory.has(name)) await this.#file.remove(name, signal)
      }
    }
  }

  async #keyOf(provider: KeyProvider): Promise<Uint8Array> {
    // Nobody's signal: several may wait for it. The provider has its own deadline.
    const { signal } = new AbortController()
    const known = await provider.load(signal)
    if (known && this.#file.opensWith(known)) return known
    // Two processes that both found no key must not both make one.
    return this.#file.locked(async () => {
      const key = await provider.load(signal)
      if (this.#file.read() && !(key && this.#file.opensWith(key))) this.#lost = lostKey(this.#file.setAside(), key !== undefined)
      return key ?? newKey(provider, signal)
    }, signal)
  }

  #namesOnDisk(): readonly string[] {
    return this.#fileFault() ? [] : this.#file.names()
  }

  #fileFault(): AppErrorData | undefined {
    try {
      this.#file.read()
      return undefined
    } catch (thrown) {
      return AppError.from(thrown).toData()
    }
  }
}

async function newKey(provider: KeyProvider, signal: AbortSignal): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES)
  await provider.save(key, signal)
  return key
}

function lostKey(kept: string, another: boolean): AppErrorData {
  return {
    code: 'SECRETS_LOCKED',
    message: another
      ? 'Your secrets were locked with another key than the one in the keychain'
      : 'The key of your secrets is no longer in the keychain',
    hint: `Enter them again. The file that cannot be opened was kept: ${kept}`,
  }
}
