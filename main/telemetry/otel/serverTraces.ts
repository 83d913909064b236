import type { ServerId } from '../../../shared/domain/ids'
import { randomTraceId } from './randomIds'

/**
 * The ids by which servers know one trace of Parley's. Each server has its own, which is random: two servers that compare theirs do not learn
 * that they worked on the same turn, and a server does not learn Parley's. It lives as long as the spans of its trace.
 */
export class ServerTraces {
  #ids: Map<ServerId, string> | undefined

  /** The same id for all that one server sees of the trace. */
  idFor(serverId: ServerId): string {
    this.#ids ??= new Map()
    const known = this.#ids.get(serverId)
    if (known !== undefined) return known
    const id = randomTraceId()
    this.#ids.set(serverId, id)
    return id
  }
}
