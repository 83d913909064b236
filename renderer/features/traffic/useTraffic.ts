import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ServerId } from '../../../shared/domain/ids'
import type { AppError } from '../../../shared/errors/appError'
import type { OutputOf } from '../../../shared/rpc/contract'
import { callHost } from '../../rpc/callHost'
import { pairMessageRecords } from './pairMessageRecords'

const PAGE = 100

type Page = OutputOf<'traffic.ofServer'>

/** Returns the latest messages of a server, interpreted, and loads older ones page by page. */
export function useTraffic(serverId: ServerId) {
  const query = useInfiniteQuery<Page, AppError, { readonly pages: readonly Page[] }, readonly unknown[], number | undefined>({
    queryKey: ['traffic', serverId],
    queryFn: ({ pageParam: before, signal }) =>
      callHost('traffic.ofServer', { serverId, limit: PAGE, ...(before !== undefined && { before }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ records, hasMore }) => (hasMore ? records[0]?.id : undefined),
  })
  const pages = query.data?.pages
  const lines = useMemo(() => pages && pairMessageRecords(pages.toReversed().flatMap(({ records }) => records)), [pages])
  return { ...query, lines }
}
