import { emptyCatalog, type Catalog } from '../../shared/domain/catalog'
import type { ConnectionState, Evidence, ServerOutput } from '../../shared/domain/connection'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import { log } from '../lib/log'
import { untilAborted } from '../lib/untilAborted'
import { neverContent, SIGN_INS_IN_VAIN } from '../calls/requestSignIn'
import { RestartPolicy } from './restartPolicy'
import type { DefinitionGate } from '../catalog/definitionGate'
import { hasSameEndpoint } from './hasSameEndpoint'
import type { ConcurrencyLimiter } from '../lib/concurrencyLimiter'
import type { ProtocolSession } from '../session/protocolSession'
import { AuthRefusal, type SignInOffers } from '../transport/sessionAuth'
import { openActiveSession, type ActiveSession, type ActiveSessionDeps, type ActiveSessionContext } from './activeSession'
import { cutOff, notRunning } from './notRunningError'
import { OpenFailure } from '../session/openSession'
import type { OpenedTransport } from '../transport/openTransport'
import { SignInNotice } from './signInNotice'
import { ServerCalls, type ServerCallsDeps } from '../calls/serverCalls'
import { stopReason } from '../lib/stopReason'

/** A slow server gives its place in the start queue back after this time: what it waits for is seldom our processor. */
const START_SLOT_MS = 3_000

export interface ConnectionDeps extends ActiveSessionDeps, Pick<ServerCallsDeps, 'asking' | 'checker' | 'taskStore' | 'suspendedCalls'> {
  readonly gate: { mayStart(definition: ServerDefinition, starter: { onAsking(): void }, signal: AbortSignal): Promise<boolean> }
  /** The account that it is for; undefined for a local server. */
  readonly accountId: () => AccountId | undefined
  readonly signInOffers: SignInOffers
  /** One place per core, shared by all servers. */
  readonly starts: ConcurrencyLimiter
  readonly onState: () => void
  readonly onCatalog: () => void
  readonly definitions: DefinitionGate
}

interface Starting {
  readonly promise: Promise<void>
  readonly abort: AbortController
}

/** The connection to one server through all its lives: starts and stops it, and starts it again when it ends by itself. */
export class Connection {
  readonly serverId: ServerId
  readonly calls: ServerCalls
  readonly #deps: ConnectionDeps
  readonly #restarts: RestartPolicy
  readonly #signInOffer: SignInNotice
  #definition: ServerDefinition
  #state: ConnectionState
  #catalog: Catalog = emptyCatalog
  #live: ActiveSession | undefined
  #transport: OpenedTransport | undefined
  #starting: Starting | undefined
  #removed = false
  /** Nobody owns it any more: whatever is still under way, it is not started again. */
  #isOver = false
  /** A person waits for the start that is under way. */
  #wanted = false
  #stopping: Promise<void> | undefined
  /** Links that were given up and still have a process to end. */
  readonly #leaving = new Set<Promise<void>>()
  #retry: AbortController | undefined
  /** The account of the present link, or of the last one. */
  #accountId: AccountId | undefined
  /** Sign-ins after which it was refused again. */
  #signInsInVain = 0

  constructor(definition: ServerDefinition, deps: ConnectionDeps) {
    this.serverId = definition.id
    this.#definition = definition
    this.#deps = deps
    this.calls = new ServerCalls({
      ...deps,
      definition: () => this.#definition,
      accountId: () => this.#accountId ?? deps.accountId(),
      catalog: () => this.#catalog,
      onLink: (run, signal) => this.#withLink(run, signal),
      refresh: async (session) => (this.#live?.session === session ? this.#live.refresh() : undefined),
      gone: () => this.#gone(),
    })
    this.#restarts = new RestartPolicy(deps.clock, deps.limits)
    this.#signInOffer = new SignInNotice(definition.id, deps.signInOffers)
    this.#state = definition.enabled ? { phase: 'stopped', why: 'notStarted' } : { phase: 'disabled' }
  }

  get state(): ConnectionState {
    return this.#state
  }

  get catalog(): Catalog {
    return this.#catalog
  }

  get definition(): ServerDefinition {
    return this.#definition
  }

  /** The account of its link, or of the last one it had. */
  get accountId(): AccountId | undefined {
    return this.#accountId
  }

  /** What the server printed, in its present life or its last. */
  output(): ServerOutput {
    return this.#transport?.process?.output.read(this.#deps.limits().stderrBytesShown) ?? { text: '', dropped: 0 }
  }

  /** Takes over what the user changed. The owner starts, stops or restarts it where that is needed. */
  async update(definition: ServerDefinition): Promise<void> {
    // Another launch may be another account, which may be offered something else.
    if (!hasSameEndpoint(definition, this.#definition)) {
      this.#catalog = emptyCatalog
      this.calls.runner.withdrawQuestions(
        new AppError('INTERRUPTED', `You changed ${this.serverId}`, { hint: 'Run it again to be asked anew.' }),
      )
    }
    const rootsChanged = canonicalJson(definition.roots) !== canonicalJson(this.#definition.roots)
    this.#definition = definition
    if (!definition.enabled && this.#state.phase === 'stopped') this.#become({ phase: 'disabled' })
    if (definition.enabled && this.#state.phase === 'disabled') this.#become({ phase: 'stopped', why: 'notStarted' })
    const session = this.#live?.session
    // Servers of the 2026 era ask inside a call, and are told nothing.
    if (rootsChanged && session?.era === '2025') await session.notify('notifications/roots/list_changed')
  }

  /** Starts it, or joins the start that is under way. @throws {AppError} when it does not become ready. */
  async start(options: { readonly byPerson: boolean }): Promise<void> {
    if (this.#stopping) await this.#stopping
    if (this.#isOver) throw this.#gone() ?? new AppError('INTERRUPTED', 'Parley quit')
    if (this.#live) return
    if (!this.#definition.enabled) throw new AppError('CONFLICT', `${this.serverId} is disabled`, { hint: 'Enable it first.' })
    if (options.byPerson) {
      this.#wanted = true
      this.#restarts.forget()
    }
    this.#starting ??= this.#begin()
    return this.#starting.promise
  }

  /** Stops it, or joins the stop that is under way. Calls on it end at once, but for those that it runs as tasks: they wait for it. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop().finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  /** Stops it for good: the user has removed it. */
  retire(): Promise<void> {
    this.#removed = true
    return this.end()
  }

  /** Stops it for good: Parley quits. */
  end(): Promise<void> {
    this.#isOver = true
    return this.stop()
  }

  /** Asks the server again for everything it offers. */
  async refresh(): Promise<void> {
    if (!this.#live) throw notRunning(this.serverId, this.#state)
    return this.#live.refresh()
  }

  /** What it offers is about to be used: reads it again where the server no longer calls it fresh. */
  async freshen(): Promise<void> {
    await this.#live?.freshen()
  }

  /** New credentials of its account are there: goes on where it waited for them. A link that lives takes them up by itself. */
  async credentialsCame(): Promise<void> {
    // A start that is under way may have been refused with the old ones.
    await this.#starting?.promise.catch(() => undefined)
    this.#signInOffer.withdraw()
    // They may be those of somebody else, who is offered other things.
    if (this.#live) return this.#live.refresh()
    const state = this.#state
    if (state.phase === 'needsSignIn' || (state.phase === 'failed' && signInCodes.has(state.error.code))) {
      this.#signInsInVain++
      await this.start({ byPerson: true })
    }
  }

  /** The person signed its account out: nothing goes on with what is left of it. They are not asked to sign in at once again. */
  async credentialsGone(): Promise<void> {
    if (!this.#live && !this.#starting) return
    await this.stop()
    if (this.#state.phase !== 'stopped' || this.#isOver) return
    this.#catalog = emptyCatalog
    this.#deps.onCatalog()
    const error = new AppError('SIGN_IN_REQUIRED', `You signed out of ${this.serverId}`, { hint: 'Sign in again to use it.' })
    this.#become({ phase: 'needsSignIn', error: error.toData() })
  }

  /** Another account is meant from now on: nothing of the one before is kept. */
  async changeAccount(): Promise<void> {
    const wasWanted = this.#live !== undefined || this.#starting !== undefined || this.#state.phase === 'needsSignIn'
    this.#catalog = emptyCatalog
    this.#deps.onCatalog()
    await this.stop()
    if (wasWanted && !this.#isOver) await this.start({ byPerson: true })
  }

  #begin(): Starting {
    this.#retry?.abort()
    const abort = new AbortController()
    const promise = this.#open(abort.signal).finally(() => {
      this.#starting = undefined
      this.#wanted = false
    })
    return { promise, abort }
  }

  async #open(signal: AbortSignal): Promise<void> {
    const since = this.#deps.clock.now()
    const step = (name: Extract<ConnectionState, { phase: 'starting' }>['step']): void => {
      if (!signal.aborted) this.#become({ phase: 'starting', since, step: name })
    }
    step('queued')
    let leave: (() => void) | undefined
    let slot: NodeJS.Timeout | undefined
    // What was let through is what starts, whatever the file says by then.
    const definition = this.#definition
    try {
      await this.#pass(definition, signal)
      step('queued')
      leave = await this.#deps.starts.enter(signal, () => this.#wanted)
      slot = setTimeout(leave, START_SLOT_MS)
      step('launching')
      await this.#goLive(definition, since, step, signal)
    } catch (thrown) {
      if (signal.aborted) throw stopReason(signal)
      const { error, evidence } = thrown instanceof OpenFailure ? thrown : { error: AppError.from(thrown), evidence: undefined }
      this.#failed(error, evidence)
      throw error
    } finally {
      clearTimeout(slot)
      leave?.()
    }
  }

  /** Waits for the person where the launch record is new to them. */
  async #pass(definition: ServerDefinition, signal: AbortSignal): Promise<void> {
    const onAsking = (): void => {
      if (!signal.aborted) this.#become({ phase: 'stopped', why: 'waitsForStart' })
    }
    if (await this.#deps.gate.mayStart(definition, { onAsking }, signal)) return
    if (!signal.aborted) this.#become({ phase: 'stopped', why: 'byUser' })
    throw new AppError('DENIED', `${this.serverId} was not started`, { hint: 'Press Start to be asked again.' })
  }

  /** Opens a link, reads what it offers, and makes it the live one. */
  async #goLive(
    definition: ServerDefinition,
    since: number,
    onStep: (name: 'connecting' | 'listing') => void,
    signal: AbortSignal,
  ): Promise<void> {
    this.#accountId = this.#deps.accountId()
    const context: ActiveSessionContext = {
      calls: this.calls.runner,
      accountId: this.#accountId,
      since,
      onStep,
      onTransport: (transport) => (this.#transport = transport),
      onCatalog: (catalog, isNew) => this.#take(catalog, isNew),
    }
    const { live, catalog } = await openActiveSession(definition, this.#deps, context, signal)
    try {
      this.#tell(live, catalog)
    } catch (thrown) {
      await live.end(AppError.from(thrown))
      throw thrown
    }
    this.#live = live
    this.#signInOffer.withdraw()
    this.#offer(catalog)
    const { session } = live
    const whileLive = (event: () => void): void => (this.#live === live ? event() : undefined)
    live.attend(
      {
        onEnded: () => whileLive(() => this.#drop(session, session.endReason())),
        onLost: (error) => whileLive(() => this.#lost(session, error)),
        onState: () => whileLive(() => this.#become(live.state(this.#catalog))),
      },
      this.#deps,
    )
  }

  /** What was read again counts as an offer only where it is another one: the screen asks again for every offer. */
  #take(catalog: Catalog, isNew: boolean): void {
    if (!this.#live) return
    if (isNew) {
      this.#tell(this.#live, catalog)
      this.#offer(catalog)
    } else this.#catalog = { ...catalog, notices: this.#catalog.notices }
  }

  /** What was read is compared with what the user accepted before anything of it is offered. */
  #tell({ session }: ActiveSession, { tools }: Catalog): void {
    this.#deps.definitions.seen(this.serverId, { accountId: this.#accountId, tools, instructions: session.instructions })
  }

  #offer(catalog: Catalog): void {
    if (!this.#live) return
    this.#catalog = this.#live.marked(catalog)
    this.#signInsInVain = 0
    this.#become(this.#live.state(this.#catalog))
    this.#deps.onCatalog()
  }

  async #stop(): Promise<void> {
    const stopped = new AppError('INTERRUPTED', `${this.serverId} was stopped`, { hint: 'Start it again to go on.' })
    this.#retry?.abort()
    this.#signInOffer.withdraw()
    // A call that waits for a person is not on its way, and does not notice that its link ends.
    this.calls.runner.withdrawQuestions(this.#gone() ?? stopped)
    const starting = this.#starting
    starting?.abort.abort(stopped)
    this.#giveUp(stopped)
    // The start that was under way ends its own process; how it failed was told to whoever waits for it.
    await starting?.promise.catch(() => undefined)
    await Promise.all(this.#leaving)
    this.#become(this.#definition.enabled ? { phase: 'stopped', why: 'byUser' } : { phase: 'disabled' })
  }

  /** Takes the live link out of use: who waits on it is told why, and its process ends in the background. */
  #giveUp(reason: AppError): void {
    const live = this.#live
    if (!live) return
    this.#live = undefined
    const leaving = live
      .end(reason)
      .catch((thrown: unknown) => log('warn', 'A connection did not close', { server: this.serverId, error: thrown }))
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  /** The live link is of no use any more. */
  #drop(session: ProtocolSession, error: AppError): void {
    const evidence = session.evidence(error)
    // That one request found nobody says nothing of the others: they were sent.
    const isOfTheLink = error.code === 'SERVER_EXITED' || error.code === 'INTERRUPTED'
    this.#giveUp(isOfTheLink ? error : cutOff(`The connection to ${this.serverId} ended`))
    this.#failed(error, evidence)
  }

  /** The server does not answer any more, though nothing has told so. */
  #lost(session: ProtocolSession, error: AppError): void {
    if (!session.hasLostSession(error)) return this.#drop(session, error)
    // How it failed is in the state.
    this.#reopen(session).catch(() => undefined)
  }

  #failed(error: AppError, evidence: Evidence | undefined): void {
    if (error.code === 'DENIED') return
    const at = this.#deps.clock.now()
    const shown = { error: error.toData(), at, ...(evidence && { evidence }) }
    if (error.code === 'SIGN_IN_REQUIRED' || error.code === 'RIGHTS_REQUIRED') {
      if (error instanceof AuthRefusal && this.#signInsInVain >= SIGN_INS_IN_VAIN) {
        this.#signInsInVain = 0
        return this.#become({ phase: 'failed', ...shown, error: neverContent(this, error).toData() })
      }
      this.#become({ phase: 'needsSignIn', error: shown.error })
      return this.#signInOffer.make(error, this.#accountId)
    }
    const verdict = this.#restarts.judge(error, this.#definition.launch.kind)
    if (verdict.next === 'giveUp') {
      const message = `${shown.error.message}, ${verdict.crashes} times in a short while, and Parley stopped trying`
      return this.#become({ phase: 'crashLoop', ...shown, error: { ...shown.error, message }, crashes: verdict.crashes })
    }
    if (verdict.next === 'stay') return this.#become({ phase: 'failed', ...shown })
    this.#become({ phase: 'failed', ...shown, retryAt: at + verdict.delay })
    this.#retryIn(verdict.delay)
  }

  #retryIn(delay: number): void {
    this.#retry?.abort()
    const retry = new AbortController()
    this.#retry = retry
    this.#deps.clock
      .sleep(delay, retry.signal)
      .then(() => this.start({ byPerson: false }))
      .catch((thrown: unknown) => {
        // A new failure is in the state already, and a retry that was called off is no failure.
        if (!retry.signal.aborted && !(thrown instanceof AppError))
          log('error', 'A restart failed', { server: this.serverId, error: thrown })
      })
  }

  /** Runs on the live link; waits while it is starting. A session that the server has forgotten is opened anew, once. */
  async #withLink<T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    const session = await this.#ready(signal)
    try {
      return await run(session)
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (signal.aborted) throw error
      if (session.hasLostSession(error)) {
        // The server refused the request for want of a session, so it has not run, and may be sent again (2025-11-25, transports).
        await this.#reopen(session)
        return run(await this.#ready(signal))
      }
      if (this.#live?.session !== session) throw error
      if (session.isUnreachable(error)) this.#drop(session, error)
      else if (session.isBroken(error)) this.#live.look()
      throw error
    }
  }

  /** Only the request that was refused is known not to have run: the others on this link are told something else, and are not sent again. */
  async #reopen(session: ProtocolSession): Promise<void> {
    if (this.#live?.session === session) this.#giveUp(cutOff(`${this.serverId} has forgotten its session with Parley`))
    await this.start({ byPerson: true })
  }

  async #ready(signal: AbortSignal): Promise<ProtocolSession> {
    if (!this.#live && this.#starting) await untilAborted(this.#starting.promise, signal)
    if (!this.#live) throw notRunning(this.serverId, this.#state)
    return this.#live.session
  }

  #gone(): AppError | undefined {
    if (this.#removed) return new AppError('NOT_FOUND', `${this.serverId} was removed`)
    return this.#definition.enabled ? undefined : new AppError('CONFLICT', `${this.serverId} was disabled`, { hint: 'Enable it first.' })
  }

  #become(state: ConnectionState): void {
    this.#state = state
    this.#deps.onState()
  }
}

/** Failures that new credentials may mend. */
const signInCodes: ReadonlySet<string> = new Set(['SIGN_IN_REQUIRED', 'RIGHTS_REQUIRED', 'SIGN_IN_FAILED', 'CREDENTIALS_REFUSED'])
