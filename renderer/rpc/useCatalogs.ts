import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Catalog } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import { callHost } from './callHost'
import { useTopic } from './useTopic'

export interface ServerCatalog {
  readonly serverId: ServerId
  readonly catalog: Catalog
}

/** What every ready server offers, in the order of the list of servers; asked again whenever a server says that it changed. */
export function useCatalogs(): readonly ServerCatalog[] {
  const servers = useTopic('servers', (list) => list.servers)
  const states = useTopic('connections.states')
  const versions = useTopic('servers.catalogVersions')
  const ready = useMemo(() => (servers ?? []).flatMap(({ id }) => (states?.[id]?.phase === 'ready' ? [id] : [])), [servers, states])
  return useQueries({
    queries: ready.map((serverId) => ({
      queryKey: ['catalog', serverId, versions?.[serverId] ?? 0],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ServerCatalog> => ({
        serverId,
        catalog: await callHost('servers.catalog', { serverId }, signal),
      }),
      staleTime: Infinity,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  })
}
