import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import type { CredentialKey } from '../../shared/domain/vaultState'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { rememberSecret } from '../lib/redact'
import type { CredentialStore } from '../secrets/secretVault'
import { withFileLock } from '../storage/fileLock'
import { Grant, rememberGrant } from './tokens/grant'
import { ClientRecord } from './clientRecord'

/** The sealed part of accounts: one vault record per account, and one per authorization server where Parley is a client. */
export class CredentialVault {
  readonly #credentials: CredentialStore
  readonly #dataDir: string
  readonly #clock: Clock

  constructor(options: { readonly vault: { readonly credentials: CredentialStore }; readonly dataDir: string; readonly clock: Clock }) {
    this.#credentials = options.vault.credentials
    this.#dataDir = options.dataDir
    this.#clock = options.clock
  }

  /** The accounts that have a record. Opens no record. */
  kept(): ReadonlySet<string> {
    return new Set(this.#credentials.keys().flatMap(({ kind, id }) => (kind === 'account' ? [id] : [])))
  }

  /** The current record, since another process may have renewed it. @throws {AppError} SECRETS_LOCKED */
  async read(key: string, signal: AbortSignal): Promise<Grant | undefined> {
    const grant = await this.#read(accountKey(key), Grant, signal)
    if (grant) rememberGrant(grant)
    return grant
  }

  write(key: string, grant: Grant, signal: AbortSignal): Promise<void> {
    rememberGrant(grant)
    return this.#credentials.put(accountKey(key), JSON.stringify(grant), signal)
  }

  /** Works without the vault's key. */
  remove(key: string, signal: AbortSignal): Promise<void> {
    return this.#credentials.remove(accountKey(key), signal)
  }

  async readClient(issuer: string, signal: AbortSignal): Promise<ClientRecord | undefined> {
    const client = await this.#read(clientKey(issuer), ClientRecord, signal)
    if (client?.clientSecret !== undefined) rememberSecret(client.clientSecret)
    return client
  }

  writeClient(issuer: string, client: ClientRecord, signal: AbortSignal): Promise<void> {
    return this.#credentials.put(clientKey(issuer), JSON.stringify(client), signal)
  }

  removeClient(issuer: string, signal: AbortSignal): Promise<void> {
    return this.#credentials.remove(clientKey(issuer), signal)
  }

  /** Removes Parley's registrations at authorization servers that no account uses. */
  async keepClientsOf(issuers: readonly string[], signal: AbortSignal): Promise<void> {
    const wanted = new Set(issuers.map((issuer) => clientKey(issuer).id))
    for (const key of this.#credentials.keys())
      if (key.kind === 'client' && !wanted.has(key.id)) await this.#credentials.remove(key, signal)
  }

  /** Runs `work` while no one else, in any process, renews or changes this account. */
  locked<T>(key: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return withFileLock(this.#lockOf(key), this.#clock, work, signal)
  }

  /** Removes the lock file of an account that is gone. */
  forgetLock(key: string): void {
    rmSync(`${this.#lockOf(key)}.lock`, { force: true })
  }

  #lockOf(key: string): string {
    return join(this.#dataDir, 'locks', `account-${key}`)
  }

  async #read<T>(key: CredentialKey, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | undefined> {
    // Read directly and not looked up in the list of keys: an unreadable file must not cause a new sign-in.
    const record = await this.#credentials.reveal(key, signal)
    if (record === undefined) return undefined
    const parsed = schema.safeParse(JSON.parse(record))
    if (parsed.success) return parsed.data
    // Written by another version of Parley and unusable. A new sign-in replaces it.
    log('warn', 'A record of an account cannot be read', { kind: key.kind, id: key.id.slice(0, 60) })
    return undefined
  }
}

function accountKey(id: string): CredentialKey {
  return { kind: 'account', id }
}

/**
 * The key of Parley's client record at one issuer. It is a hash, because an issuer can be too long for a record name and names are not
 * secret.
 */
export function clientKey(issuer: string): CredentialKey {
  return { kind: 'client', id: createHash('sha256').update(issuer).digest('hex') }
}
