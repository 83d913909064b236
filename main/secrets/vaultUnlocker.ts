import { randomBytes } from 'node:crypto'
import type { FileProblem } from '../../shared/domain/settings'
import type { SecretStorage, VaultState } from '../../shared/domain/vaultState'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { untilAborted } from '../lib/untilAborted'
import type { KeyProvider } from '../ports'
import { newPassphraseLock, passphraseKey, type PassphraseKdf } from './passphraseKey'
import type { VaultFile } from './vaultFile'
import { lockedElsewhere, lostKey, needsPassphrase, noKeychain, startedOver, wrongPassphrase } from './vaultErrors'
import type { FileKey } from './vaultVersions'

const KEY_BYTES = 32
/** How long a keychain that did not open is not asked again. Each request may show a prompt. */
const ASK_AGAIN_MS = 30_000

type Place = ({ readonly kept: 'keychain' | 'passphrase' } & FileKey) | { readonly kept: 'memory' }

/** How a person wants secrets kept. With `startOver`, a file that cannot be opened is set aside. */
export type VaultChoice =
  | { readonly kept: 'passphrase'; readonly passphrase: string; readonly startOver?: boolean | undefined }
  | { readonly kept: 'memory'; readonly startOver?: boolean | undefined }

export interface VaultLockOptions {
  /** A keychain and memory, or only memory if that was already chosen. */
  readonly providers: readonly KeyProvider[]
  readonly clock: Clock
  /** Reads and saves the person's choice to do without a keychain. */
  readonly memoryChoice?: { readonly made: () => boolean; readonly make: () => void }
  /** Tests pass a cheaper one. */
  readonly newLock?: () => PassphraseKdf
}

/**
 * Opens the vault. The key comes from the keychain or from the passphrase; or secrets stay in memory, if the person chose that. It knows
 * nothing about records.
 */
export class VaultUnlocker {
  /** Emitted after the place or the problem changed. */
  readonly changes = new Emitter<void>()
  /** Emitted when a closed vault opens, so that callers without a secret can try again. */
  readonly opened = new Emitter<void>()
  readonly #file: VaultFile
  readonly #providers: readonly KeyProvider[]
  readonly #clock: Clock
  readonly #memoryChoice: NonNullable<VaultLockOptions['memoryChoice']>
  readonly #newLock: () => PassphraseKdf
  readonly #onKey: (own: FileKey) => Promise<void>
  #place: Place | undefined
  #opening: Promise<Place> | undefined
  #lockedOut: { readonly error: AppError; readonly at: number } | undefined
  #lost: AppErrorData | undefined
  /** Whether a caller was refused a secret since the vault was last open. */
  #refused = false

  /** `onKey` runs whenever a key becomes available, before anyone else can use it, and writes what waited for the key. */
  constructor(options: VaultLockOptions, file: VaultFile, onKey: (own: FileKey) => Promise<void>) {
    this.#file = file
    this.#providers = options.providers
    this.#clock = options.clock
    this.#newLock = options.newLock ?? newPassphraseLock
    this.#onKey = onKey
    let chosen = false
    this.#memoryChoice = options.memoryChoice ?? { made: () => chosen, make: () => void (chosen = true) }
  }

  /** 'unknown' until first use, where a keychain is asked first. */
  kept(): SecretStorage {
    return this.#place?.kept ?? (this.#passphraseLock() ? 'passphrase' : this.usesKeychain() ? 'unknown' : 'memory')
  }

  /** False if Parley was told to leave the keychain alone. */
  usesKeychain(): boolean {
    return this.#keychain() !== undefined
  }

  /** How far the vault is open, for the screen. Asks neither the keychain nor the person. */
  state(): VaultState {
    if (this.#place?.kept === 'memory') return this.#hasRecords() ? this.#closedState() : 'open'
    if (this.#place) return 'open'
    if (this.#passphraseLock()) return 'needsPassphrase'
    if (!this.#lockedOut) return 'unasked'
    return this.#hasRecords() ? 'locked' : 'chooses'
  }

  /** Why existing records cannot be read. */
  problem(): FileProblem | undefined {
    // A missing keychain is no problem if no secrets depend on one. `state` then says what the person has to choose.
    const locked = this.#hasRecords() ? this.#lockedOut?.error.toData() : undefined
    const error = this.#lost ?? this.fileFault() ?? locked
    return error && { file: 'secrets.json', path: this.#file.path, error }
  }

  /** Why the file cannot be read; undefined if it can. */
  fileFault(): AppErrorData | undefined {
    try {
      this.#file.read()
      return undefined
    } catch (thrown) {
      return AppError.from(thrown).toData()
    }
  }

  /** The key for writing records; undefined if they are kept in memory, or nothing is open. */
  fileKey(): FileKey | undefined {
    return this.#place && this.#place.kept !== 'memory' ? this.#place : undefined
  }

  /** The key of the file. @throws {AppError} SECRETS_LOCKED if it is not available, CANCELLED */
  async keyOfFile(signal: AbortSignal): Promise<Uint8Array> {
    const place = await this.#current(signal)
    // Memory was used because the keychain did not open. It may have been unlocked since.
    const again = place.kept === 'memory' && this.#mayAskAgain() ? await this.#open(signal, true) : place
    if (again.kept !== 'memory') return again.key
    this.#refused = true
    throw this.#lockedOut?.error ?? (this.#passphraseLock() ? needsPassphrase() : noKeychain())
  }

  /**
   * Resolves when a record can be saved. @throws {AppError} SECRETS_LOCKED until the person opened the vault or chose how to keep secrets
   */
  async ready(signal: AbortSignal): Promise<void> {
    await this.#current(signal)
  }

  /**
   * Opens the vault with the passphrase, or asks the keychain again. @throws {AppError} INVALID_INPUT for a wrong passphrase,
   * SECRETS_LOCKED
   */
  async unlock(passphrase: string | undefined, signal: AbortSignal): Promise<void> {
    const lock = this.#file.lock()
    if (lock) {
      await this.#settle(await this.#withPassphrase(passphrase, lock))
    } else {
      const place = await this.#open(signal, true)
      if (place.kept === 'memory') throw this.#lockedOut?.error ?? noKeychain()
    }
  }

  /** Applies the person's choice of how to keep secrets. @throws {AppError} CONFLICT while there are other secrets that do not open */
  async choose(choice: VaultChoice, signal: AbortSignal): Promise<void> {
    if (choice.startOver) await this.#startOver(signal)
    if (choice.kept === 'memory') {
      if (this.fileKey()) throw new AppError('CONFLICT', { reason: 'secrets.onDisk' })
      if (this.#passphraseLock()) throw lockedElsewhere()
      this.#memoryChoice.make()
      await this.#settle({ kept: 'memory' })
    } else {
      await this.#moveTo(await this.#newKey(choice.passphrase), signal)
    }
  }

  /** @throws {AppError} INVALID_INPUT if `current` is not the passphrase */
  async changePassphrase(current: string, next: string, signal: AbortSignal): Promise<void> {
    const lock = this.#file.lock()
    if (!lock) throw new AppError('CONFLICT', { reason: 'secrets.noPassphrase' })
    await this.#settle(await this.#withPassphrase(current, lock))
    await this.#moveTo(await this.#newKey(next), signal)
  }

  /** Seals all records with the keychain's key instead of the passphrase's. @throws {AppError} SECRETS_LOCKED */
  async moveToKeychain(signal: AbortSignal): Promise<void> {
    const keychain = this.#keychain()
    if (!keychain) throw noKeychain()
    const place = await this.#current(signal)
    if (place.kept === 'memory') return this.unlock(undefined, signal)
    if (place.kept === 'keychain') return
    // Another data folder may already have its key there. It is reused and never replaced.
    const key = await this.#file.locked(async () => (await keychain.load(signal)) ?? (await newKey(keychain, signal)), signal)
    await this.#file.reseal(place.key, { key }, signal)
    await this.#settle({ kept: 'keychain', key })
  }

  #mayAskAgain(): boolean {
    return this.#lockedOut === undefined || this.#clock.now() - this.#lockedOut.at > ASK_AGAIN_MS
  }

  #keychain(): KeyProvider | undefined {
    return this.#providers.find(({ kind }) => kind === 'keychain')
  }

  /** The current place: another process may have sealed the file with another key. */
  async #current(signal: AbortSignal): Promise<Place> {
    const place = await this.#open(signal)
    if (place.kept === 'memory' || this.#file.opensWith(place.key)) return place
    if (this.#place === place) this.#place = undefined
    return this.#open(signal)
  }

  /** All callers share one attempt to open. A caller that aborts does not stop it. */
  async #open(signal: AbortSignal, again = false): Promise<Place> {
    if (this.#place && !again) return this.#place
    this.#opening ??= this.#openFirst(again).finally(() => {
      this.#opening = undefined
    })
    return untilAborted(this.#opening, signal)
  }

  async #openFirst(again: boolean): Promise<Place> {
    if (this.#passphraseLock()) {
      if (this.#place?.kept === 'memory') return this.#place
      this.#refused = true
      this.changes.emit()
      throw needsPassphrase()
    }
    const keychain = this.#keychain()
    // A keychain that has just refused is not asked again by every caller.
    if (keychain && (again || this.#mayAskAgain())) {
      try {
        const key = await this.#keyOf(keychain)
        this.#lockedOut = undefined
        return await this.#settle({ kept: 'keychain', key })
      } catch (thrown) {
        const error = AppError.from(thrown)
        // Memory is used only if the keychain does not open. A file that cannot be read is an error.
        if (error.code !== 'SECRETS_LOCKED') throw error
        log('warn', 'The keychain cannot be used', { error, said: error.said })
        this.#lockedOut = { error, at: this.#clock.now() }
      }
    }
    const memory = this.#providers.some(({ kind }) => kind === 'memory')
    if (memory && (!keychain || this.#memoryChoice.made())) return this.#settle({ kept: 'memory' })
    this.#refused = true
    this.changes.emit()
    throw this.#hasRecords() && this.#lockedOut ? this.#lockedOut.error : noKeychain(this.#lockedOut?.error)
  }

  async #settle(place: Place): Promise<Place> {
    if (place.kept !== 'memory') await this.#onKey(place)
    this.#place = place
    this.changes.emit()
    if (this.#refused) {
      this.#refused = false
      this.opened.emit()
    }
    return place
  }

  /** Seals the existing records with a new key, or creates a file if there is none. */
  async #moveTo(to: FileKey, signal: AbortSignal): Promise<void> {
    const now = this.fileKey()?.key
    if (this.#file.read() && !(now && this.#file.opensWith(now))) throw lockedElsewhere()
    await this.#file.reseal(now, to, signal)
    this.#lockedOut = undefined
    await this.#settle({ kept: 'passphrase', ...to })
  }

  async #startOver(signal: AbortSignal): Promise<void> {
    await this.#file.locked(async () => {
      const key = this.fileKey()?.key
      // A file that opens is not set aside.
      if (!this.#file.read() || (key && this.#file.opensWith(key))) return
      this.#lost = startedOver(this.#file.setAside())
      this.#place = undefined
    }, signal)
  }

  async #newKey(passphrase: string): Promise<FileKey> {
    const lock = this.#newLock()
    return { key: await passphraseKey(passphrase, lock), lock }
  }

  async #withPassphrase(passphrase: string | undefined, lock: PassphraseKdf): Promise<Place> {
    if (passphrase === undefined) throw needsPassphrase()
    const key = await passphraseKey(passphrase, lock)
    if (!this.#file.opensWith(key)) throw wrongPassphrase()
    return { kept: 'passphrase', key, lock }
  }

  async #keyOf(provider: KeyProvider): Promise<Uint8Array> {
    // A signal that never aborts, because several callers may wait. The provider has its own deadline.
    const { signal } = new AbortController()
    const known = await provider.load(signal)
    if (known && this.#file.opensWith(known)) return known
    // Locked, so that two processes that found no key do not both create one.
    return this.#file.locked(async () => {
      const key = await provider.load(signal)
      // Another process may have chosen a passphrase meanwhile.
      if (this.#file.lock()) throw needsPassphrase()
      if (this.#file.read() && !(key && this.#file.opensWith(key))) this.#lost = lostKey(this.#file.setAside(), key !== undefined)
      return key ?? newKey(provider, signal)
    }, signal)
  }

  #closedState(): VaultState {
    return this.#passphraseLock() ? 'needsPassphrase' : 'locked'
  }

  #passphraseLock(): PassphraseKdf | undefined {
    return this.fileFault() ? undefined : this.#file.lock()
  }

  #hasRecords(): boolean {
    if (this.fileFault()) return false
    return this.#file.names('secrets').length > 0 || this.#file.names('credentials').length > 0
  }
}

async function newKey(provider: KeyProvider, signal: AbortSignal): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES)
  await provider.save(key, signal)
  return key
}
