import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Catalog } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import type { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'

/** What one server offers; asked again whenever it says that this changed. */
export function useCatalog(serverId: ServerId, enabled: boolean): UseQueryResult<Catalog, AppError> {
  const version = useTopic('servers.catalogVersions', (versions) => versions[serverId] ?? 0) ?? 0
  return useQuery<Catalog, AppError>({
    queryKey: ['server catalog', serverId, version],
    queryFn: ({ signal }) => callHost('servers.catalog', { serverId }, signal),
    enabled,
    staleTime: Infinity,
    // The same server's older list stays on the screen while the new one is on its way.
    placeholderData: (previous, query) => (query?.queryKey[1] === serverId ? previous : undefined),
  })
}
