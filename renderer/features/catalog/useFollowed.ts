import type { ServerId } from '../../../shared/domain/ids'
import type { FollowedResource } from '../../../shared/domain/resource'
import { useTopic } from '../../rpc/useTopic'

/** The resource as it is followed; undefined when it is not. */
export function useFollowed(serverId: ServerId, uri: string): FollowedResource | undefined {
  return useTopic('resources.followed', (all) => all.find((one) => one.serverId === serverId && one.uri === uri) ?? null) ?? undefined
}

/** What is followed of one server, by address. */
export function useAllFollowed(serverId: ServerId): ReadonlyMap<string, FollowedResource> {
  const followed = useTopic('resources.followed') ?? []
  return new Map(followed.filter((one) => one.serverId === serverId).map((one) => [one.uri, one]))
}
