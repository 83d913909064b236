import type { ReachedHosts } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { AppGrants } from './appGrants'
import type { AppInstance } from './appInstance'
import { reachedHosts } from './appPolicy'
import { whyAppsOff } from './requireApps'
import type { UnprotectedServers } from './unprotectedServers'

export interface ReachedByAppsDeps {
  readonly grants: Pick<AppGrants, 'all'>
  readonly unprotected: Pick<UnprotectedServers, 'has'>
  /** @throws {AppError} NOT_FOUND */
  readonly serverOf: (serverId: ServerId) => ServerConfig
  /** The open apps of a server. One can be open before its call runs, where the model's arguments are shown while they are written. */
  readonly openOf: (serverId: ServerId) => readonly Pick<AppInstance, 'reaches'>[]
}

/**
 * Whom the apps of a server may reach, as far as that is known before a page is read. All of them: they share what they keep (`appStorage.ts`), so
 * that one which reaches nobody can leave what it was given to another. A grant to a page that has become another one counts until then.
 */
export function reachedByApps(serverId: ServerId, deps: ReachedByAppsDeps): ReachedHosts {
  if (whyAppsOff(serverId, deps)) return []
  const lasting = deps.grants.all().filter((one) => one.serverId === serverId)
  const always = reachedHosts(
    lasting.map(({ grant }) => grant),
    deps.unprotected.has(serverId),
  )
  const all = [always, ...deps.openOf(serverId).map(({ reaches }) => reaches)]
  return all.includes('any') ? 'any' : [...new Set(all.flat())]
}
