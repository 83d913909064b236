import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Catalog } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { AppError } from '../../shared/errors/appError'
import { callHost } from './callHost'
import { useTopic } from './useTopic'

/** Returns what one server offers. Reads it again whenever the server reports a change. */
export function useCatalog(serverId: ServerId, enabled: boolean): UseQueryResult<Catalog, AppError> {
  const version = useTopic('servers.catalogVersions', (versions) => versions[serverId] ?? 0) ?? 0
  return useQuery<Catalog, AppError>({
    queryKey: ['server catalog', serverId, version],
    queryFn: ({ signal }) => callHost('servers.catalog', { serverId }, signal),
    enabled,
    staleTime: Infinity,
    // The old list of the same server stays on the screen while the new one loads.
    placeholderData: (previous, query) => (query?.queryKey[1] === serverId ? previous : undefined),
  })
}
