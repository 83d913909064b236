import type { ServerId } from '../../../shared/domain/ids'
import type { SubscribedResource } from '../../../shared/domain/resourceContents'
import { useTopic } from '../../rpc/useTopic'

/** Returns the subscription to a resource, or undefined when there is none. */
export function useSubscription(serverId: ServerId, uri: string): SubscribedResource | undefined {
  return useTopic('resources.subscriptions', (all) => all.find((one) => one.serverId === serverId && one.uri === uri) ?? null) ?? undefined
}

/** Returns the subscriptions to a server's resources, by address. */
export function useResourceSubscriptions(serverId: ServerId): ReadonlyMap<string, SubscribedResource> {
  const followed = useTopic('resources.subscriptions') ?? []
  return new Map(followed.filter((one) => one.serverId === serverId).map((one) => [one.uri, one]))
}
