import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ServerId } from '../../../shared/domain/ids'
import type { AppError } from '../../../shared/errors/appError'
import type { OutputOf } from '../../../shared/rpc/contract'
import { callHost } from '../../rpc/callHost'
import { frameLines } from './frameLines'

const PAGE = 100

type Page = OutputOf<'frames.ofServer'>

/** The last frames of a server with their meaning, and those before them page by page. */
export function useFrames(serverId: ServerId) {
  const query = useInfiniteQuery<Page, AppError, { readonly pages: readonly Page[] }, readonly unknown[], number | undefined>({
    queryKey: ['frames', serverId],
    queryFn: ({ pageParam: before, signal }) =>
      callHost('frames.ofServer', { serverId, limit: PAGE, ...(before !== undefined && { before }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ frames, hasMore }) => (hasMore ? frames[0]?.id : undefined),
  })
  const pages = query.data?.pages
  const lines = useMemo(() => pages && frameLines(pages.toReversed().flatMap(({ frames }) => frames)), [pages])
  return { ...query, lines }
}
