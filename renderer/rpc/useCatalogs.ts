import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Catalog } from '../../shared/domain/catalog'
import type { ChosenAccounts } from '../../shared/domain/chat'
import type { ServerId } from '../../shared/domain/ids'
import { callHost } from './callHost'
import { useTopic } from './useTopic'

export interface ServerCatalog {
  readonly serverId: ServerId
  readonly catalog: Catalog
}

const NONE: ChosenAccounts = {}

/**
 * Returns what every ready server offers to its default or chosen account, in the order of the servers. Reads a catalog again whenever its
 * server reports a change.
 */
export function useCatalogs(chosenAccounts: ChosenAccounts = NONE): readonly ServerCatalog[] {
  const servers = useTopic('servers', (list) => list.servers)
  const states = useTopic('connections.states')
  const versions = useTopic('servers.catalogVersions')
  const ready = useMemo(
    () =>
      (servers ?? []).flatMap(({ id }) => {
        const phase = states?.[id]?.phase
        // A missing sign-in of the default account says nothing about other accounts.
        return phase === 'ready' || (phase === 'needsSignIn' && chosenAccounts[id] !== undefined) ? [id] : []
      }),
    [servers, states, chosenAccounts],
  )
  return useQueries({
    queries: ready.map((serverId) => ({
      queryKey: ['catalog', serverId, chosenAccounts[serverId] ?? '', versions?.[serverId] ?? 0],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ServerCatalog> => ({
        serverId,
        catalog: await callHost('servers.catalog', { serverId, accountId: chosenAccounts[serverId] }, signal),
      }),
      staleTime: Infinity,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  })
}
