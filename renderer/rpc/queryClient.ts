import { QueryClient } from '@tanstack/react-query'
import { onHostReconnected } from './hostConnectionStore'

/** The cache of everything that the host owns. Nothing is fetched again by itself, except what had failed when the connection is back. */
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
