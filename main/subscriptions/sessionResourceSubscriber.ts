import { ProtocolError, type McpSubscription } from '@modelcontextprotocol/client'
import type { SubscribedResource } from '../../shared/domain/resourceContents'
import { AppError } from '../../shared/errors/appError'
import { backoffDelay } from '../../shared/lib/backoffDelay'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ProtocolSession } from '../session/protocolSession'

const WAIT = { firstMs: 1_000, mostMs: 60_000 }
const ANSWER_MS = 30_000

export type SubscriptionState = SubscribedResource['state']

export interface SessionResourceSubscriberDeps {
  readonly clock: Clock
  /** The resources that an earlier session followed. */
  readonly before: ReadonlySet<string>
  /**
   * Called with resources that may have changed while no stream was open. The server does not repeat missed updates (2026-07-28,
   * subscriptions).
   */
  readonly onMissed: (uris: readonly string[]) => void
  readonly onChange: () => void
}

/** Follows resources over one session. Each era asks in its own way, but both use the same states. */
export interface SessionResourceSubscriber {
  /** Follows exactly these resources from now on. */
  want(uris: readonly string[]): void
  stateOf(uri: string): SubscriptionState
}

/** Returns the subscriber for the session's era. @param life Aborts when the session ends. */
export function subscribeToResources(
  session: ProtocolSession,
  deps: SessionResourceSubscriberDeps,
  life: AbortSignal,
): SessionResourceSubscriber {
  if (session.capabilities.resources?.subscribe !== true) return { want: () => deps.onChange(), stateOf: () => 'refused' }
  return session.era === '2025' ? new SubscribingFollower(session, deps, life) : new ListeningFollower(session, deps, life)
}

/** 2025: one request per resource (`resources/subscribe`), one after the other. */
class SubscribingFollower implements SessionResourceSubscriber {
  readonly #session: ProtocolSession
  readonly #deps: SessionResourceSubscriberDeps
  readonly #life: AbortSignal
  readonly #states = new Map<string, SubscriptionState>()
  #wanted: ReadonlySet<string> = new Set()
  #working = false

  constructor(session: ProtocolSession, deps: SessionResourceSubscriberDeps, life: AbortSignal) {
    this.#session = session
    this.#deps = deps
    this.#life = life
  }

  want(uris: readonly string[]): void {
    this.#wanted = new Set(uris)
    if (!this.#working) void this.#settle()
  }

  stateOf(uri: string): SubscriptionState {
    return this.#states.get(uri) ?? 'waiting'
  }

  async #settle(): Promise<void> {
    this.#working = true
    for (let next = this.#next(); next && !this.#life.aborted; next = this.#next()) {
      await (this.#wanted.has(next) ? this.#subscribe(next) : this.#unsubscribe(next))
      this.#deps.onChange()
    }
    this.#working = false
  }

  #next(): string | undefined {
    return [...this.#wanted].find((uri) => !this.#states.has(uri)) ?? [...this.#states.keys()].find((uri) => !this.#wanted.has(uri))
  }

  async #subscribe(uri: string): Promise<void> {
    const agreed = await this.#ask('resources/subscribe', uri)
    this.#states.set(uri, agreed ? 'following' : 'refused')
    if (agreed && this.#deps.before.has(uri)) this.#deps.onMissed([uri])
  }

  async #unsubscribe(uri: string): Promise<void> {
    const wasFollowing = this.#states.get(uri) === 'following'
    // Forgets the state at once, so that a resource that is wanted back before the server answers is subscribed again.
    this.#states.delete(uri)
    if (wasFollowing) await this.#ask('resources/unsubscribe', uri)
  }

  async #ask(method: string, uri: string): Promise<boolean> {
    try {
      await this.#session.request({ method, params: { uri } }, AbortSignal.any([this.#life, AbortSignal.timeout(ANSWER_MS)]))
      return true
    } catch (thrown) {
      if (!this.#life.aborted) log('info', 'A server did not agree', { server: this.#session.serverId, method, error: thrown })
      return false
    }
  }
}

/**
 * 2026: one stream for all resources (`subscriptions/listen`). Its filter is fixed. For another set a new stream opens before the old one
 * closes.
 */
class ListeningFollower implements SessionResourceSubscriber {
  readonly #session: ProtocolSession
  readonly #deps: SessionResourceSubscriberDeps
  readonly #life: AbortSignal
  #wanted: readonly string[] = []
  /** The resources that the server agreed to; undefined while no stream is open. */
  #honoured: ReadonlySet<string> | undefined
  #asked: ReadonlySet<string> = new Set()
  #open: McpSubscription | undefined
  #refused = false
  #changed = Promise.withResolvers<void>()
  #running = false

  constructor(session: ProtocolSession, deps: SessionResourceSubscriberDeps, life: AbortSignal) {
    this.#session = session
    this.#deps = deps
    this.#life = life
  }

  want(uris: readonly string[]): void {
    this.#wanted = [...uris]
    this.#refused = false
    this.#changed.resolve()
    if (!this.#running) void this.#run()
  }

  stateOf(uri: string): SubscriptionState {
    if (this.#honoured?.has(uri)) return 'following'
    return this.#refused || (this.#honoured && this.#asked.has(uri)) ? 'refused' : 'waiting'
  }

  async #run(): Promise<void> {
    this.#running = true
    let tries = 0
    /** Resources that were followed before a stream ended, and may have changed since. */
    let missed: readonly string[] = [...this.#deps.before]
    while (!this.#life.aborted) {
      this.#changed = Promise.withResolvers<void>()
      if (this.#wanted.length === 0) {
        await this.#replace(undefined)
        if (this.#wanted.length === 0) break
        continue
      }
      const opened = await this.#listen(this.#wanted)
      if (this.#life.aborted) break
      const since = this.#deps.clock.now()
      if (opened && missed.length > 0) this.#deps.onMissed(missed.filter((uri) => this.#honoured?.has(uri)))
      if (opened) missed = []
      // If the server refused a new set, the old stream continues, and the new set is tried again.
      const open = this.#open
      const end =
        open && (await Promise.race([open.closed, this.#changed.promise, ...(opened ? [] : [this.#pause(backoffDelay(tries, WAIT))])]))
      if (this.#life.aborted) break
      if (open && end === undefined) {
        if (!opened) tries++
        continue
      }
      if (open) missed = [...(this.#honoured ?? [])]
      if (this.#deps.clock.now() - since > WAIT.mostMs) tries = 0
      this.#open = undefined
      this.#honoured = undefined
      this.#deps.onChange()
      await this.#pause(backoffDelay(tries++, WAIT))
    }
    this.#running = false
  }

  /** Waits for the next try, or until another set is wanted. */
  async #pause(ms: number): Promise<void> {
    const over = new AbortController()
    const slept = this.#deps.clock.sleep(ms, AbortSignal.any([this.#life, over.signal])).catch(() => undefined)
    await Promise.race([slept, this.#changed.promise])
    over.abort()
  }

  async #listen(uris: readonly string[]): Promise<McpSubscription | undefined> {
    try {
      const opened = await this.#session.listen({ resourceSubscriptions: [...uris] }, this.#life)
      const { resourceSubscriptions } = opened.honoredFilter
      this.#asked = new Set(uris)
      this.#honoured = new Set(resourceSubscriptions?.filter((uri) => this.#asked.has(uri)))
      this.#refused = false
      await this.#replace(opened)
      return opened
    } catch (thrown) {
      if (this.#life.aborted) return undefined
      const cause = thrown instanceof AppError ? thrown.cause : thrown
      const knew = this.#refused
      this.#refused = cause instanceof ProtocolError
      if (!knew) log('info', 'A server did not let its resources be followed', { server: this.#session.serverId, error: thrown })
      this.#deps.onChange()
      return undefined
    }
  }

  async #replace(opened: McpSubscription | undefined): Promise<void> {
    const before = this.#open
    this.#open = opened
    if (!opened) this.#honoured = undefined
    this.#deps.onChange()
    await before?.close()
  }
}
