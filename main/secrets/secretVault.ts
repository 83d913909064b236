import type { ConfigValue } from '../../shared/domain/configValue'
import type { FileProblem } from '../../shared/domain/settings'
import type { CredentialKey, SecretStorage, VaultState } from '../../shared/domain/secretVault'
import { AppError } from '../../shared/errors/appError'
import type { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { rememberSecret } from '../lib/redact'
import { SecretFile } from './secretFile'
import type { FileKey } from './vaultFormat'
import { VaultLock, type VaultChoice, type VaultLockOptions } from './vaultLock'
import { credentialKey, credentialRecord, secretRecord, type Section, type VaultRecord } from './vaultRecord'

export interface VaultOptions extends VaultLockOptions {
  readonly file: string
}

/** Parley's own records: what accounts were given, and how Parley is known to authorization servers. Their keys are no names of secrets. */
export interface CredentialStore {
  /** Needs no key of the vault. */
  keys(): readonly CredentialKey[]
  /** What is secret in a record is remembered for `redact` by its owner, part by part. @throws {AppError} as `SecretVault.put` */
  put(key: CredentialKey, record: string, signal: AbortSignal): Promise<void>
  /** Undefined when there is none. @throws {AppError} SECRETS_LOCKED when it is there, but the vault's key cannot be had. */
  reveal(key: CredentialKey, signal: AbortSignal): Promise<string | undefined>
  /** Needs no key of the vault. */
  remove(key: CredentialKey, signal: AbortSignal): Promise<void>
}

/**
 * The owner of secret values. They go in once, and come out only here, for whoever starts a server or asks a model. They are kept in a
 * file under a key that lies in the operating system's keychain or is made of a passphrase, or in memory until Parley quits, as the
 * person chose; never plain. The user's secrets are reached by name, which configurations write; `credentials` are apart from them.
 */
export class SecretVault {
  /** After the names, the place, or the problem changed. */
  readonly changes: Emitter<void>
  /** What did not open does so now: whoever had to do without a secret can try again. */
  readonly opened: Emitter<void>
  readonly credentials: CredentialStore
  readonly #file: SecretFile
  readonly #lock: VaultLock
  /** By section and name; a record is one object for as long as nobody writes it anew. */
  readonly #inMemory = new Map<string, readonly [record: VaultRecord, value: string]>()

  private constructor({ file, ...options }: VaultOptions) {
    this.#file = new SecretFile(file, options.clock)
    this.#lock = new VaultLock(options, this.#file, (own) => this.#keyFound(own))
    this.changes = this.#lock.changes
    this.opened = this.#lock.opened
    this.credentials = {
      keys: () => this.#names('credentials').flatMap((name) => credentialKey(name) ?? []),
      put: (key, record, signal) => this.#put(credentialRecord(key), record, signal),
      reveal: (key, signal) => this.#reveal(credentialRecord(key), signal),
      remove: (key, signal) => this.#remove(credentialRecord(key), signal),
    }
  }

  /** Asks no keychain yet: that happens at the first need, so that its prompt does not stand in the way of the start. */
  static open(options: VaultOptions): SecretVault {
    return new SecretVault(options)
  }

  /** 'unknown' until the first need. */
  kept(): SecretStorage {
    return this.#lock.kept()
  }

  /** How far it is open, for the screen. Asks nobody. */
  state(): VaultState {
    return this.#lock.state()
  }

  /** The names of the user's secrets. */
  names(): readonly string[] {
    return this.#names('secrets')
  }

  /** @throws {AppError} INVALID_INPUT, FILE_UNREADABLE, CANCELLED; SECRETS_LOCKED until the person opened it or chose how to keep secrets. */
  async put(name: string, value: string, signal: AbortSignal): Promise<void> {
    const record = secretRecord(name)
    rememberSecret(value)
    await this.#put(record, value, signal)
  }

  /** Needs no key: what is sealed can be thrown away sealed. @throws {AppError} INVALID_INPUT */
  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.#remove(secretRecord(name), signal)
  }

  /** @throws {AppError} INVALID_INPUT; SECRET_MISSING; SECRETS_LOCKED when it is there, but its key cannot be had. */
  async reveal(name: string, signal: AbortSignal): Promise<string> {
    const value = await this.#reveal(secretRecord(name), signal)
    if (value === undefined) {
      throw new AppError('SECRET_MISSING', { reason: 'secrets.missing', params: { name } })
    }
    rememberSecret(value)
    return value
  }

  /** The text that a configuration means: its own, or that of the secret that it names. @throws {AppError} as `reveal` */
  async resolve(value: ConfigValue, signal: AbortSignal): Promise<string> {
    return typeof value === 'string' ? value : this.reveal(value.secret, signal)
  }

  /** Resolves when a secret can be kept, before somebody gets one that cannot be had twice. @throws {AppError} SECRETS_LOCKED */
  async ready(signal: AbortSignal): Promise<void> {
    await this.#lock.ready(signal)
  }

  /** Opens it with the passphrase, or asks the keychain again. @throws {AppError} INVALID_INPUT for a wrong passphrase, SECRETS_LOCKED */
  async unlock(passphrase: string | undefined, signal: AbortSignal): Promise<void> {
    await this.#lock.unlock(passphrase, signal)
  }

  /** The person's word on how secrets are kept. @throws {AppError} CONFLICT while there are others that do not open. */
  async choose(choice: VaultChoice, signal: AbortSignal): Promise<void> {
    await this.#lock.choose(choice, signal)
  }

  /** @throws {AppError} INVALID_INPUT when `current` is not the passphrase. */
  async changePassphrase(current: string, next: string, signal: AbortSignal): Promise<void> {
    await this.#lock.changePassphrase(current, next, signal)
  }

  /** Seals all records with the key that the keychain holds, instead of the passphrase. @throws {AppError} SECRETS_LOCKED */
  async moveToKeychain(signal: AbortSignal): Promise<void> {
    await this.#lock.moveToKeychain(signal)
  }

  /** Secrets that are there but cannot be read, and why. */
  problem(): FileProblem | undefined {
    return this.#lock.problem()
  }

  #names(section: Section): readonly string[] {
    const inMemory = [...this.#inMemory.values()].flatMap(([record]) => (record.section === section ? [record.name] : []))
    const onDisk = this.#lock.fileFault() ? [] : this.#file.names(section)
    return [...new Set([...onDisk, ...inMemory])].toSorted()
  }

  async #put(record: VaultRecord, value: string, signal: AbortSignal): Promise<void> {
    await this.#lock.ready(signal)
    // Looked at now, not when it was opened: memory may have moved to the disk since.
    const own = this.#lock.fileKey()
    if (own) await this.#file.put(own, [[record, value]], signal)
    else this.#inMemory.set(idOf(record), [record, value])
    this.changes.emit()
  }

  async #remove(record: VaultRecord, signal: AbortSignal): Promise<void> {
    this.#inMemory.delete(idOf(record))
    if (!this.#lock.fileFault() && this.#file.names(record.section).includes(record.name)) await this.#file.remove(record, signal)
    this.changes.emit()
  }

  async #reveal(record: VaultRecord, signal: AbortSignal): Promise<string | undefined> {
    const inMemory = this.#inMemory.get(idOf(record))
    if (inMemory) return inMemory[1]
    if (!this.#file.names(record.section).includes(record.name)) return undefined
    return this.#file.reveal(await this.#lock.keyOfFile(signal), record)
  }

  async #keyFound(own: FileKey): Promise<void> {
    await this.#upgrade(own)
    await this.#moveToDisk(own)
  }

  /** A file of an older format has all that it had: a disk that takes no writes now is no reason to do without it. */
  async #upgrade(own: FileKey): Promise<void> {
    try {
      // Nobody's signal: several may wait for it.
      await this.#file.upgrade(own.key, new AbortController().signal)
    } catch (thrown) {
      log('warn', 'The file of secrets could not be moved to the current format', { error: AppError.from(thrown) })
    }
  }

  /** What was entered while there was only memory moves to the disk as soon as there is a key; so does what is entered meanwhile. */
  async #moveToDisk(own: FileKey): Promise<void> {
    const { signal } = new AbortController()
    while (this.#inMemory.size > 0) {
      const moving = [...this.#inMemory]
      await this.#file.put(
        own,
        moving.map(([, kept]) => kept),
        signal,
      )
      for (const [id, kept] of moving) {
        if (this.#inMemory.get(id) === kept) this.#inMemory.delete(id)
        else if (!this.#inMemory.has(id)) await this.#file.remove(kept[0], signal)
      }
    }
  }
}

function idOf({ section, name }: VaultRecord): string {
  return `${section} ${name}`
}
