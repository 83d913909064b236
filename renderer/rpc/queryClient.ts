import { QueryClient } from '@tanstack/react-query'
import { onHostReconnected } from './hostConnectionStore'

/** Creates the cache of the host's data. It never refetches by itself, except for failed queries when the connection is back. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  onHostReconnected(() => void client.refetchQueries({ predicate: (query) => query.state.status === 'error' }))
  return client
}
