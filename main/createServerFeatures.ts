import type { Launch } from '../shared/domain/server'
import { Completer } from './completion/completer'
import { CatalogVersions } from './connections/catalogVersions'
import type { ConnectionPool } from './connections/connectionPool'
import type { Storage } from './createStorage'
import { IconCache } from './icons/iconCache'
import { listedIcons } from './icons/listedIcons'
import { ServerLog } from './logs/serverLog'
import type { HostPorts } from './ports'
import { PromptPreviews } from './prompts/promptPreviews'
import { SubscribedResourceStore } from './resources/subscribedResourceStore'
import { ResourceReader } from './resources/resourceReader'
import type { TopicHub } from './rpc/topicHub'
import type { ServerRegistry } from './servers/serverRegistry'
import { SkillReader } from './skills/skillReader'
import type { TemporaryStorage } from './temporary/temporaryStorage'

export interface ContentParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly registry: ServerRegistry
  readonly pool: ConnectionPool
  readonly hub: TopicHub
  readonly temporary: TemporaryStorage
}

/** Creates the owners of what servers offer beside tools: resources, prompts, skills, icons, proposals, logs. */
export function createServerFeatures({ ports, storage, registry, pool, hub, temporary }: ContentParts, opened: AsyncDisposableStack) {
  const { clock } = ports
  const { own: database, settings } = storage
  const limits = () => settings.limits()
  const catalogVersions = new CatalogVersions(pool)
  const skills = new SkillReader({
    clock,
    skillsOf: (serverId, accountId) => pool.catalog(serverId, accountId).skills,
    readItems: async (serverId, ask, signal) => (await pool.readResource(serverId, ask, signal)).items,
  })
  const icons = opened.use(
    new IconCache({
      listed: (serverId) => listedIcons(pool.states()[serverId], pool.catalog(serverId)),
      originOf: (serverId) => originOf(registry.get(serverId).launch),
      now: () => clock.now(),
    }),
  )
  const reader = opened.use(new ResourceReader({ source: pool, clock, limits }))
  const followed = opened.use(new SubscribedResourceStore({ database, source: pool, clock, limits }))
  const previews = new PromptPreviews({ source: pool, clock })
  const completer = opened.use(new Completer({ source: pool, clock }))
  const lastSeq = (serverId: string) => hub.lastSeq('logs.entries', serverId)
  const serverLog = opened.use(new ServerLog({ database, source: pool, clock, limits, lastSeq, isPaused: temporary.mayBeMeant }))
  serverLog.entries.subscribe(({ serverId, entries }) => hub.appendAll('logs.entries', serverId, entries))
  return { catalogVersions, skills, icons, reader, followed, previews, completer, serverLog }
}

/** Returns the origin of a remote server. A local server has none. */
function originOf(launch: Launch): string | undefined {
  return launch.kind === 'http' ? URL.parse(launch.url)?.origin : undefined
}
