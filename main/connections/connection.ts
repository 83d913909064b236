import { emptyCatalog, type Catalog, type Tool } from '../../shared/domain/catalog'
import type { ConnectionState, Evidence, ServerOutput } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import { log } from '../lib/log'
import type { CallRequest } from './activeCall'
import { CallRunner, type CallRunnerDeps } from './callRunner'
import type { RoundRequest } from './callRounds'
import { CatalogKeeper } from './catalogKeeper'
import { connectServer, type ConnectDeps } from './connectServer'
import { CrashCount } from './crashCount'
import type { Lane } from './lane'
import type { Link } from './link'
import { keepListening } from './listChanges'
import { OpenFailure } from './openLink'
import type { OpenedTransport } from './openTransport'
import { paramHeaders } from './paramHeaders'
import { parseResult, type SchemaChecker } from './parseResult'
import { stopReason, untilAborted } from './stopReason'

/** A slow server gives its place in the start queue back after this time: what it waits for is seldom our processor. */
const START_SLOT_MS = 3_000

export interface ConnectionDeps extends ConnectDeps, CallRunnerDeps {
  readonly gate: { mayStart(definition: ServerDefinition, signal: AbortSignal): Promise<boolean> }
  readonly checker: SchemaChecker
  /** One place per core, shared by all servers. */
  readonly starts: Lane
  readonly onState: () => void
  readonly onCatalog: () => void
}

interface Starting {
  readonly promise: Promise<void>
  readonly abort: AbortController
}

/** A link that is in use, and what lives as long as it does. */
interface Live {
  readonly link: Link
  readonly since: number
  readonly keeper: CatalogKeeper
  readonly end: AbortController
}

/** The connection to one server through all its lives: starts and stops it, starts it again when it ends by itself, and gives calls to it. */
export class Connection {
  readonly serverId: ServerId
  readonly #deps: ConnectionDeps
  readonly #calls: CallRunner
  readonly #crashes: CrashCount
  #definition: ServerDefinition
  #state: ConnectionState
  #catalog: Catalog = emptyCatalog
  #live: Live | undefined
  #transport: OpenedTransport | undefined
  #starting: Starting | undefined
  /** A person waits for the start that is under way. */
  #wanted = false
  #stopping: Promise<void> | undefined
  /** Links that were given up and still have a process to end. */
  readonly #leaving = new Set<Promise<void>>()
  #retry: AbortController | undefined
  /** The launch record whose server must not be probed again. */
  #legacyOnly: string | undefined

  constructor(definition: ServerDefinition, deps: ConnectionDeps) {
    this.serverId = definition.id
    this.#definition = definition
    this.#deps = deps
    this.#calls = new CallRunner(definition.id, deps)
    this.#crashes = new CrashCount(deps.clock, deps.limits)
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

  /** What the server printed, in its present life or its last. */
  output(): ServerOutput {
    return this.#transport?.process?.output.read(this.#deps.limits().stderrBytesShown) ?? { text: '', dropped: 0 }
  }

  /** Takes over what the user changed. The owner starts, stops or restarts it where that is needed. */
  async update(definition: ServerDefinition): Promise<void> {
    const rootsChanged = canonicalJson(definition.roots) !== canonicalJson(this.#definition.roots)
    this.#definition = definition
    if (!definition.enabled && this.#state.phase === 'stopped') this.#become({ phase: 'disabled' })
    if (definition.enabled && this.#state.phase === 'disabled') this.#become({ phase: 'stopped', why: 'notStarted' })
    const link = this.#live?.link
    // Servers of the 2026 era ask inside a call, and are told nothing.
    if (rootsChanged && link?.era === '2025') await link.notify('notifications/roots/list_changed')
  }

  /** Starts it, or joins the start that is under way. @throws {AppError} when it does not become ready. */
  async start(options: { readonly byPerson: boolean }): Promise<void> {
    if (this.#stopping) await this.#stopping
    if (this.#live) return
    if (!this.#definition.enabled) throw new AppError('CONFLICT', `${this.serverId} is disabled`, { hint: 'Enable it first.' })
    if (options.byPerson) {
      this.#wanted = true
      this.#crashes.forget()
    }
    this.#starting ??= this.#begin()
    return this.#starting.promise
  }

  /** Stops it, or joins the stop that is under way. Calls on it end at once. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop().finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  /** Asks the server again for everything it offers. */
  async refresh(): Promise<void> {
    if (!this.#live) throw this.#notReady()
    return this.#live.keeper.refresh()
  }

  /** Runs one tool. @throws {AppError} */
  callTool(request: CallRequest, signal: AbortSignal): Promise<ToolResult> {
    return this.#withLink(async (link) => {
      const tool = this.#tool(request.tool)
      const headers = link.era === '2026' && link.transport.kind === 'http' ? paramHeaders(tool.inputSchema, request.arguments) : {}
      const wire: RoundRequest = { method: 'tools/call', params: { name: tool.name, arguments: request.arguments }, headers }
      const raw = await this.#calls.run(link, request, wire, signal)
      return parseResult(raw, tool, { serverId: this.serverId, checker: this.#deps.checker }, signal)
    }, signal)
  }

  /** Sends a request that a server may answer with questions first. @throws {AppError} */
  request(
    request: Omit<CallRequest, 'tool' | 'arguments'>,
    wire: RoundRequest,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.#withLink((link) => this.#calls.run(link, request, wire, signal), signal)
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
    try {
      await this.#pass(signal)
      step('queued')
      leave = await this.#deps.starts.enter(signal, () => this.#wanted)
      slot = setTimeout(leave, START_SLOT_MS)
      step('launching')
      await this.#goLive(since, step, signal)
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
  async #pass(signal: AbortSignal): Promise<void> {
    const asked = this.#deps.gate.mayStart(this.#definition, signal)
    const waiting = setTimeout(() => {
      if (!signal.aborted) this.#become({ phase: 'stopped', why: 'waitsForStart' })
    }, 0)
    try {
      if (await asked) return
    } finally {
      clearTimeout(waiting)
    }
    if (!signal.aborted) this.#become({ phase: 'stopped', why: 'byUser' })
    throw new AppError('DENIED', `${this.serverId} was not started`, { hint: 'Press Start to be asked again.' })
  }

  /** Opens a link, reads what it offers, and makes it the live one. */
  async #goLive(since: number, step: (name: 'connecting' | 'listing') => void, signal: AbortSignal): Promise<void> {
    const launch = canonicalJson(this.#definition.launch)
    const end = new AbortController()
    const keeper = new CatalogKeeper({ ...this.#deps, serverId: this.serverId, onCatalog: (catalog) => this.#offer(catalog) }, end.signal)
    const { link, legacyOnly } = await connectServer(
      this.#definition,
      this.#deps,
      {
        calls: this.#calls,
        life: end.signal,
        knownLegacy: this.#legacyOnly === launch,
        onTransport: (transport) => {
          this.#transport = transport
          step('connecting')
        },
        onListChanged: () => keeper.changed(),
      },
      signal,
    )
    this.#legacyOnly = legacyOnly ? launch : undefined
    step('listing')
    try {
      this.#catalog = await keeper.begin(link, signal)
      if (signal.aborted) throw stopReason(signal)
      // It may have ended after its last list.
      if (link.hasEnded) throw link.endReason()
    } catch (thrown) {
      const error = AppError.from(thrown)
      const evidence = link.evidence(error)
      end.abort(error)
      await link.close()
      throw new OpenFailure(error, evidence)
    }
    this.#live = { link, since, keeper, end }
    link.client.onclose = () => this.#ended(link)
    this.#offer(this.#catalog)
    if (link.era === '2026') keepListening(link, { clock: this.#deps.clock, onChange: () => keeper.changed() }, end.signal)
  }

  #offer(catalog: Catalog): void {
    if (!this.#live) return
    this.#catalog = catalog
    const { link, since } = this.#live
    const { tools, resources, prompts, setAside } = catalog
    this.#become({
      phase: 'ready',
      connectionId: link.connectionId,
      since,
      era: link.era,
      protocol: link.protocol,
      transport: link.transport.kind,
      identity: link.identity,
      ...(link.instructions !== undefined && { instructions: link.instructions }),
      offers: { tools: tools.length, resources: resources.length, prompts: prompts.length, setAside: setAside.length },
    })
    this.#deps.onCatalog()
  }

  async #stop(): Promise<void> {
    const stopped = new AppError('INTERRUPTED', `${this.serverId} was stopped`, { hint: 'Start it again to go on.' })
    this.#retry?.abort()
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
    live.end.abort(reason)
    live.link.transport.wire.fail(reason)
    const leaving = live.link
      .close()
      .catch((thrown: unknown) => log('warn', 'A connection did not close', { server: this.serverId, error: thrown }))
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  /** The server ended the connection by itself. */
  #ended(link: Link): void {
    if (this.#live?.link !== link) return
    const error = link.endReason()
    const evidence = link.evidence(error)
    this.#giveUp(error)
    this.#failed(error, evidence)
  }

  #failed(error: AppError, evidence: Evidence | undefined): void {
    if (error.code === 'DENIED') return
    const at = this.#deps.clock.now()
    const shown = { error: error.toData(), at, ...(evidence && { evidence }) }
    if (error.code === 'SIGN_IN_REQUIRED') return this.#become({ phase: 'needsSignIn', error: shown.error })
    const verdict = this.#crashes.judge(error, this.#definition.launch.kind)
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
  async #withLink<T>(run: (link: Link) => Promise<T>, signal: AbortSignal): Promise<T> {
    const link = await this.#ready(signal)
    try {
      return await run(link)
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (signal.aborted) throw error
      if (link.hasLostSession(error)) {
        // The server refused the request for want of a session, so it has not run, and may be sent again (2025-11-25, transports).
        await this.#reopen(link, error)
        return run(await this.#ready(signal))
      }
      if (link.isUnreachable(error) && this.#live?.link === link) {
        this.#giveUp(error)
        this.#failed(error, undefined)
      }
      throw error
    }
  }

  async #reopen(link: Link, reason: AppError): Promise<void> {
    if (this.#live?.link === link) this.#giveUp(reason)
    await this.start({ byPerson: true })
  }

  async #ready(signal: AbortSignal): Promise<Link> {
    if (!this.#live && this.#starting) await untilAborted(this.#starting.promise, signal)
    if (!this.#live) throw this.#notReady()
    return this.#live.link
  }

  #notReady(): AppError {
    const state = this.#state
    const error = 'error' in state ? state.error : undefined
    return new AppError(
      'SERVER_NOT_READY',
      error ? `${this.serverId} is not running: ${error.message}` : `${this.serverId} is not running`,
      {
        hint: state.phase === 'disabled' ? 'Enable it under Servers.' : (error?.hint ?? 'Start it under Servers.'),
      },
    )
  }

  #tool(name: string): Tool {
    const tool = this.#catalog.tools.find((known) => known.name === name)
    if (tool) return tool
    const aside = this.#catalog.setAside.find((known) => known.what === 'tool' && known.name === name)
    throw new AppError('UNKNOWN_TOOL', `${this.serverId} has no tool “${name}”`, {
      hint: aside ? `It lists one that Parley cannot use: ${aside.reason}.` : 'Look at the list of its tools.',
    })
  }

  #become(state: ConnectionState): void {
    this.#state = state
    this.#deps.onState()
  }
}
