import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'
import type { LogMessage } from '../subscriptions/logReceiver'
import { ServerSubscriptions, type ResourceUpdate } from '../subscriptions/serverSubscriptions'

/** Where news of what is wanted goes. */
export interface SubscriptionNews {
  readonly resourceUpdates: Emitter<ResourceUpdate>
  readonly followChanges: Emitter<ServerId>
  readonly logMessages: Emitter<LogMessage>
}

/** Owner of what is wanted of each server through all its connections: followed resources, and how much it logs. */
export class SubscriptionsByServer {
  readonly #deps: { readonly clock: Clock; readonly limits: () => Limits }
  readonly #news: SubscriptionNews
  readonly #ofServers = new Map<ServerId, ServerSubscriptions>()

  constructor(deps: { readonly clock: Clock; readonly limits: () => Limits }, news: SubscriptionNews) {
    this.#deps = deps
    this.#news = news
  }

  /** Those of a server's own connection. */
  of(serverId: ServerId): ServerSubscriptions {
    const known = this.#ofServers.get(serverId)
    if (known) return known
    const subscriptions = this.#create(serverId, () => this.#news.followChanges.emit(serverId))
    this.#ofServers.set(serverId, subscriptions)
    return subscriptions
  }

  /** For a connection under another account: what is followed and how much is logged is wanted of the server's own connection only. */
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
