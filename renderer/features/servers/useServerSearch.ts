import { shortCommandLine } from '../../../shared/domain/launch/launchLine'
import { useCatalogs } from '../../rpc/useCatalogs'
import type { ServerWithState } from '../../rpc/useServers'

/** Finds servers by name, by command or address, or by a tool. */
export function useServerSearch(servers: readonly ServerWithState[], search: string): readonly ServerWithState[] {
  const catalogs = useCatalogs()
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return servers
  const withTool = new Set(
    catalogs
      .filter(({ catalog }) => catalog.tools.some((tool) => tool.name.toLowerCase().includes(wanted)))
      .map(({ serverId }) => serverId),
  )
  return servers.filter(
    ({ server }) =>
      withTool.has(server.id) || [server.id, shortCommandLine(server.launch)].some((text) => text.toLowerCase().includes(wanted)),
  )
}
