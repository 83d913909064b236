import { emptyCatalog, type Catalog } from '../../shared/domain/catalog'
import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import type { ConnectionState, ConnectionStates, ServerOutput } from '../../shared/domain/connectionState'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Launch, ServerConfig, ServerList } from '../../shared/domain/server'
import type { ToolResult } from '../../shared/domain/toolResult'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { CallRequest } from '../calls/activeCall'
import { AccountConnections } from './accountConnections'
import type { Connection } from './connection'
import { ConnectionFactory, type ConnectionFactoryDeps } from './connectionFactory'
import { hasSameEndpoint } from './hasSameEndpoint'
import type { AccountSource } from '../transport/sessionAuth'
import type { LogMessage } from '../subscriptions/logReceiver'
import type { WantedLevel } from '../subscriptions/logLevel'
import type { FilledPrompt } from '../parsing/parsePromptResult'
import type { SubscriptionState } from '../subscriptions/sessionResourceSubscriber'
import { QueuedRequests } from './queuedRequests'
import { CallRouter, type AppRequest, type RawRequest, type PromptAsk, type ResourceAsk } from './callRouter'
import { SubscriptionsByServer } from './subscriptionsByServer'
import type { RawRead } from '../parsing/parseResourceContents'
import type { ResourceUpdate, ServerSubscriptions } from '../subscriptions/serverSubscriptions'
import type { TaskRequest } from '../calls/taskCalls'

const FRESHEN_MS = 1_000

/** The part of the owner of server definitions that the pool needs. */
export interface ServerDefinitions {
  list(): ServerList
  /** @throws {AppError} NOT_FOUND */
  get(serverId: ServerId): ServerConfig
  readonly changes: Emitter<ServerList>
}

export interface PoolDeps extends ConnectionFactoryDeps {
  readonly registry: ServerDefinitions
  readonly accounts: AccountSource
}

/** The one owner of live connections, at most one per server and account. Only the pool starts, stops and closes them. */
export class ConnectionPool {
  readonly stateChanges = new Emitter<ConnectionStates>()
  readonly catalogChanges = new Emitter<ServerId>()
  /** A resource may have changed. The address may be that of a part of a followed resource. */
  readonly resourceUpdates = new Emitter<ResourceUpdate>()
  /** The state of a server's followed resources changed. */
  readonly followChanges = new Emitter<ServerId>()
  readonly logMessages = new Emitter<LogMessage>()
  /** A server now starts in another way, perhaps with another account. Nothing that was read before is valid. */
  readonly relaunched = new Emitter<ServerId>()
  /** Requests that no call of a conversation shows, such as reading a resource. */
  readonly queued = new QueuedRequests()
  readonly #deps: PoolDeps
  readonly #factory: ConnectionFactory
  readonly #connections = new Map<ServerId, Connection>()
  readonly #accounts: AccountConnections
  readonly #calls: CallRouter
  readonly #subscriptions: SubscriptionsByServer
  readonly #unsubscribe: () => void
  /** Work that a configuration change still causes, such as ending a removed server. */
  readonly #following = new Set<Promise<void>>()
  #running = false
  #closed = false

  constructor(deps: PoolDeps) {
    this.#deps = deps
    this.#factory = new ConnectionFactory(deps)
    this.#accounts = new AccountConnections({
      clock: deps.clock,
      accounts: deps.accounts,
      definitionOf: (serverId) => deps.registry.get(serverId),
      own: this.#connections,
      openOther: (serverId, accountId) =>
        this.#newConnection(deps.registry.get(serverId), this.#subscriptions.none(serverId), () => accountId),
      onRelaunched: (serverId) => this.relaunched.emit(serverId),
      onCredentials: (serverId, accountId) => this.forgetDiscovery(serverId, accountId),
      quietly: (serverId, work) => this.#quietly(serverId, work),
    })
    const { queued } = this
    this.#calls = new CallRouter({ ...deps, queued, accounts: this.#accounts, own: (serverId) => this.#get(serverId) })
    this.#subscriptions = new SubscriptionsByServer(deps, this)
    for (const definition of deps.registry.list().servers) this.#add(definition)
    this.#unsubscribe = deps.registry.changes.subscribe((list) => this.#follow(list))
  }

  /** Starts every enabled server now, and later each server that appears or becomes enabled. */
  startEnabled(): void {
    this.#running = true
    for (const connection of this.#connections.values()) if (connection.definition.enabled) this.#startQuietly(connection)
  }

  /**
   * Starts a server that a person wants now, before other waiting servers. With `anew` it is asked what it is and offers, whatever is known.
   * @throws {AppError} when it does not become ready.
   */
  async start(serverId: ServerId, { anew = false }: { readonly anew?: boolean | undefined } = {}): Promise<void> {
    if (anew) this.forgetDiscovery(serverId)
    return this.#get(serverId).start({ byPerson: true })
  }

  async stop(serverId: ServerId): Promise<void> {
    await Promise.all([this.#get(serverId).stop(), this.#accounts.others.end(serverId)])
  }

  async restart(serverId: ServerId, how: { readonly anew?: boolean } = {}): Promise<void> {
    await this.stop(serverId)
    await this.start(serverId, how)
  }

  refresh(serverId: ServerId): Promise<void> {
    return this.#get(serverId).refresh()
  }

  states(): ConnectionStates {
    return Object.fromEntries([...this.#connections].map(([serverId, connection]) => [serverId, connection.state]))
  }

  /** Returns the state of a server's connection under one of its accounts. */
  state(serverId: ServerId, accountId?: AccountId): ConnectionState | undefined {
    return this.#accounts.find(serverId, accountId)?.state
  }

  /** Call this when an account is about to be used. Opens its connection if that is not the server's own. @throws {AppError} NOT_FOUND */
  prepare(serverId: ServerId, accountId: AccountId): void {
    this.#accounts.prepare(serverId, accountId)
  }

  /** Call this when the person signed this account out. */
  signedOut(serverId: ServerId, accountId: AccountId): Promise<void> {
    return this.#accounts.signedOut(serverId, accountId)
  }

  /**
   * Call this before catalogs are used. Reads the lists of one server or of all again, if the server no longer calls them fresh. Does not
   * wait long for a slow server: its old list is used then.
   */
  async freshen(signal: AbortSignal, serverId?: ServerId): Promise<void> {
    const used = [...this.#connections.values(), ...this.#accounts.others.all()].filter(
      (connection) => serverId === undefined || connection.serverId === serverId,
    )
    const enough = new AbortController()
    const slow = this.#deps.clock.sleep(FRESHEN_MS, AbortSignal.any([signal, enough.signal])).catch(ignore)
    await Promise.race([Promise.all(used.map((connection) => connection.freshen())), slow])
    enough.abort()
  }

  /** Returns the last known catalog of a server. It is empty until the server was ready once. */
  catalog(serverId: ServerId, accountId?: AccountId): Catalog {
    return this.#accounts.find(serverId, accountId)?.catalog ?? emptyCatalog
  }

  output(serverId: ServerId): ServerOutput {
    return this.#get(serverId).output()
  }

  /**
   * Runs a tool and answers what the server asks meanwhile. A result may be the tool's own error.
   * @throws {AppError} when no result came.
   */
  callTool(request: CallRequest, signal: AbortSignal): Promise<ToolResult> {
    return this.#calls.callTool(request, signal)
  }

  /**
   * Waits again for a call that a server runs as a task.
   * @throws {AppError} INTERRUPTED when there is no such server any more, or a different one.
   */
  resumeTask(request: TaskRequest, signal: AbortSignal): Promise<ToolResult> {
    return this.#calls.resumeTask(request, signal)
  }

  /**
   * Asks a person again what a server asked in a call before Parley last ended.
   * @throws {AppError} when the server or its tool has changed.
   */
  resumeSuspendedCall(request: TaskRequest, signal: AbortSignal): Promise<ToolResult> {
    return this.#calls.resumeSuspendedCall(request, signal)
  }

  /** Returns a prompt that its server filled in. @throws {AppError} */
  getPrompt(serverId: ServerId, ask: PromptAsk, signal: AbortSignal): Promise<FilledPrompt> {
    return this.#calls.getPrompt(serverId, ask, signal)
  }

  /** Reads a resource. @throws {AppError} NOT_FOUND when the server has no such resource. */
  readResource(serverId: ServerId, ask: ResourceAsk, signal: AbortSignal): Promise<RawRead> {
    return this.#calls.readResource(serverId, ask, signal)
  }

  /** Returns the values that a server proposes. The list is empty if it proposes nothing. @throws {AppError} */
  complete(serverId: ServerId, ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
    return this.#calls.complete(serverId, ask, signal)
  }

  /** Sends a request for a person outside any conversation and returns the answer as the server wrote it. @throws {AppError} */
  ask(request: RawRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    return this.#calls.ask(request, signal)
  }

  /** Sends a request of an interface of a server, and returns the answer as the server wrote it. @throws {AppError} */
  requestForApp(request: AppRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    return this.#calls.requestForApp(request, signal)
  }

  /** Follows exactly these resources of a server from now on, over its current and later sessions. */
  follow(serverId: ServerId, uris: readonly string[]): void {
    this.#subscriptions.of(serverId).follow(uris)
  }

  /** Returns the state of each followed resource of a server. */
  followed(serverId: ServerId): ReadonlyMap<string, SubscriptionState> {
    return this.#subscriptions.of(serverId).followed()
  }

  /** Sets how much a server logs from now on, over its current and later sessions. */
  setLogLevel(serverId: ServerId, level: WantedLevel | undefined): void {
    this.#subscriptions.of(serverId).setLogLevel(level)
  }

  logLevel(serverId: ServerId): WantedLevel {
    return this.#subscriptions.of(serverId).logLevel
  }

  /** Moves what is remembered about a server to its new name. */
  renameServer(from: ServerId, to: ServerId): void {
    this.#factory.renameServer(from, to)
  }

  /** Forgets what is remembered under this name, because another program uses the name now. */
  forgetServer(serverId: ServerId): void {
    this.#factory.forgetServer(serverId)
  }

  /**
   * Has the next connection of a server ask what the server is, offers and speaks, whatever is known: what runs, its secrets or its credentials
   * changed, or a person wants to know. With an account, only what that account alone was told is forgotten.
   */
  forgetDiscovery(serverId: ServerId, accountId?: AccountId): void {
    const connection = this.#connections.get(serverId)
    if (!connection) return
    this.#factory.forgetDiscovery(connection.definition, accountId)
    this.#factory.probeAgain(connection.definition, accountId)
  }

  /** Forgets what accounts were told that are gone. */
  keepAccounts(accounts: readonly { readonly accountId: AccountId }[]): void {
    this.#factory.keepAccounts(accounts)
  }

  /** Forgets everything about servers and launches that are gone for good. */
  keepOnly(servers: ReadonlySet<ServerId>, launches: readonly Launch[]): void {
    this.#factory.keepOnly(servers, launches)
  }

  /** Ends every server and its helper processes within five seconds. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    this.#running = false
    this.#unsubscribe()
    this.#accounts[Symbol.dispose]()
    const ending = [...this.#connections.values()].map((connection) => connection.end())
    await Promise.allSettled([...ending, this.#accounts.others.endAll(), ...this.#following])
    this.#deps.traffic.flush()
  }

  #get(serverId: ServerId): Connection {
    // The registry throws a clear error when there is no such server.
    return this.#connections.get(serverId) ?? this.#add(this.#deps.registry.get(serverId))
  }

  #add(definition: ServerConfig): Connection {
    const connection = this.#newConnection(definition, this.#subscriptions.of(definition.id), () =>
      this.#accounts.accountIdOf(definition.id),
    )
    this.#connections.set(definition.id, connection)
    return connection
  }

  #newConnection(definition: ServerConfig, subscriptions: ServerSubscriptions, accountId: () => AccountId | undefined): Connection {
    return this.#factory.create(definition, {
      subscriptions,
      accountId,
      onState: () => this.#publish(),
      onCatalog: () => this.catalogChanges.emit(definition.id),
    })
  }

  /** Applies the user's configuration to the connections. */
  #follow(list: ServerList): void {
    const wanted = new Map(list.servers.map((definition) => [definition.id, definition]))
    for (const [serverId, connection] of this.#connections) {
      if (wanted.has(serverId)) continue
      this.#connections.delete(serverId)
      this.#factory.forgetDiscovery(connection.definition)
      this.#quietly(serverId, connection.retire())
      this.#quietly(serverId, this.#accounts.others.end(serverId))
    }
    for (const definition of wanted.values()) this.#quietly(definition.id, this.#followOne(definition))
    this.#publish()
  }

  async #followOne(definition: ServerConfig): Promise<void> {
    const connection = this.#connections.get(definition.id)
    if (!connection) return this.#startQuietly(this.#add(definition))
    const before = connection.definition
    const relaunched = !hasSameEndpoint(before, definition)
    const updated = Promise.all([connection.update(definition), this.#accounts.others.update(definition)])
    if (relaunched) {
      this.#factory.forgetDiscovery(before)
      this.relaunched.emit(definition.id)
    }
    if (relaunched || !definition.enabled) await this.#accounts.others.end(definition.id)
    if (!definition.enabled && before.enabled) await connection.stop()
    else if (relaunched && definition.enabled) {
      await connection.stop()
      this.#startQuietly(connection)
    } else if (definition.enabled && !before.enabled) this.#startQuietly(connection)
    await updated
  }

  #startQuietly(connection: Connection): void {
    if (!this.#running || !connection.definition.enabled) return
    // The state of the connection shows a failure.
    connection.start({ byPerson: false }).catch(ignore)
  }

  #quietly(serverId: ServerId, work: Promise<unknown>): void {
    const following = work
      .then(ignore)
      .catch((thrown: unknown) => log('warn', 'A change of a server could not be followed', { server: serverId, error: thrown }))
      .finally(() => this.#following.delete(following))
    this.#following.add(following)
  }

  #publish(): void {
    if (!this.#closed) this.stateChanges.emit(this.states())
  }
}

function ignore(): void {
  // Nobody watches.
}
