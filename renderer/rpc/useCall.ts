import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import type { AppError } from '../../shared/errors/appError'
import type { CallName, InputOf, OutputOf } from '../../shared/rpc/contract'
import { fromHost } from '../../shared/rpc/fromHost'
import { callHost } from './callHost'

export interface HostQueryOptions {
  readonly enabled?: boolean
  /** How long an answer is good, in milliseconds; 0 when left out. */
  readonly staleTime?: number
  /** Added to the key: a change asks again, while the old answer stays on the screen. */
  readonly version?: unknown
}

/** A call whose answer is shown. Asked once per input; cancelled when nobody looks any more. */
export function useHostQuery<N extends CallName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, staleTime = 0, version }: HostQueryOptions = {},
): UseQueryResult<OutputOf<N>, AppError> {
  return useQuery<OutputOf<N>, AppError>({
    queryKey: ['call', name, input, version],
    // React Query refuses undefined as an answer; calls without a value answer null here.
    queryFn: async ({ signal }) => (await callHost(name, input, signal)) ?? fromHost<OutputOf<N>>(null),
    enabled,
    staleTime,
    placeholderData: (previous, query) => (query && sameInput(query.queryKey[2], input) ? previous : undefined),
  })
}

/** A call that does something. */
export function useHostMutation<N extends CallName>(name: N): UseMutationResult<OutputOf<N>, AppError, InputOf<N>> {
  return useMutation<OutputOf<N>, AppError, InputOf<N>>({ mutationFn: (input) => callHost(name, input) })
}

const sameInput = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
