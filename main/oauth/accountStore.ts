import type { FetchLike } from '@modelcontextprotocol/client'
import type { Account, IdpView, SignInTarget } from '../../shared/domain/account'
import { AccountId, type ServerId } from '../../shared/domain/ids'
import type { ServerConfig, ServerList } from '../../shared/domain/server'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { FetchRules } from '../net/checkFetchTarget'
import type { SecretVault } from '../secrets/secretVault'
import type { Database } from '../storage/database'
import { accountView, idpView } from './accountView'
import { CredentialVault, clientKey } from './credentialVault'
import { AccountTable, IDP, targetOf, type AccountRow } from './accountTable'
import { canonicalServerUri } from './discovery/canonicalServerUri'
import { formerHolder, type FormerHolderDeps } from './tokens/formerHolder'
import type { Grant } from './tokens/grant'
import type { ClientRecord } from './clientRecord'
import { matchesBinding, matchesIdentityProvider } from './tokens/grantBinding'
import { TokenRevocations } from './tokens/tokenRevocations'

export interface AccountStoreDeps extends FormerHolderDeps {
  readonly database: Database
  readonly clock: Clock
  readonly dataDir: string
  readonly vault: Pick<SecretVault, 'credentials' | 'resolve'>
  readonly registry: { list(): ServerList; get(id: ServerId): ServerConfig }
  /** `signInFetch`; tests pass their own. */
  readonly fetchFor: (rules: FetchRules) => FetchLike
}

/** Label of an account that the person has not named. The screen shows its own text for it. */
const UNNAMED = ''

/**
 * Owner of all accounts and their grants. The secrets of an account are one sealed vault record; everything else is a row that can be shown
 * without a keychain.
 */
export class AccountStore {
  /** Emitted after the result of `accounts` or `idp` changed. */
  readonly changes = new Emitter<void>()
  /** After the tokens of a person's sign-in were saved. */
  readonly signedIn = new Emitter<{ readonly serverId: ServerId; readonly accountId: AccountId }>()
  /** Emitted when the tokens of an account were replaced or removed. */
  readonly regranted = new Emitter<SignInTarget>()
  readonly #deps: AccountStoreDeps
  readonly #table: AccountTable
  readonly #credentials: CredentialVault
  readonly #returns: TokenRevocations
  readonly #neverAborted = new AbortController().signal

  constructor(deps: AccountStoreDeps) {
    this.#deps = deps
    this.#table = new AccountTable(deps.database)
    this.#credentials = new CredentialVault(deps)
    this.#returns = new TokenRevocations(deps)
  }

  /** All accounts in the order of `servers.json`; at least one for every remote server. */
  accounts(): readonly Account[] {
    const kept = this.#credentials.kept()
    const { servers } = this.#deps.registry.list()
    return servers.flatMap((server) =>
      server.launch.kind === 'http' ? this.#rowsOf(server.id).map((row) => accountView(row, server, kept.has(row.key))) : [],
    )
  }

  /** @throws {AppError} NOT_FOUND for a local or unknown server */
  defaultAccount(serverId: ServerId): AccountId {
    const rows = this.#rowsOf(this.#remote(serverId).id)
    return AccountId.parse((rows.find(({ isDefault }) => isDefault) ?? rows[0])?.key)
  }

  /** @throws {AppError} NOT_FOUND */
  find(serverId: ServerId, accountId: AccountId): Account {
    return accountView(this.#row(serverId, accountId), this.#remote(serverId), this.#credentials.kept().has(accountId))
  }

  /** The server that an account belongs to now. */
  serverOf(accountId: AccountId): ServerId | undefined {
    return this.#table.find(accountId)?.server
  }

  /** The organisation's identity provider as the screen sees it; undefined if none is configured. */
  idp(): IdpView | undefined {
    const { idp } = this.#deps.settings.settings().signIn
    return idp && idpView(idp, this.#table.find(IDP), this.#credentials.kept().has(IDP))
  }

  /** @throws {AppError} CONFLICT if the server already has an account of that name, NOT_FOUND */
  addAccount(serverId: ServerId, label: string): AccountId {
    this.#rowsOf(this.#remote(serverId).id)
    this.#refuseTaken(serverId, label)
    const accountId = AccountId.parse(this.#deps.clock.newId())
    this.#table.add(accountId, serverId, label, this.#deps.clock.now())
    this.changes.emit()
    return accountId
  }

  /** @throws {AppError} CONFLICT, NOT_FOUND */
  renameAccount(serverId: ServerId, accountId: AccountId, label: string): void {
    this.#row(serverId, accountId)
    this.#refuseTaken(serverId, label, accountId)
    this.#table.rename(accountId, label)
    this.changes.emit()
  }

  /** @throws {AppError} NOT_FOUND */
  setDefault(serverId: ServerId, accountId: AccountId): void {
    this.#row(serverId, accountId)
    this.#table.setDefault(serverId, accountId)
    this.changes.emit()
  }

  /** Signs an account out and removes it. The last account of a server stays, signed out. @throws {AppError} NOT_FOUND */
  async removeAccount(serverId: ServerId, accountId: AccountId, signal: AbortSignal): Promise<void> {
    await this.signOut({ kind: 'server', serverId, accountId }, signal)
    // Read again after signing out: meanwhile the server may have been renamed, or another account made the default.
    const row = this.#table.find(accountId)
    const [first] = row ? this.#table.ofServer(row.server).filter(({ key }) => key !== accountId) : []
    if (!row || !first) return
    if (row.isDefault) this.#table.setDefault(row.server, first.key)
    this.#table.remove(accountId)
    this.#credentials.forgetLock(accountId)
    this.changes.emit()
  }

  /**
   * Saves the tokens of a person's sign-in in place of the previous ones. Previous tokens from another issuer or client are revoked there.
   * @throws {AppError} CONFLICT if the server was edited meanwhile and the tokens are for another one; NOT_FOUND, SECRETS_LOCKED,
   * FILE_UNREADABLE
   */
  async saveTokens(target: SignInTarget, grant: Grant, signal: AbortSignal): Promise<void> {
    const key = this.#keyOf(target)
    if (!this.#fits(target, grant)) {
      throw new AppError('CONFLICT', { reason: 'oauth.editedMeanwhile' })
    }
    const before = await this.#credentials.locked(
      key,
      async () => {
        const old = await this.#credentials.read(key, signal)
        await this.#credentials.write(key, grant, signal)
        if (target.kind === 'idp' && !this.#table.find(IDP)) this.#table.add(IDP, '', IDP, this.#deps.clock.now())
        this.#table.noteGrant(key, grant, undefined)
        return old
      },
      signal,
    )
    // Only for another issuer or client: within the same one, revoking the old tokens may also end the new ones.
    if (before && (before.issuer !== grant.issuer || before.clientId !== grant.clientId))
      this.#returns.later(Promise.resolve(before), undefined)
    this.regranted.emit(target)
    this.changes.emit()
    if (target.kind === 'server') this.signedIn.emit({ serverId: target.serverId, accountId: target.accountId })
  }

  /** The grant in the vault; undefined if signed out, or if the server's configuration is another. @throws {AppError} SECRETS_LOCKED, FILE_UNREADABLE */
  async grantOf(target: SignInTarget, signal: AbortSignal): Promise<Grant | undefined> {
    const grant = await this.#credentials.read(this.#keyOf(target), signal)
    return grant && this.#rowOf(target)?.since !== undefined && this.#fits(target, grant) ? grant : undefined
  }

  /** Every scope requested at the last sign-in for the same server. The next sign-in requests them too. */
  requestedScopes(target: SignInTarget): readonly string[] {
    const grant = this.#rowOf(target)?.grant
    if (!grant || target.kind === 'idp') return grant?.requestedScopes ?? []
    return grant.resource === this.resourceOf(target.serverId) ? grant.requestedScopes : []
  }

  /** The canonical address of a server. @throws {AppError} NOT_FOUND for a local or unknown server */
  resourceOf(serverId: ServerId): string | undefined {
    const { launch } = this.#remote(serverId)
    return launch.kind === 'http' ? canonicalServerUri(launch.url) : undefined
  }

  /** The authorization server that first used a configured client for a server. The client may be used at no other. */
  issuerOfClient(serverId: ServerId, clientId: string): string | undefined {
    const resource = this.resourceOf(serverId)
    const rows = this.#table.ofServer(serverId).map(({ grant }) => grant)
    return rows.find((grant) => grant?.client === 'configured' && grant.clientId === clientId && grant.resource === resource)?.issuer
  }

  /** Whether an earlier sign-in ended without the person's doing, or can no longer be used. */
  ended(target: SignInTarget): boolean {
    const row = this.#rowOf(target)
    return row !== undefined && (row.ended || row.since !== undefined)
  }

  /** Parley's client record at an authorization server. It is used only at the issuer that created it. @throws {AppError} SECRETS_LOCKED */
  clientOf(issuer: string, signal: AbortSignal): Promise<ClientRecord | undefined> {
    return this.#credentials.readClient(issuer, signal)
  }

  saveClient(issuer: string, client: ClientRecord, signal: AbortSignal): Promise<void> {
    return this.#credentials.writeClient(issuer, client, signal)
  }

  forgetClient(issuer: string, signal: AbortSignal): Promise<void> {
    return this.#credentials.removeClient(issuer, signal)
  }

  /** Removes the tokens here. `revoked` says whether the authorization server was told and agreed. @throws {AppError} FILE_UNREADABLE */
  async signOut(target: SignInTarget, signal: AbortSignal): Promise<{ revoked: boolean }> {
    // Looked up first, because the server may be renamed or removed meanwhile.
    const holder = formerHolder(target, this.#deps)
    const grant = await this.#forget(this.#keyOf(target), target, signal)
    return { revoked: grant !== undefined && (await this.#returns.revoke(grant, holder, signal)) }
  }

  /** Runs `work` while no one else, in any process, can change this account's grant. */
  locked<T>(target: SignInTarget, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#credentials.locked(this.#keyOf(target), work, signal)
  }

  /** Saves the tokens of a renewal. Call it inside `locked`. @throws {AppError} SECRETS_LOCKED, FILE_UNREADABLE */
  async renewed(target: SignInTarget, grant: Grant, signal: AbortSignal): Promise<void> {
    // Looked up by the account: its server may have been renamed during the renewal.
    const key = this.#rowOf(target)?.key ?? this.#keyOf(target)
    await this.#credentials.write(key, grant, signal)
    this.#table.noteGrant(key, grant, this.#deps.clock.now())
    this.changes.emit()
  }

  /** Records that the authorization server ended the grant. Call it inside `locked`. */
  async end(target: SignInTarget, problem: AppErrorData, signal: AbortSignal): Promise<void> {
    const key = this.#rowOf(target)?.key ?? this.#keyOf(target)
    await this.#credentials.remove(key, signal)
    this.#table.noteSignedOut(key, true, problem)
    this.regranted.emit(target)
    this.changes.emit()
  }

  /** Records why the last renewal or use failed; undefined clears the problem. */
  noteProblem(target: SignInTarget, problem: AppErrorData | undefined): void {
    const row = this.#rowOf(target)
    if (!row || JSON.stringify(row.problem) === JSON.stringify(problem)) return
    this.#table.noteProblem(row.key, problem)
    this.changes.emit()
  }

  renameServer(from: ServerId, to: ServerId): void {
    // Remove accounts left by a removed server of that name.
    for (const row of this.#table.ofServer(to)) this.#drop(row.key, targetOf(row))
    // The registry reports the change only later. Until then the server still has its old name.
    this.#table.renameServer(from, to)
  }

  /** Signs out the accounts of a removed server, here and at the authorization server. Their names stay while the removal can be undone. */
  serverRemoved(server: ServerConfig): void {
    for (const row of this.#table.ofServer(server.id)) this.#returns.later(this.#forget(row.key, targetOf(row), this.#neverAborted), server)
  }

  /** Removes the accounts of servers that are gone, and records of no account or of a signed-out one. Called at start, before anything is used. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    const rows = this.#table.all()
    for (const row of rows) if (row.key !== IDP && !servers.has(row.server)) this.#drop(row.key, targetOf(row))
    for (const key of this.#credentials.kept()) {
      // A sign-out could not remove the record while the file could not be read.
      const isLeft = (): boolean => this.#table.isSignedOut(key)
      if (!rows.some((row) => row.key === key)) this.#drop(key, undefined)
      else if (isLeft()) this.#returns.later(this.#forget(key, undefined, this.#neverAborted, isLeft), undefined)
    }
    this.#returns.inBackground(this.#credentials.keepClientsOf(this.#issuers(), this.#neverAborted))
  }

  /** The issuer of each of Parley's client records, by record id. */
  clientRecords(): ReadonlyMap<string, string> {
    return new Map(this.#issuers().map((issuer) => [clientKey(issuer).id, issuer]))
  }

  /** Waits for revocations in progress. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#returns[Symbol.asyncDispose]()
  }

  #issuers(): readonly string[] {
    return this.#table.all().flatMap(({ grant }) => (grant ? [grant.issuer] : []))
  }

  #rowsOf(serverId: ServerId): AccountRow[] {
    const rows = this.#table.ofServer(serverId)
    if (rows.length > 0) return rows
    this.#table.addFirst(AccountId.parse(this.#deps.clock.newId()), serverId, UNNAMED, this.#deps.clock.now())
    return this.#table.ofServer(serverId)
  }

  #row(serverId: ServerId, accountId: AccountId): AccountRow {
    const row = this.#rowsOf(this.#remote(serverId).id).find(({ key }) => key === accountId)
    if (row) return row
    throw new AppError('NOT_FOUND', { reason: 'oauth.noSuchAccount', params: { server: serverId } })
  }

  #rowOf(target: SignInTarget): AccountRow | undefined {
    return this.#table.find(target.kind === 'idp' ? IDP : target.accountId)
  }

  #keyOf(target: SignInTarget): string {
    return target.kind === 'idp' ? IDP : this.#row(target.serverId, target.accountId).key
  }

  #remote(serverId: ServerId): ServerConfig {
    const server = this.#deps.registry.get(serverId)
    if (server.launch.kind === 'http') return server
    throw new AppError('NOT_FOUND', { reason: 'oauth.noAccounts', params: { server: serverId } })
  }

  #refuseTaken(serverId: ServerId, label: string, except?: AccountId): void {
    if (!this.#table.ofServer(serverId).some((row) => row.label === label && row.key !== except)) return
    throw new AppError('CONFLICT', { reason: 'oauth.labelTaken', params: { server: serverId, label } })
  }

  #fits(target: SignInTarget, grant: Grant): boolean {
    if (target.kind === 'server') return matchesBinding(grant, this.#remote(target.serverId))
    const { idp } = this.#deps.settings.settings().signIn
    return idp !== undefined && matchesIdentityProvider(grant, idp)
  }

  /** Removes an account completely and revokes its tokens in the background. */
  #drop(key: string, target: SignInTarget | undefined): void {
    const taken = this.#forget(key, target, this.#neverAborted)
    // Only afterwards: Windows cannot remove a lock file that is still held.
    this.#returns.later(
      taken.finally(() => this.#credentials.forgetLock(key)),
      undefined,
    )
    this.#table.remove(key)
  }

  /** Removes an account's tokens, even if the vault does not open, and returns them to be revoked. What cannot be removed is used no more. */
  async #forget(key: string, target: SignInTarget | undefined, signal: AbortSignal, isWanted = () => true): Promise<Grant | undefined> {
    return this.#credentials.locked(
      key,
      async () => {
        if (!isWanted()) return undefined
        const known = await this.#credentials.read(key, signal).catch((thrown: unknown) => {
          log('warn', 'An account is signed out without telling its authorization server', { error: AppError.from(thrown) })
          return undefined
        })
        this.#table.noteSignedOut(key, false)
        await this.#credentials.remove(key, signal).finally(() => {
          if (target) this.regranted.emit(target)
          this.changes.emit()
        })
        return known
      },
      signal,
    )
  }
}
