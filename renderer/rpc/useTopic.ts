import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TopicName, ValueOf } from '../../shared/rpc/contract'
import { currentHostClient } from './currentHostClient'

const watched = new WeakMap<QueryClient, Set<TopicName>>()

/** Returns the current value of a topic, or the part that `select` picks. Undefined until the first value has arrived. */
export function useTopic<N extends TopicName>(name: N): ValueOf<N> | undefined
export function useTopic<N extends TopicName, T>(name: N, select: (value: ValueOf<N>) => T): T | undefined
export function useTopic<N extends TopicName, T>(name: N, select?: (value: ValueOf<N>) => T): T | ValueOf<N> | undefined {
  const client = useQueryClient()
  useEffect(() => watchTopic(client, name), [client, name])
  return useQuery<ValueOf<N>, Error, T | ValueOf<N>>({
    queryKey: topicKey(name),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    ...(select && { select }),
  }).data
}

/** Returns the value that is in the cache now, for handlers that need it once. */
export function topicNow<N extends TopicName>(client: QueryClient, name: N): ValueOf<N> | undefined {
  return client.getQueryData<ValueOf<N>>(topicKey(name))
}

/** Watches a topic before, or while, something shows it. Each has one subscription for the lifetime of the page. Topics are few and small. */
export function watchTopic(client: QueryClient, name: TopicName): void {
  const names = watched.get(client) ?? new Set()
  watched.set(client, names)
  if (names.has(name)) return
  names.add(name)
  currentHostClient().watch(name, (value) => client.setQueryData(topicKey(name), value))
}

const topicKey = (name: TopicName): readonly ['topic', TopicName] => ['topic', name]
