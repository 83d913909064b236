import type { FetchLike } from '@modelcontextprotocol/client'
import type { Account, IdpView, SignInTarget } from '../../shared/domain/account'
import { AccountId, type ServerId } from '../../shared/domain/ids'
import type { ServerDefinition, ServerList } from '../../shared/domain/server'
import type { Settings } from '../../shared/domain/settings'
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
import type { ClientRecord, Grant } from './tokens/grant'
import { matchesBinding, matchesIdentityProvider } from './tokens/grantBinding'
import { TokenRevocations, type FormerHolder } from './tokens/tokenRevocations'

export interface AccountStoreDeps {
  readonly database: Database
  readonly clock: Clock
  readonly dataDir: string
  readonly vault: Pick<SecretVault, 'credentials' | 'resolve'>
  readonly registry: { list(): ServerList; get(id: ServerId): ServerDefinition }
  readonly settings: { settings(): Settings }
  /** `signInFetch`; a test gives its own. */
  readonly fetchFor: (rules: FetchRules) => FetchLike
}

/** Of an account that nobody named: the screen has words for it. */
const UNNAMED = ''

/**
 * The owner of accounts: which there are at each server, and what they got from authorization servers. What is secret of them is one sealed
 * record of the vault each; the rest is a row, so that it can be shown without a keychain.
 */
export class AccountStore {
  /** After anything that `accounts` or `idp` tell is different. */
  readonly changes = new Emitter<void>()
  /** After the tokens of a person's sign-in were saved. */
  readonly signedIn = new Emitter<{ readonly serverId: ServerId; readonly accountId: AccountId }>()
  /** The tokens of an account are others, or gone. */
  readonly regranted = new Emitter<SignInTarget>()
  readonly #deps: AccountStoreDeps
  readonly #table: AccountTable
  readonly #credentials: CredentialVault
  readonly #returns: TokenRevocations

  constructor(deps: AccountStoreDeps) {
    this.#deps = deps
    this.#table = new AccountTable(deps.database)
    this.#credentials = new CredentialVault(deps)
    this.#returns = new TokenRevocations(deps)
  }

  /** One or more for every remote server, in the order of `servers.json`. */
  accounts(): readonly Account[] {
    const kept = this.#credentials.kept()
    const { servers } = this.#deps.registry.list()
    return servers.flatMap((server) =>
      server.launch.kind === 'http' ? this.#rowsOf(server.id).map((row) => accountView(row, server, kept.has(row.key))) : [],
    )
  }

  /** @throws {AppError} NOT_FOUND for a local server, or none */
  defaultAccount(serverId: ServerId): AccountId {
    const rows = this.#rowsOf(this.#remote(serverId).id)
    return AccountId.parse((rows.find(({ isDefault }) => isDefault) ?? rows[0])?.key)
  }

  /** @throws {AppError} NOT_FOUND */
  find(serverId: ServerId, accountId: AccountId): Account {
    return accountView(this.#row(serverId, accountId), this.#remote(serverId), this.#credentials.kept().has(accountId))
  }

  /** Whose account it is now. */
  serverOf(accountId: AccountId): ServerId | undefined {
    return this.#table.find(accountId)?.server
  }

  /** The organisation's identity provider as the screen sees it. Undefined while none is configured. */
  idp(): IdpView | undefined {
    const { idp } = this.#deps.settings.settings().signIn
    return idp && idpView(idp, this.#table.find(IDP), this.#credentials.kept().has(IDP))
  }

  /** @throws {AppError} CONFLICT where the server has an account of that name, NOT_FOUND */
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

  /** Signs an account out and forgets it. The last one of a server stays, signed out. @throws {AppError} NOT_FOUND */
  async removeAccount(serverId: ServerId, accountId: AccountId, signal: AbortSignal): Promise<void> {
    await this.signOut({ kind: 'server', serverId, accountId }, signal)
    // As it is by now: signing out takes a while, in which its server may be renamed and another account made the default one.
    const row = this.#table.find(accountId)
    const [first] = row ? this.#table.ofServer(row.server).filter(({ key }) => key !== accountId) : []
    if (!row || !first) return
    if (row.isDefault) this.#table.setDefault(row.server, first.key)
    this.#table.remove(accountId)
    this.#credentials.forgetLock(accountId)
    this.changes.emit()
  }

  /**
   * Keeps what a person's sign-in brought, in place of what was there. Tokens from another place than before are given back there.
   * @throws {AppError} CONFLICT when the server was edited meanwhile and they are for another one; NOT_FOUND, SECRETS_LOCKED, FILE_UNREADABLE
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
    // Of the same place, the old ones were made good by the new: to revoke one may end them all there.
    if (before && (before.issuer !== grant.issuer || before.clientId !== grant.clientId))
      this.#returns.later(Promise.resolve(before), undefined)
    this.regranted.emit(target)
    this.changes.emit()
    if (target.kind === 'server') this.signedIn.emit({ serverId: target.serverId, accountId: target.accountId })
  }

  /**
   * What an account has, as the vault has it now, where it is for the server as it is configured now.
   * @throws {AppError} SECRETS_LOCKED, FILE_UNREADABLE
   */
  async grantOf(target: SignInTarget, signal: AbortSignal): Promise<Grant | undefined> {
    const grant = await this.#credentials.read(this.#keyOf(target), signal)
    return grant && this.#fits(target, grant) ? grant : undefined
  }

  /** Everything that was asked for at the last sign-in for the same server: the next one asks for it too. */
  requestedScopes(target: SignInTarget): readonly string[] {
    const grant = this.#rowOf(target)?.grant
    if (!grant || target.kind === 'idp') return grant?.requestedScopes ?? []
    return grant.resource === this.#resourceOf(target.serverId) ? grant.requestedScopes : []
  }

  /** The authorization server at which a configured client was used first for a server: it is for no other one. */
  issuerOfClient(serverId: ServerId, clientId: string): string | undefined {
    const resource = this.#resourceOf(serverId)
    const rows = this.#table.ofServer(serverId).map(({ grant }) => grant)
    return rows.find((grant) => grant?.client === 'configured' && grant.clientId === clientId && grant.resource === resource)?.issuer
  }

  /** Whether there was a sign-in that ended without the person's doing, or one that is not of use any more. */
  ended(target: SignInTarget): boolean {
    const row = this.#rowOf(target)
    return row !== undefined && (row.ended || row.since !== undefined)
  }

  /** The client that Parley is at an authorization server. Never asked for another issuer than the one it was made by. @throws {AppError} SECRETS_LOCKED */
  clientOf(issuer: string, signal: AbortSignal): Promise<ClientRecord | undefined> {
    return this.#credentials.readClient(issuer, signal)
  }

  saveClient(issuer: string, client: ClientRecord, signal: AbortSignal): Promise<void> {
    return this.#credentials.writeClient(issuer, client, signal)
  }

  forgetClient(issuer: string, signal: AbortSignal): Promise<void> {
    return this.#credentials.removeClient(issuer, signal)
  }

  /** Forgets the tokens here in any case; `revoked` says whether the authorization server was told and agreed. */
  async signOut(target: SignInTarget, signal: AbortSignal): Promise<{ revoked: boolean }> {
    // Its server may be renamed or removed meanwhile.
    const holder = this.#holder(target)
    const grant = await this.#forget(this.#keyOf(target), target, signal)
    return { revoked: grant !== undefined && (await this.#returns.revoke(grant, holder, signal)) }
  }

  /** Runs `work` while nobody else, in any process, changes what this account has. */
  locked<T>(target: SignInTarget, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#credentials.locked(this.#keyOf(target), work, signal)
  }

  /** Inside `locked`: keeps the tokens of a renewal. @throws {AppError} SECRETS_LOCKED, FILE_UNREADABLE */
  async renewed(target: SignInTarget, grant: Grant, signal: AbortSignal): Promise<void> {
    // By the account itself: its server may have been renamed while the authorization server was asked.
    const key = this.#rowOf(target)?.key ?? this.#keyOf(target)
    await this.#credentials.write(key, grant, signal)
    this.#table.noteGrant(key, grant, this.#deps.clock.now())
    this.changes.emit()
  }

  /** Inside `locked`: the authorization server has ended it. */
  async end(target: SignInTarget, problem: AppErrorData, signal: AbortSignal): Promise<void> {
    const key = this.#rowOf(target)?.key ?? this.#keyOf(target)
    await this.#credentials.remove(key, signal)
    this.#table.noteSignedOut(key, true, problem)
    this.regranted.emit(target)
    this.changes.emit()
  }

  /** Why the last renewal or use failed; undefined when all is well again. */
  noteProblem(target: SignInTarget, problem: AppErrorData | undefined): void {
    const row = this.#rowOf(target)
    if (!row || JSON.stringify(row.problem) === JSON.stringify(problem)) return
    this.#table.noteProblem(row.key, problem)
    this.changes.emit()
  }

  renameServer(from: ServerId, to: ServerId): void {
    // Left by a server of that name that was removed.
    for (const row of this.#table.ofServer(to)) this.#drop(row.key, targetOf(row))
    // The registry tells of its own change next; until then there still is a server of the old name.
    this.#table.renameServer(from, to)
  }

  /** A server was removed: its accounts are signed out at once, here and, as well as can be, there. Their names stay until an undo is over. */
  serverRemoved(server: ServerDefinition): void {
    const { signal } = new AbortController()
    for (const row of this.#table.ofServer(server.id)) this.#returns.later(this.#forget(row.key, targetOf(row), signal), server)
  }

  /** Forgets the accounts of servers that are gone, and what is kept for none. At a start, before anything is used. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    const rows = this.#table.all()
    for (const row of rows) if (row.key !== IDP && !servers.has(row.server)) this.#drop(row.key, targetOf(row))
    const known = new Set(rows.map(({ key }) => key))
    for (const key of this.#credentials.kept()) if (!known.has(key)) this.#drop(key, undefined)
    this.#returns.inBackground(this.#credentials.keepClientsOf(this.#issuers(), new AbortController().signal))
  }

  /** By the id of each record about Parley as a client: the issuer whose client it is. */
  clientRecords(): ReadonlyMap<string, string> {
    return new Map(this.#issuers().map((issuer) => [clientKey(issuer).id, issuer]))
  }

  /** Waits for what is being given back. */
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

  #remote(serverId: ServerId): ServerDefinition {
    const server = this.#deps.registry.get(serverId)
    if (server.launch.kind === 'http') return server
    throw new AppError('NOT_FOUND', { reason: 'oauth.noAccounts', params: { server: serverId } })
  }

  #resourceOf(serverId: ServerId): string | undefined {
    const { launch } = this.#remote(serverId)
    return launch.kind === 'http' ? canonicalServerUri(launch.url) : undefined
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

  #holder(target: SignInTarget): FormerHolder {
    return target.kind === 'idp' ? this.#deps.settings.settings().signIn.idp : this.#deps.registry.get(target.serverId)
  }

  /** Forgets an account of which nothing shall stay, and gives its tokens back in the background. */
  #drop(key: string, target: SignInTarget | undefined): void {
    const taken = this.#forget(key, target, new AbortController().signal)
    // Not before: a lock that somebody holds is a file that Windows does not remove.
    this.#returns.later(
      taken.finally(() => this.#credentials.forgetLock(key)),
      undefined,
    )
    this.#table.remove(key)
  }

  /** Takes the tokens of an account out, and gives them to whoever wants to revoke them. A vault that does not open keeps nothing here. */
  async #forget(key: string, target: SignInTarget | undefined, signal: AbortSignal): Promise<Grant | undefined> {
    const grant = await this.#credentials.locked(
      key,
      async () => {
        const known = await this.#credentials.read(key, signal).catch((thrown: unknown) => {
          log('warn', 'An account is signed out without telling its authorization server', { error: AppError.from(thrown) })
          return undefined
        })
        await this.#credentials.remove(key, signal)
        this.#table.noteSignedOut(key, false)
        return known
      },
      signal,
    )
    if (target) this.regranted.emit(target)
    this.changes.emit()
    return grant
  }
}
