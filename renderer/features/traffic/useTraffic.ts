import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConnectionId, ServerId } from '../../../shared/domain/ids'
import type { AppError } from '../../../shared/errors/appError'
import type { OutputOf } from '../../../shared/rpc/contract'
import { callHost } from '../../rpc/callHost'
import { pairMessageRecords } from './pairMessageRecords'

const PAGE = 100
/** The newer ones of one look. The next look goes on from there. */
const NEWER = 500

type Page = OutputOf<'traffic.ofServer'>
type Pages = InfiniteData<Page, number | undefined>

/** A page without a live record of messages looks for newer ones so often while an app is open. */
const LIVE_MS = 2_000

/**
 * Returns the latest messages of a server, interpreted, and loads older ones page by page.
 * @param app The app whose messages alone are wanted. While it is open, newer ones appear by themselves.
 */
export function useTraffic(serverId: ServerId, app?: { readonly connectionId: ConnectionId; readonly isOpen: boolean }) {
  const connectionId = app?.connectionId
  const client = useQueryClient()
  const queryKey = ['traffic', serverId, connectionId]
  const wanted = { serverId, ...(connectionId && { connectionId }) }

  const query = useInfiniteQuery<Page, AppError, Pages, readonly unknown[], number | undefined>({
    queryKey,
    queryFn: ({ pageParam: before, signal }) =>
      callHost('traffic.ofServer', { ...wanted, limit: PAGE, ...(before !== undefined && { before }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ records, hasMore }) => (hasMore ? records[0]?.id : undefined),
    // What an app said goes with its conversation.
    ...(connectionId && { gcTime: 0 }),
  })
  const isLive = app?.isOpen === true && query.data !== undefined
  const newer = useQuery<null, AppError>({
    queryKey: ['traffic.newer', serverId, connectionId],
    queryFn: async ({ signal }) => {
      const after = newestOf(client.getQueryData<Pages>(queryKey)?.pages)
      const { records } = await callHost('traffic.ofServer', { ...wanted, limit: NEWER, after }, signal)
      client.setQueryData<Pages>(queryKey, (data) => data && { ...data, pages: addNewer(data.pages, records) })
      return null
    },
    enabled: isLive,
    // What was just loaded needs no look at once.
    initialData: null,
    staleTime: Infinity,
    refetchInterval: LIVE_MS,
    gcTime: 0,
  })
  const pages = query.data?.pages
  const lines = useMemo(() => pages && pairMessageRecords(pages.toReversed().flatMap(({ records }) => records)), [pages])
  // A look that failed before the app ended is not made again.
  return { ...query, error: query.error ?? (isLive ? newer.error : null), lines }
}

/** The id of the newest message; 0 if there is none. Pages go from the newest to the oldest, and their messages the other way. */
function newestOf(pages: readonly Page[] = []): number {
  return pages[0]?.records.at(-1)?.id ?? 0
}

/** What was loaded again meanwhile may already have some of them. */
function addNewer(pages: readonly Page[], found: Page['records']): Page[] {
  const newest = newestOf(pages)
  const records = found.filter(({ id }) => id > newest)
  const [first, ...older] = pages
  return first && records.length > 0 ? [{ ...first, records: [...first.records, ...records] }, ...older] : [...pages]
}
