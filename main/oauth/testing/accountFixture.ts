import type { SignInTarget } from '../../../shared/domain/account'
import { ServerId, type AccountId } from '../../../shared/domain/ids'
import type { ServerAuth } from '../../../shared/domain/serverAuth'
import type { ServerConfig } from '../../../shared/domain/server'
import type { Settings } from '../../../shared/domain/settings'
import { AppError } from '../../../shared/errors/appError'
import { sampleServer } from '../../../shared/testing/sampleServer'
import type { AuthRefusal } from '../../transport/authRefusal'
import { signInFetch } from '../../net/signInFetch'
import { memoryKeyProvider } from '../../secrets/memoryKeyProvider'
import { SecretVault } from '../../secrets/secretVault'
import { sharedKey } from '../../secrets/testing/sharedKey'
import { Database } from '../../storage/database'
import { temporaryFolder } from '../../storage/testing/temporaryFolder'
import { ManualClock } from '../../testing/manualClock'
import { systemClock, type Clock } from '../../lib/clock'
import { parseSettings } from '../../settings/parseSettings'
import { AccountStore } from '../accountStore'
import { canonicalServerUri } from '../discovery/canonicalServerUri'
import { discoverMetadata } from '../discovery/discoverMetadata'
import { newGrant, TokenSet, type Grant, type GrantFacts } from '../tokens/grant'
import { RequestAuthenticator } from '../requestAuthenticator'
import { TokenProvider } from '../tokens/tokenProvider'
import type { FakeAuthorizationServer } from './fakeAuthorizationServer'

export const signal = new AbortController().signal

type Folder = ReturnType<typeof temporaryFolder>

/** A clock that stands still, except for waiting for a lock, which uses real time. */
class LockClock extends ManualClock {
  override sleep(ms: number, end: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, end)
  }
}

/** Accounts with everything behind them, on real files, for servers that a test defines. */
export class AccountFixture implements AsyncDisposable {
  readonly folder: Folder
  readonly clock: ManualClock
  readonly database: Database
  readonly vault: SecretVault
  readonly servers = new Map<ServerId, ServerConfig>()
  /** Whether somebody agreed to what the servers' entries send. */
  maySend = true
  settings: Settings = parseSettings({}, undefined).settings
  readonly accountStore: AccountStore
  readonly tokens: TokenProvider
  readonly authenticator: RequestAuthenticator

  /** With the folder of another fixture, it acts as a second Parley. If `locked`, its keychain does not open. */
  constructor({ folder, clock, locked = false }: { readonly folder?: Folder; readonly clock?: Clock; readonly locked?: boolean } = {}) {
    this.folder = folder ?? temporaryFolder()
    this.clock = new LockClock()
    const time = clock ?? this.clock
    const key = Object.assign(sharedKey(this.folder.file('keychain')), { locked })
    this.database = new Database(this.folder.file('parley.db'))
    this.vault = SecretVault.open({
      file: this.folder.file('secrets.json'),
      providers: locked ? [key] : [key, memoryKeyProvider()],
      clock: time,
    })
    const registry = {
      list: () => ({ servers: [...this.servers.values()], broken: [] }),
      get: (id: ServerId) => {
        const server = this.servers.get(id)
        if (!server) throw new AppError('NOT_FOUND', `There is no server called “${id}”`)
        return server
      },
    }
    const settings = { settings: () => this.settings }
    const { database, vault } = this
    this.accountStore = new AccountStore({
      database,
      vault,
      clock: time,
      dataDir: this.folder.path,
      registry,
      settings,
      maySend: () => this.maySend,
      fetchFor: signInFetch,
    })
    this.tokens = new TokenProvider({
      accounts: this.accountStore,
      vault,
      discoverMetadata,
      fetchFor: signInFetch,
      now: () => time.now(),
      idp: () => this.settings.signIn.idp,
    })
    this.authenticator = new RequestAuthenticator({ accounts: this.accountStore, tokens: this.tokens })
  }

  /** Configures a remote server, and returns its first account. */
  add(
    name: string,
    url: string,
    auth: ServerAuth = { kind: 'person' },
    headers: Record<string, string> = {},
  ): Extract<SignInTarget, { kind: 'server' }> {
    const serverId = ServerId.parse(name)
    this.servers.set(serverId, sampleServer(name, { launch: { kind: 'http', url, headers, transport: 'auto' }, auth }))
    return { kind: 'server', serverId, accountId: this.accountStore.defaultAccount(serverId) }
  }

  server(target: { readonly serverId: ServerId }): ServerConfig {
    const server = this.servers.get(target.serverId)
    if (!server) throw new Error('Not configured')
    return server
  }

  /** The grant that a person's sign-in at a fake authorization server would have produced. */
  grant(
    target: { readonly serverId: ServerId },
    from: FakeAuthorizationServer,
    { tokens = from.issue('files:read'), ...facts }: Partial<GrantFacts> & { readonly tokens?: Record<string, unknown> } = {},
  ): Grant {
    const { launch } = this.server(target)
    const whole: GrantFacts = {
      by: 'person',
      issuer: from.issuer,
      resource: canonicalServerUri(launch.kind === 'http' ? launch.url : ''),
      clientId: 'parley',
      client: 'registered',
      authMethods: [],
      requestedScopes: ['files:read'],
      tokenEndpoint: `${from.issuer}/token`,
      revocationEndpoint: `${from.issuer}/revoke`,
      ...facts,
    }
    return newGrant(TokenSet.parse(tokens), whole, this.clock.now())
  }

  async signIn(
    target: Extract<SignInTarget, { kind: 'server' }>,
    from: FakeAuthorizationServer,
    facts: Parameters<AccountFixture['grant']>[2] = {},
  ): Promise<Grant> {
    const grant = this.grant(target, from, facts)
    await this.accountStore.saveTokens(target, grant, signal)
    return grant
  }

  /** A fetch as a session with the server uses it, and the refusals it was told. */
  link(target: { readonly serverId: ServerId; readonly accountId?: AccountId }): {
    readonly fetch: (init?: RequestInit) => Promise<Response>
    readonly fetchAt: (url: string, init?: RequestInit) => Promise<Response>
    readonly refusals: AuthRefusal[]
  } {
    const server = this.server(target)
    const refusals: AuthRefusal[] = []
    const wrapped = this.authenticator.forSession(server, target.accountId)?.wrap(fetch, (refusal) => refusals.push(refusal))
    if (!wrapped || server.launch.kind !== 'http') throw new Error('Not a remote server')
    const { url } = server.launch
    const fetchAt = async (at: string, init?: RequestInit): Promise<Response> => wrapped(at, { method: 'POST', body: '{}', ...init })
    return { refusals, fetchAt, fetch: (init) => fetchAt(url, init) }
  }

  /** Closes everything and keeps the folder for another fixture. */
  async close(): Promise<void> {
    await this.tokens[Symbol.asyncDispose]()
    await this.accountStore[Symbol.asyncDispose]()
    this.database.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
    this.folder[Symbol.dispose]()
  }
}
