import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'
import type { LogMessage } from '../subscriptions/logReceiver'
import { ServerSubscriptions, type ResourceUpdate } from '../subscriptions/serverSubscriptions'

/** Receives updates of followed resources and log messages. */
export interface SubscriptionNews {
  readonly resourceUpdates: Emitter<ResourceUpdate>
  readonly followChanges: Emitter<ServerId>
  readonly logMessages: Emitter<LogMessage>
}

/** Owner of what Parley wants from each server, across all its sessions: followed resources and the log level. */
export class SubscriptionsByServer {
  readonly #deps: { readonly clock: Clock; readonly limits: () => Limits }
  readonly #news: SubscriptionNews
  readonly #ofServers = new Map<ServerId, ServerSubscriptions>()

  constructor(deps: { readonly clock: Clock; readonly limits: () => Limits }, news: SubscriptionNews) {
    this.#deps = deps
    this.#news = news
  }

  /** The subscriptions of a server's own connection. */
  of(serverId: ServerId): ServerSubscriptions {
    const known = this.#ofServers.get(serverId)
    if (known) return known
    const subscriptions = this.#create(serverId, () => this.#news.followChanges.emit(serverId))
    this.#ofServers.set(serverId, subscriptions)
    return subscriptions
  }

  /**
   * Makes empty subscriptions for a connection under another account. Only the server's own connection follows resources and sets the log
   * level.
   */
  none(serverId: ServerId): ServerSubscriptions {
    return this.#create(serverId, ignore)
  }

  #create(serverId: ServerId, onFollowing: () => void): ServerSubscriptions {
    const { clock, limits } = this.#deps
    return new ServerSubscriptions({
      serverId,
      clock,
      limits,
      onUpdate: (update) => this.#news.resourceUpdates.emit(update),
      onFollowing,
      onLog: (message) => this.#news.logMessages.emit(message),
    })
  }
}

function ignore(): void {
  // Nobody watches.
}
