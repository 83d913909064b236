import type { Catalog } from '../../shared/domain/catalog'
import type { ConnectionState, Evidence, ReadyState, ServerOutput } from '../../shared/domain/connectionState'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import { untilAborted } from '../lib/untilAborted'
import { ActiveCalls, type ActiveCallsDeps } from '../calls/activeCalls'
import type { CallServices, CallTarget } from '../calls/callContext'
import { ConnectionAccount } from './connectionAccount'
import { ConnectionFailurePolicy } from './connectionFailurePolicy'
import { connectionState, endingOf, type Ending, type Setback } from './connectionLifecycle'
import type { AcceptedDefinitions } from '../catalog/acceptedDefinitions'
import { hasSameEndpoint } from './hasSameEndpoint'
import { hasNotRun } from '../session/knownDiscoveryRefusal'
import { negotiationFor } from './connectServer'
import { versionGone } from '../session/negotiation'
import { readVersionRefusal } from '../session/readVersionRefusal'
import type { ProtocolSession } from '../session/protocolSession'
import type { SignInOffers } from '../transport/sessionAuth'
import { openActiveSession, type ActiveSession, type ActiveSessionDeps, type ActiveSessionContext } from './activeSession'
import { cutOff, notRunning, whyGone } from './connectionErrors'
import { OfferedCatalog } from './offeredCatalog'
import { HandledFailures } from './handledFailures'
import { OpenFailure } from '../session/openProtocolSession'
import type { OpenedTransport } from '../transport/openTransport'
import { ServerCalls } from '../calls/serverCalls'
import { SessionSupervisor, type SessionStart, type Supervised } from './sessionSupervisor'
import { queueStart, type StartQueueDeps } from './startQueue'
import { abortReason } from '../lib/abortReason'

export interface ConnectionDeps
  extends
    ActiveSessionDeps,
    StartQueueDeps,
    Pick<ActiveCallsDeps, 'asking'>,
    Pick<CallServices, 'checker' | 'taskStore' | 'suspendedCalls'> {
  /** The account of this connection; undefined for a local server. */
  readonly accountId: () => AccountId | undefined
  readonly signInOffers: SignInOffers
  readonly onState: () => void
  readonly onCatalog: () => void
  readonly definitions: AcceptedDefinitions
}

/**
 * The connection to one server, from start to removal: what is opened, offered, shown and refused. Its supervisor decides when to open and
 * close sessions.
 */
export class Connection implements CallTarget, Supervised<ActiveSession> {
  readonly serverId: ServerId
  readonly calls: ServerCalls
  readonly signIn: ConnectionAccount
  readonly #activeCalls: ActiveCalls
  readonly #deps: ConnectionDeps
  readonly #supervisor: SessionSupervisor<ActiveSession>
  readonly #failures: ConnectionFailurePolicy
  readonly #offered: OfferedCatalog
  readonly #settled = new HandledFailures()
  #definition: ServerConfig
  /** The transport of the current session, or of the last one. */
  #transport: OpenedTransport | undefined

  constructor(definition: ServerConfig, deps: ConnectionDeps) {
    this.serverId = definition.id
    this.#definition = definition
    this.#deps = deps
    this.#activeCalls = new ActiveCalls(definition.id, deps)
    this.calls = new ServerCalls({ ...deps, target: this, activeCalls: this.#activeCalls })
    this.#supervisor = new SessionSupervisor(this, deps.clock)
    this.#failures = new ConnectionFailurePolicy(definition.id, deps)
    this.#offered = new OfferedCatalog(deps.onCatalog)
    this.signIn = new ConnectionAccount({
      ...deps,
      serverId: definition.id,
      supervisor: this.#supervisor,
      failures: this.#failures,
      offered: this.#offered,
    })
  }

  get state(): ConnectionState {
    return connectionState(this.#supervisor.lifecycle, this.#definition)
  }

  get catalog(): Catalog {
    return this.#offered.current
  }

  get definition(): ServerConfig {
    return this.#definition
  }

  get callingAccountId(): AccountId | undefined {
    return this.signIn.calling
  }

  /** Returns what the server printed in its current run, or in its last one. */
  output(): ServerOutput {
    return this.#transport?.process?.output.read(this.#deps.limits().stderrBytesShown) ?? { text: '', dropped: 0 }
  }

  /** Applies the user's changes. The owner starts, stops or restarts the server if needed. */
  async update(definition: ServerConfig): Promise<void> {
    const before = this.#definition
    // Another launch may mean another account, and the server may offer that account something else.
    if (!hasSameEndpoint(definition, before)) {
      this.#offered.clear()
      this.#activeCalls.withdrawQuestions(new AppError('INTERRUPTED', { reason: 'connections.changed', params: { server: this.serverId } }))
    }
    this.#definition = definition
    if (definition.enabled && !before.enabled) this.#supervisor.on({ type: 'enabled' })
    if (!definition.enabled && before.enabled) this.#deps.onState()
    const session = this.#supervisor.live?.session
    const rootsChanged = canonicalJson(definition.roots) !== canonicalJson(before.roots)
    // Servers of the 2026 era ask for roots inside a call, so they get no notification.
    if (rootsChanged && session?.era === '2025') await session.notify('notifications/roots/list_changed')
  }

  /** Starts the server, or joins the start under way. @throws {AppError} when it does not become ready. */
  start({ byPerson }: { readonly byPerson: boolean }): Promise<void> {
    return this.#supervisor.start(byPerson)
  }

  /** Stops the server, or joins the stop under way. Its calls end at once, except calls that it runs as tasks: they wait for the server. */
  stop(): Promise<void> {
    return this.#supervisor.stop()
  }

  /** Stops the server for good because the user removed it. */
  retire(): Promise<void> {
    return this.#supervisor.stop('removed')
  }

  /** Stops the server for good because Parley quits. */
  end(): Promise<void> {
    return this.#supervisor.stop('parleyQuits')
  }

  /** Asks the server again for everything it offers. */
  async refresh(): Promise<void> {
    const { live } = this.#supervisor
    if (!live) throw notRunning(this.serverId, this.state)
    return live.refresh()
  }

  async refreshSession(session: ProtocolSession): Promise<void> {
    const { live } = this.#supervisor
    if (live?.session === session) await live.refresh()
  }

  /** Call this before the catalog is used. Reads it again if the server no longer calls it fresh. */
  async freshen(): Promise<void> {
    await this.#supervisor.live?.freshen()
  }

  /** Runs something on the live session and waits for a start under way. If the server has forgotten the session, opens a new one, once. */
  withSession<T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#settled.follow(this.#onSession(run, signal))
  }

  async #onSession<T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    const active = await this.#ready(signal)
    const { session } = active
    try {
      const reading = active.relied()
      if (reading) await untilAborted(reading, signal)
      return await run(session)
    } catch (thrown) {
      const error = AppError.from(thrown)
      // A later round of a call runs inside of its first: what failed there must not run the whole call again.
      if (signal.aborted || this.#settled.has(error)) throw error
      if (await active.isOutdated(error, signal)) {
        await this.#reopen(active)
        if (!hasNotRun(error)) throw error
        return run((await this.#ready(signal)).session)
      }
      if (readVersionRefusal(error, session)) return await this.#negotiateAnew(active, error, run, signal)
      if (session.hasLostSession(error)) {
        // The server refused the request because it has no such session. The request has not run and may be sent again (2025-11-25,
        // transports).
        await this.#reopen(active)
        return run((await this.#ready(signal)).session)
      }
      if (!this.#isLive(active)) throw error
      if (session.isUnreachable(error)) this.#drop(active, error)
      else if (session.isBroken(error) || session.mayHaveLostSession(error)) active.look()
      throw error
    }
  }

  gone(): AppError | undefined {
    return whyGone(this.#definition, endingOf(this.#supervisor.lifecycle))
  }

  mayNotStart(): AppError | undefined {
    if (endingOf(this.#supervisor.lifecycle)) return this.gone() ?? new AppError('INTERRUPTED', { reason: 'connections.quit' })
    if (this.#definition.enabled) return undefined
    return new AppError('CONFLICT', { reason: 'connections.notEnabled', params: { server: this.serverId } })
  }

  onWanted(): void {
    this.#failures.startedByPerson()
  }

  onStop(ending: Ending | undefined): AppError {
    const stopped = new AppError('INTERRUPTED', { reason: 'connections.stopped', params: { server: this.serverId } })
    this.signIn.withdrawOffer()
    // A call that waits for a person has no request in flight, so it does not notice that its session ends.
    this.#activeCalls.withdrawQuestions(whyGone(this.#definition, ending) ?? stopped)
    return stopped
  }

  onTransition(): void {
    this.#deps.onState()
  }

  open(start: SessionStart<ActiveSession>): Promise<void> {
    const definition = this.#definition
    return queueStart(this.#deps, { ...start, definition, open: () => this.#openSession(definition, start) }, start.signal)
  }

  explainFailure(thrown: unknown): { readonly error: AppError; readonly setback: Setback | undefined } {
    const { error, evidence } = thrown instanceof OpenFailure ? thrown : { error: AppError.from(thrown), evidence: undefined }
    return { error, setback: error.code === 'DENIED' ? undefined : this.#judge(error, evidence) }
  }

  #isLive(session: ActiveSession): boolean {
    return this.#supervisor.live === session
  }

  async #ready(signal: AbortSignal): Promise<ActiveSession> {
    const { lifecycle } = this.#supervisor
    if (lifecycle.at === 'starting') await untilAborted(lifecycle.attempt.done, signal)
    const { live } = this.#supervisor
    if (!live) throw notRunning(this.serverId, this.state)
    return live
  }

  /** Opens a session, reads what the server offers, and makes the session live. */
  async #openSession(definition: ServerConfig, { signal, since, onStep, opened }: SessionStart<ActiveSession>): Promise<void> {
    const context: ActiveSessionContext = {
      calls: this.#activeCalls,
      accountId: this.signIn.choose(),
      since,
      onStep,
      onTransport: (transport) => (this.#transport = transport),
      onCatalog: (catalog, isNew) => this.#reread(catalog, isNew),
    }
    const { live, catalog } = await openActiveSession(definition, this.#deps, context, signal)
    if (signal.aborted) {
      await live.end(abortReason(signal))
      throw abortReason(signal)
    }
    this.signIn.withdrawOffer()
    this.#offer(live, catalog, (shown) => opened(live, shown))
    this.#attend(live)
  }

  #attend(session: ActiveSession): void {
    session.attend(
      {
        onEnded: () => this.#drop(session, session.session.endReason()),
        onLost: (error) => this.#lost(session, error),
        onState: () => this.#supervisor.on({ type: 'changed', session, shown: session.state(this.catalog) }),
      },
      this.#deps,
    )
  }

  /** Offers a catalog again only if it changed, because the screen asks again after every offer. */
  #reread(catalog: Catalog, isNew: boolean): void {
    const session = this.#supervisor.live
    if (!session) return
    if (!isNew) return this.#offered.renew(catalog)
    session.announce(catalog)
    this.#offer(session, catalog, (shown) => this.#supervisor.on({ type: 'changed', session, shown }))
  }

  #offer(session: ActiveSession, catalog: Catalog, show: (shown: ReadyState) => void): void {
    this.#failures.succeeded()
    this.#offered.offer(session, catalog, () => show(session.state(this.catalog)))
  }

  /** Ends a live session that cannot be used any more. */
  #drop(session: ActiveSession, error: AppError): void {
    if (!this.#isLive(session)) return
    // If one request could not reach the server, the other requests were still sent.
    const isOfTheSession = error.code === 'SERVER_EXITED' || error.code === 'INTERRUPTED'
    session.failed()
    const reason = isOfTheSession ? error : cutOff(this.serverId, 'connections.ended')
    this.#supervisor.lose(session, reason, this.#judge(error, session.session.evidence(error)))
  }

  /** Handles a server that stopped answering without ending the session. */
  #lost(session: ActiveSession, error: AppError): void {
    if (!this.#isLive(session)) return
    if (!session.session.mayHaveLostSession(error)) return this.#drop(session, error)
    // The state shows how it failed.
    this.#reopen(session).catch(() => undefined)
  }

  /**
   * Opens a new session. Only the refused request is known not to have run. The others in this session fail with another reason and are not
   * sent again.
   */
  #reopen(session: ActiveSession, why: Parameters<typeof cutOff>[1] = 'connections.sessionForgotten'): Promise<void> {
    return this.#supervisor.reopen(session, cutOff(this.serverId, why))
  }

  /**
   * The server refuses the version in the middle of a session, as when another one took its place. If it names one that may be spoken, that is
   * tried once, in a new session: the refused request has not run.
   * @throws {AppError} also when there is none. The connection has then failed with that.
   */
  async #negotiateAnew<T>(
    active: ActiveSession,
    refused: AppError,
    run: (session: ProtocolSession) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { versions } = negotiationFor(this.#definition, this.#deps)
    if (!readVersionRefusal(refused, active.session)?.some((version) => versions.includes(version)))
      throw this.#failVersion(active, refused)
    active.refused()
    await this.#reopen(active, 'connections.ended')
    const next = await this.#ready(signal)
    try {
      return await run(next.session)
    } catch (thrown) {
      const error = AppError.from(thrown)
      throw readVersionRefusal(error, next.session) ? this.#failVersion(next, error) : error
    }
  }

  #failVersion(active: ActiveSession, refused: AppError): AppError {
    const plan = negotiationFor(this.#definition, this.#deps)
    const said = { version: active.session.protocol, theirs: readVersionRefusal(refused, active.session) ?? [] }
    const error = versionGone(this.serverId, plan, said, refused.cause)
    active.refused()
    this.#drop(active, error)
    return error
  }

  #judge(error: AppError, evidence: Evidence | undefined): Setback {
    const setback = this.#failures.judge({ error, evidence, kind: this.#definition.launch.kind })
    if (setback.at === 'needsSignIn') this.signIn.offerSignIn(error)
    return setback
  }
}
