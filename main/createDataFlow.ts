import type { ConversationId, ServerId } from '../shared/domain/ids'
import type { Conversation } from '../shared/domain/chat'
import type { ConnectionPool } from './connections/connectionPool'
import { DataFlowGuard, type DataFlowGuardDeps } from './dataFlow/dataFlowGuard'
import { ServerExposure } from './dataFlow/serverExposure'
import { TaintStore } from './dataFlow/taintStore'
import type { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import type { FileStore } from './files/fileStore'
import type { Clock } from './lib/clock'
import type { AccountStore } from './oauth/accountStore'
import type { ServerRegistry } from './servers/serverRegistry'

export interface DataFlowParts {
  readonly clock: Clock
  readonly registry: ServerRegistry
  readonly pool: ConnectionPool
  readonly definitions: PinnedDefinitionStore
  readonly accounts: AccountStore
  readonly files: FileStore
  /** @throws {AppError} NOT_FOUND */
  readonly conversation: (id: ConversationId) => Conversation
  readonly reachedBy: DataFlowGuardDeps['reachedBy']
}

/** Creates the owners of what servers touch, and of what came from them into conversations. */
export function createDataFlow({ clock, registry, pool, definitions, accounts, files, conversation, reachedBy }: DataFlowParts) {
  const exposure = new ServerExposure({
    servers: () => registry.list().servers,
    toolsOf: (serverId: ServerId) => pool.catalog(serverId).tools,
    acceptedTools: (serverId) => definitions.openWorldTools(serverId),
    accounts: () => accounts.accounts(),
  })
  const taintStore = new TaintStore({ load: conversation, fromServers: (sha256) => files.fromServers(sha256) })
  const flowGuard = new DataFlowGuard({ taintStore, exposure, now: () => clock.now(), reachedBy })
  for (const source of [registry.changes, accounts.changes, pool.catalogChanges]) source.subscribe(() => exposure.look())
  return { exposure, taintStore, flowGuard }
}
