import type { ServerList } from '../../shared/domain/server'
import { lookAlikes } from '../../shared/lib/confusableNames'

/** Pure: the list with what of its names looks like another one, also where a person wrote them into the file. */
export function markLookAlikeServers(list: ServerList): ServerList {
  const alike = lookAlikes(list.servers.map(({ id }) => id))
  return alike.size === 0 ? list : { ...list, lookAlikes: Object.fromEntries(alike) }
}
