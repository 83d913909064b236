import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConnectionId, ServerId } from '../../../shared/domain/ids'
import type { AppError } from '../../../shared/errors/appError'
import type { OutputOf } from '../../../shared/rpc/contract'
import { callHost } from '../../rpc/callHost'
import { pairMessageRecords } from './pairMessageRecords'

const PAGE = 100

type Page = OutputOf<'traffic.ofServer'>

/** A page without a live record of messages looks again so often while an app is open. */
const LIVE_MS = 2_000

/**
 * Returns the latest messages of a server, interpreted, and loads older ones page by page.
 * @param app The app whose messages alone are wanted. While it is open, newer ones appear by themselves.
 */
export function useTraffic(serverId: ServerId, app?: { readonly connectionId: ConnectionId; readonly isOpen: boolean }) {
  const connectionId = app?.connectionId

  const query = useInfiniteQuery<Page, AppError, { readonly pages: readonly Page[] }, readonly unknown[], number | undefined>({
    queryKey: ['traffic', serverId, connectionId],
    refetchInterval: app?.isOpen === true ? LIVE_MS : false,
    queryFn: ({ pageParam: before, signal }) =>
      callHost(
        'traffic.ofServer',
        { serverId, limit: PAGE, ...(connectionId && { connectionId }), ...(before !== undefined && { before }) },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ records, hasMore }) => (hasMore ? records[0]?.id : undefined),
  })
  const pages = query.data?.pages
  const lines = useMemo(() => pages && pairMessageRecords(pages.toReversed().flatMap(({ records }) => records)), [pages])
  return { ...query, lines }
}
