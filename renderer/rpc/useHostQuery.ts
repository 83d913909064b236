import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import type { AppError } from '../../shared/errors/appError'
import type { CallName, InputOf, OutputOf } from '../../shared/rpc/contract'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import { callHost } from './callHost'

export interface HostQueryOptions {
  readonly enabled?: boolean
  /** How long an answer stays fresh, in milliseconds. The default is 0. */
  readonly staleTime?: number
  /** Part of the key. A change fetches again, while the old answer stays on the screen. */
  readonly version?: unknown
}

/** A call whose answer is shown. It runs once per input, and is cancelled when no component uses it any more. */
export function useHostQuery<N extends CallName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, staleTime = 0, version }: HostQueryOptions = {},
): UseQueryResult<OutputOf<N>, AppError> {
  return useQuery<OutputOf<N>, AppError>({
    queryKey: ['call', name, input, version],
    // React Query does not accept undefined as an answer, so calls without a value return null here.
    queryFn: async ({ signal }) => (await callHost(name, input, signal)) ?? trustHostValue<OutputOf<N>>(null),
    enabled,
    staleTime,
    placeholderData: (previous, query) => (query && sameInput(query.queryKey[2], input) ? previous : undefined),
  })
}

/** A call that changes something. */
export function useHostMutation<N extends CallName>(name: N): UseMutationResult<OutputOf<N>, AppError, InputOf<N>> {
  return useMutation<OutputOf<N>, AppError, InputOf<N>>({ mutationFn: (input) => callHost(name, input) })
}

const sameInput = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
