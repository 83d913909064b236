import { availableParallelism } from 'node:os'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import { log } from '../lib/log'
import { InteractiveServers, type FactDatabase } from '../session/interactiveServers'
import { ChildProcessRecords, type ChildDatabase } from '../transport/childProcessRecords'
import { Connection, type ConnectionDeps } from './connection'
import { KnownDiscoveryCache } from '../session/knownDiscoveryCache'
import { ProtocolEraCache } from '../session/protocolEraCache'
import { ConcurrencyLimiter } from '../lib/concurrencyLimiter'

/** The outside dependencies that all connections share. */
export interface ConnectionFactoryDeps extends Omit<
  ConnectionDeps,
  'children' | 'asking' | 'eras' | 'discoveries' | 'starts' | OwnOfConnection
> {
  readonly database: ChildDatabase & FactDatabase
}

/** The dependencies that each connection has for itself. */
type OwnOfConnection = 'subscriptions' | 'accountId' | 'onState' | 'onCatalog'

/** Makes connections. Owner of what they share: the start queue, the records of processes, and what is remembered about servers. */
export class ConnectionFactory {
  readonly #deps: ConnectionFactoryDeps
  readonly #children: ChildProcessRecords
  readonly #asking: InteractiveServers
  readonly #eras: ProtocolEraCache
  readonly #discoveries: KnownDiscoveryCache
  readonly #starts = new ConcurrencyLimiter(() => availableParallelism())

  constructor(deps: ConnectionFactoryDeps) {
    this.#deps = deps
    this.#children = new ChildProcessRecords(deps.database)
    this.#asking = new InteractiveServers(deps.database)
    this.#eras = new ProtocolEraCache(deps.database, () => deps.clock.now())
    this.#discoveries = new KnownDiscoveryCache(deps.database, { now: () => deps.clock.now(), limits: deps.limits })
    const ended = this.#children.endLeftovers()
    if (ended > 0) log('info', 'Ended servers of a Parley that was killed', { ended })
  }

  create(definition: ServerConfig, own: Pick<ConnectionDeps, OwnOfConnection>): Connection {
    const shared = {
      children: this.#children,
      asking: this.#asking,
      eras: this.#eras,
      discoveries: this.#discoveries,
      starts: this.#starts,
    }
    return new Connection(definition, { ...this.#deps, ...shared, ...own })
  }

  /** Moves what is remembered about a server to its new name. */
  renameServer(from: ServerId, to: ServerId): void {
    this.#asking.renameServer(from, to)
  }

  /** Forgets what is remembered under this name, because another program uses the name now. */
  forgetServer(serverId: ServerId): void {
    this.#asking.forgetServer(serverId)
  }

  /** Forgets everything about servers and launches that are gone for good. */
  keepOnly(servers: ReadonlySet<ServerId>, launches: readonly Launch[]): void {
    this.#asking.keepOnly(servers)
    this.#eras.keepOnly(launches)
    this.#discoveries.keepOnly(launches)
  }

  /**
   * Forgets what a server said of itself, so that its next connection asks: its launch, a secret in it or its credentials changed. With an
   * account, only what the server said to that account alone.
   */
  forgetDiscovery({ launch }: Pick<ServerConfig, 'launch'>, accountId?: AccountId): void {
    this.#discoveries.forget(launch, accountId)
  }

  /** Has the next connection find out again which era a server speaks. With an account, only under that account. */
  probeAgain({ launch }: Pick<ServerConfig, 'launch'>, accountId?: AccountId): void {
    this.#eras.probeAgain(launch, accountId)
  }

  /** Forgets what accounts were told that are gone. */
  keepAccounts(accounts: readonly { readonly accountId: AccountId }[]): void {
    this.#discoveries.keepAccounts(accounts)
  }
}
