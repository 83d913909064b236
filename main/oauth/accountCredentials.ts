import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { rememberSecret } from '../lib/redact'
import type { SecretVault } from '../secrets/secretVault'
import { withFileLock } from '../storage/fileLock'
import { ClientRecord, Grant, rememberGrant } from './tokens/grant'

const ACCOUNT = 'account:'
const CLIENT = 'client:'

/** The sealed half of accounts: one record of the vault per account, and one per authorization server where Parley is a client. */
export class AccountCredentials {
  readonly #vault: SecretVault
  readonly #dataDir: string
  readonly #clock: Clock

  constructor(options: { readonly vault: SecretVault; readonly dataDir: string; readonly clock: Clock }) {
    this.#vault = options.vault
    this.#dataDir = options.dataDir
    this.#clock = options.clock
  }

  /** The accounts that have a record, without opening any. */
  kept(): ReadonlySet<string> {
    return new Set(
      this.#vault
        .names()
        .filter((name) => name.startsWith(ACCOUNT))
        .map((name) => name.slice(ACCOUNT.length)),
    )
  }

  /** As it is now: another process may have renewed it. @throws {AppError} SECRETS_LOCKED */
  async read(key: string, signal: AbortSignal): Promise<Grant | undefined> {
    const grant = await this.#read(`${ACCOUNT}${key}`, Grant, signal)
    if (grant) rememberGrant(grant)
    return grant
  }

  write(key: string, grant: Grant, signal: AbortSignal): Promise<void> {
    rememberGrant(grant)
    return this.#vault.put(`${ACCOUNT}${key}`, JSON.stringify(grant), signal, 'record')
  }

  /** Needs no key. */
  remove(key: string, signal: AbortSignal): Promise<void> {
    return this.#vault.remove(`${ACCOUNT}${key}`, signal)
  }

  async readClient(issuer: string, signal: AbortSignal): Promise<ClientRecord | undefined> {
    const client = await this.#read(clientName(issuer), ClientRecord, signal)
    if (client?.clientSecret !== undefined) rememberSecret(client.clientSecret)
    return client
  }

  writeClient(issuer: string, client: ClientRecord, signal: AbortSignal): Promise<void> {
    return this.#vault.put(clientName(issuer), JSON.stringify(client), signal, 'record')
  }

  removeClient(issuer: string, signal: AbortSignal): Promise<void> {
    return this.#vault.remove(clientName(issuer), signal)
  }

  /** Forgets Parley's registrations at authorization servers that no account is at. */
  async keepClientsOf(issuers: readonly string[], signal: AbortSignal): Promise<void> {
    const wanted = new Set(issuers.map(clientName))
    for (const name of this.#vault.names()) if (name.startsWith(CLIENT) && !wanted.has(name)) await this.#vault.remove(name, signal)
  }

  /** Runs `work` while nobody else, in any process, renews or changes this account. */
  locked<T>(key: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return withFileLock(this.#lockOf(key), this.#clock, work, signal)
  }

  /** Removes the file by which processes wait for each other, of an account that is gone. */
  forgetLock(key: string): void {
    rmSync(`${this.#lockOf(key)}.lock`, { force: true })
  }

  #lockOf(key: string): string {
    return join(this.#dataDir, 'locks', `account-${key}`)
  }

  async #read<T>(name: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | undefined> {
    // Asked for, not looked up among the names: a file that cannot be read is no reason to sign in anew.
    const record = await this.#vault.reveal(name, signal, 'record').catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'SECRET_MISSING') return undefined
      throw thrown
    })
    if (record === undefined) return undefined
    const parsed = schema.safeParse(JSON.parse(record))
    if (parsed.success) return parsed.data
    // Written by a Parley of another time: of no use, and a new sign-in writes it anew.
    log('warn', 'A record of an account cannot be read', { record: name.slice(0, 60) })
    return undefined
  }
}

/** An issuer may be longer than a name should be, and the names of secrets are no secret. */
/** The record about Parley as a client of one issuer. */
export function clientName(issuer: string): string {
  return `${CLIENT}${createHash('sha256').update(issuer).digest('hex')}`
}
