import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ProtocolSession } from '../session/protocolSession'
import { LogReceiver, type LogMessage } from './logReceiver'
import { askForLevel, defaultLevel, type WantedLevel } from './logLevel'
import { subscribeToResources, type SubscriptionState, type SessionResourceSubscriber } from './sessionResourceSubscriber'

const ANSWER_MS = 30_000

/** A resource may have changed: the server said so, or nobody heard for a while. */
export interface ResourceUpdate {
  readonly serverId: ServerId
  readonly uri: string
}

export interface SubscriptionsDeps {
  readonly serverId: ServerId
  readonly clock: Clock
  readonly limits: () => Limits
  readonly onUpdate: (update: ResourceUpdate) => void
  readonly onFollowing: () => void
  readonly onLog: (message: LogMessage) => void
}

/** What Parley wants of one server beside its lists and its calls, through all its connections: which resources it follows, and how much it logs. */
export class ServerSubscriptions {
  readonly #deps: SubscriptionsDeps
  readonly #intake: LogReceiver
  #followed: readonly string[] = []
  /** What was followed over any link so far: after a new start, changes of it may have been missed. */
  readonly #before = new Set<string>()
  #level: WantedLevel | undefined
  #era: ProtocolSession['era'] = '2025'
  #live: { readonly session: ProtocolSession; readonly follower: SessionResourceSubscriber; readonly life: AbortSignal } | undefined

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps
    this.#intake = new LogReceiver({ ...deps, take: deps.onLog })
  }

  /** From now on these resources are followed, and no others. */
  follow(uris: readonly string[]): void {
    this.#followed = uris
    if (this.#live) this.#live.follower.want(uris)
    else this.#deps.onFollowing()
  }

  followed(): ReadonlyMap<string, SubscriptionState> {
    const live = this.#live
    return new Map(this.#followed.map((uri) => [uri, live?.follower.stateOf(uri) ?? 'waiting']))
  }

  get logLevel(): WantedLevel {
    return this.#level ?? defaultLevel(this.#era)
  }

  /** The level that the server is asked for from now on; undefined for the usual one of its era. */
  setLogLevel(level: WantedLevel | undefined): void {
    this.#level = level
    void this.#askForLevel()
  }

  /** A new link takes up what is wanted. @param life Ends with the link. */
  attach(session: ProtocolSession, life: AbortSignal): void {
    const follower = subscribeToResources(
      session,
      {
        clock: this.#deps.clock,
        before: new Set(this.#before),
        onMissed: (uris) => uris.forEach((uri) => this.updated(uri)),
        onChange: () => this.#following(),
      },
      life,
    )
    this.#live = { session, follower, life }
    this.#era = session.era
    life.addEventListener('abort', () => this.#detach(session), { once: true })
    follower.want(this.#followed)
    void this.#askForLevel()
  }

  /** The server says that a resource, or a part of it, has changed. */
  updated(uri: string): void {
    this.#deps.onUpdate({ serverId: this.#deps.serverId, uri })
  }

  /** The server logs something. */
  logged(params: unknown): void {
    this.#intake.receive(params)
  }

  #detach(session: ProtocolSession): void {
    if (this.#live?.session !== session) return
    this.#live = undefined
    this.#deps.onFollowing()
  }

  #following(): void {
    for (const [uri, state] of this.followed()) if (state === 'following') this.#before.add(uri)
    this.#deps.onFollowing()
  }

  async #askForLevel(): Promise<void> {
    const live = this.#live
    if (!live) return
    try {
      await askForLevel(live.session, this.logLevel, AbortSignal.any([live.life, AbortSignal.timeout(ANSWER_MS)]))
    } catch (thrown) {
      if (!live.life.aborted) log('info', 'A server does not let its log level be set', { server: this.#deps.serverId, error: thrown })
    }
  }
}
