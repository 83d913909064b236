import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { UnknownMessage } from '../session/incomingMessages'
import type { ProtocolSession } from '../session/protocolSession'
import { LogReceiver, type LogMessage } from './logReceiver'
import { askForLevel, defaultLevel, type WantedLevel } from './logLevel'
import { subscribeToResources, type SubscriptionState, type SessionResourceSubscriber } from './sessionResourceSubscriber'

const ANSWER_MS = 30_000

/** A resource may have changed: the server said so, or Parley was not listening for a while. */
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

/** The subscriptions of Parley at one server, across all its sessions: the followed resources and the log level. */
export class ServerSubscriptions {
  readonly #deps: SubscriptionsDeps
  readonly #intake: LogReceiver
  #followed: readonly string[] = []
  /** Resources that were followed in any session so far. After a new start, changes of them may have been missed. */
  readonly #before = new Set<string>()
  #level: WantedLevel | undefined
  #era: ProtocolSession['era'] = '2025'
  #live: { readonly session: ProtocolSession; readonly follower: SessionResourceSubscriber; readonly life: AbortSignal } | undefined

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps
    this.#intake = new LogReceiver({ ...deps, take: deps.onLog })
  }

  /** Follows exactly these resources from now on. */
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

  /** Sets the log level from now on. Undefined means the default of the server's era. */
  setLogLevel(level: WantedLevel | undefined): void {
    this.#level = level
    void this.#askForLevel()
  }

  /** Applies the wanted subscriptions to a new session. @param life Aborts when the session ends. */
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

  /** Reports that a resource, or a part of it, has changed. */
  updated(uri: string): void {
    this.#deps.onUpdate({ serverId: this.#deps.serverId, uri })
  }

  /** Receives a log message of the server. */
  logged(params: unknown): void {
    this.#intake.receive(params)
  }

  /** Receives a message of the server with a method that Parley does not know. */
  heardUnknown(message: UnknownMessage): void {
    this.#intake.receiveUnknown(message)
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
