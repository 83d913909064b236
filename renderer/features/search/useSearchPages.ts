import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { SearchHit, SearchPage } from '../../../shared/search/searchHit'
import type { AppError } from '../../../shared/errors/appError'
import type { SearchFilters } from '../../../shared/rpc/search'
import { callHost } from '../../rpc/callHost'

/** How often the search runs again while not everything is in the index. */
const INDEXING_MS = 2_000

export interface SearchPages {
  readonly hits: readonly SearchHit[]
  /** Whether there are more than these. */
  readonly hasMore: boolean
  readonly showMore: () => void
  /** How many texts are not in the index yet. */
  readonly pending: number
  /** Whether an answer for exactly these words and filters is there. */
  readonly isAnswered: boolean
  readonly error: AppError | null
  readonly again: () => void
}

/** What was found so far. The results of the words before stay until the next ones are there; a request that nobody waits for is cancelled. */
export function useSearchPages(query: string, filters: SearchFilters): SearchPages {
  const found = useInfiniteQuery<SearchPage, AppError, { pages: SearchPage[] }, readonly unknown[], number | undefined>({
    queryKey: ['search', query, filters],
    queryFn: ({ pageParam, signal }) =>
      callHost('search.find', { query, filters, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.pending ?? 0) > 0 ? INDEXING_MS : false),
  })
  const { data, hasNextPage, isFetchingNextPage } = found
  return {
    hits: data?.pages.flatMap(({ hits }) => hits) ?? [],
    hasMore: hasNextPage,
    showMore: () => {
      if (hasNextPage && !isFetchingNextPage) void found.fetchNextPage()
    },
    pending: data?.pages[0]?.pending ?? 0,
    isAnswered: data !== undefined && !found.isPlaceholderData,
    error: found.error,
    again: () => void found.refetch(),
  }
}
