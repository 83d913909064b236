import type { ConfigValue } from '../../shared/domain/configValue'
import type { FileProblem } from '../../shared/domain/settings'
import type { CredentialKey, SecretStorage, VaultState } from '../../shared/domain/vaultState'
import { AppError } from '../../shared/errors/appError'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { rememberSecret } from '../lib/redact'
import { VaultFile } from './vaultFile'
import type { FileKey } from './vaultVersions'
import { VaultUnlocker, type VaultChoice, type VaultLockOptions } from './vaultUnlocker'
import { credentialKey, credentialRecord, secretRecord, type Section, type VaultRecord } from './vaultRecord'

export interface VaultOptions extends VaultLockOptions {
  readonly file: string
}

/**
 * Parley's own records: the grants of accounts, and Parley's clients at authorization servers. Their keys never clash with names of
 * secrets.
 */
export interface CredentialStore {
  /** Needs no vault key. */
  keys(): readonly CredentialKey[]
  /** The record's owner registers the secret parts for `redact`. @throws {AppError} as `SecretVault.put` */
  put(key: CredentialKey, record: string, signal: AbortSignal): Promise<void>
  /** Undefined if there is none. @throws {AppError} SECRETS_LOCKED if it exists but the vault's key is not available */
  reveal(key: CredentialKey, signal: AbortSignal): Promise<string | undefined>
  /** Needs no vault key. @throws {AppError} FILE_UNREADABLE */
  remove(key: CredentialKey, signal: AbortSignal): Promise<void>
}

/**
 * Owner of all secret values. They are read only here, by code that starts a server or asks a model. They are stored in a file whose key is
 * in the keychain or derived from a passphrase, or in memory until Parley quits, as the person chose. They are never stored in plain text.
 * Configurations refer to the user's secrets by name; `credentials` are separate.
 */
export class SecretVault {
  /** Emitted after the names, the place, or the problem changed. */
  readonly changes: Emitter<void>
  /** Emitted with the name of a secret of the user after its value was entered or removed. */
  readonly valueChanges = new Emitter<string>()
  /** Emitted when a closed vault opens, so that callers without a secret can try again. */
  readonly opened: Emitter<void>
  readonly credentials: CredentialStore
  readonly #file: VaultFile
  readonly #lock: VaultUnlocker
  /** By section and name. The array of a record stays the same object until the record is written again. */
  readonly #inMemory = new Map<string, readonly [record: VaultRecord, value: string]>()

  private constructor({ file, ...options }: VaultOptions) {
    this.#file = new VaultFile(file, options.clock)
    this.#lock = new VaultUnlocker(options, this.#file, (own) => this.#keyFound(own))
    this.changes = this.#lock.changes
    this.opened = this.#lock.opened
    this.credentials = {
      keys: () => this.#names('credentials').flatMap((name) => credentialKey(name) ?? []),
      put: (key, record, signal) => this.#put(credentialRecord(key), record, signal),
      reveal: (key, signal) => this.#reveal(credentialRecord(key), signal),
      remove: (key, signal) => this.#remove(credentialRecord(key), signal),
    }
  }

  /** Does not ask the keychain yet, so that its prompt does not delay the start. */
  static open(options: VaultOptions): SecretVault {
    return new SecretVault(options)
  }

  /** 'unknown' until first use, where a keychain is asked first. */
  kept(): SecretStorage {
    return this.#lock.kept()
  }

  /** False if Parley was told to leave the keychain alone. */
  usesKeychain(): boolean {
    return this.#lock.usesKeychain()
  }

  /** How far the vault is open, for the screen. Asks neither the keychain nor the person. */
  state(): VaultState {
    return this.#lock.state()
  }

  /** The names of the user's secrets. */
  names(): readonly string[] {
    return this.#names('secrets')
  }

  /**
   * @throws {AppError} INVALID_INPUT, FILE_UNREADABLE, CANCELLED; SECRETS_LOCKED until the person opened the vault or chose how to keep
   * secrets
   */
  async put(name: string, value: string, signal: AbortSignal): Promise<void> {
    const record = secretRecord(name)
    rememberSecret(value)
    await this.#put(record, value, signal)
    this.valueChanges.emit(name)
  }

  /** Needs no key, because a sealed record can be removed unopened. @throws {AppError} INVALID_INPUT, FILE_UNREADABLE */
  async remove(name: string, signal: AbortSignal): Promise<void> {
    await this.#remove(secretRecord(name), signal)
    this.valueChanges.emit(name)
  }

  /** @throws {AppError} INVALID_INPUT; SECRET_MISSING; SECRETS_LOCKED if it exists but the key is not available */
  async reveal(name: string, signal: AbortSignal): Promise<string> {
    const value = await this.#reveal(secretRecord(name), signal)
    if (value === undefined) {
      throw new AppError('SECRET_MISSING', { reason: 'secrets.missing', params: { name } })
    }
    rememberSecret(value)
    return value
  }

  /** The text of a configured value: plain text, or the secret that it names. @throws {AppError} as `reveal` */
  async resolve(value: ConfigValue, signal: AbortSignal): Promise<string> {
    return typeof value === 'string' ? value : this.reveal(value.secret, signal)
  }

  /** Resolves when a secret can be saved. Call it before fetching a value that is issued only once. @throws {AppError} SECRETS_LOCKED */
  async ready(signal: AbortSignal): Promise<void> {
    await this.#lock.ready(signal)
  }

  /**
   * Opens the vault with the passphrase, or asks the keychain again. @throws {AppError} INVALID_INPUT for a wrong passphrase,
   * SECRETS_LOCKED
   */
  async unlock(passphrase: string | undefined, signal: AbortSignal): Promise<void> {
    await this.#lock.unlock(passphrase, signal)
  }

  /** Applies the person's choice of how to keep secrets. @throws {AppError} CONFLICT while there are other secrets that do not open */
  async choose(choice: VaultChoice, signal: AbortSignal): Promise<void> {
    await this.#lock.choose(choice, signal)
  }

  /** @throws {AppError} INVALID_INPUT if `current` is not the passphrase */
  async changePassphrase(current: string, next: string, signal: AbortSignal): Promise<void> {
    await this.#lock.changePassphrase(current, next, signal)
  }

  /** Seals all records with the keychain's key instead of the passphrase's. @throws {AppError} SECRETS_LOCKED */
  async moveToKeychain(signal: AbortSignal): Promise<void> {
    await this.#lock.moveToKeychain(signal)
  }

  /** Why existing secrets cannot be read. */
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
    // Read now and not when the vault was opened, because memory may have moved to the disk since.
    const own = this.#lock.fileKey()
    if (own) await this.#file.put(own, [[record, value]], signal)
    else this.#inMemory.set(idOf(record), [record, value])
    this.changes.emit()
  }

  async #remove(record: VaultRecord, signal: AbortSignal): Promise<void> {
    if (this.#inMemory.delete(idOf(record))) this.changes.emit()
    // Fails while the file cannot be read, because the record may be in it.
    if (this.#file.names(record.section).includes(record.name)) await this.#file.remove(record, signal)
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

  /** Converts a file of an older format. A failed write does no harm, because the old file is still complete. */
  async #upgrade(own: FileKey): Promise<void> {
    try {
      // A signal that never aborts, because several callers may wait.
      await this.#file.upgrade(own.key, new AbortController().signal)
    } catch (thrown) {
      log('warn', 'The file of secrets could not be moved to the current format', { error: AppError.from(thrown) })
    }
  }

  /** Moves secrets from memory to the disk as soon as there is a key, including those entered meanwhile. */
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
