import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServerId } from '../../../shared/domain/ids'
import type { ResourceContents } from '../../../shared/domain/resourceContents'
import type { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useSubscription } from './useResourceSubscriptions'

/** Contents can be large, so the page soon forgets unused ones. The host keeps its own copy. */
const KEPT_MS = 30_000

export interface OpenResource {
  readonly read: UseQueryResult<ResourceContents, AppError>
  /** Asks the server again, even if its last answer is still fresh. */
  readonly readAgain: () => void
  readonly showAll: () => void
}

/** Reads the content of one resource when it opens, and again after every change that its server reports. */
export function useResource(serverId: ServerId, uri: string): OpenResource {
  const [asked, setAsked] = useState({ again: 0, whole: false })
  const updates = useSubscription(serverId, uri)?.updates ?? 0
  const again = asked.again > 0 || updates > 0
  const read = useQuery<ResourceContents, AppError>({
    queryKey: ['resource', serverId, uri, updates, asked],
    queryFn: ({ signal }) =>
      callHost('resources.read', { serverId, uri, ...(again && { again }), ...(asked.whole && { whole: true }) }, signal),
    gcTime: KEPT_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === serverId && query.queryKey[2] === uri ? previous : undefined),
  })
  return {
    read,
    readAgain: () => setAsked((before) => ({ ...before, again: before.again + 1 })),
    showAll: () => setAsked((before) => ({ ...before, whole: true })),
  }
}
