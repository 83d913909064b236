import type { ServerId } from '../../../shared/domain/ids'
import { randomTraceId } from './randomIds'

/**
 * The ids by which servers know one trace of Parley's. Each server has its own, which is random: two servers that compare theirs do not learn
 * that they worked on the same turn, and a server does not learn Parley's. It lives as long as the spans of its trace.
 */
export class ServerTraces {
  /** Most traces are seen by one server, and a map costs more than the rest of its id. */
  #first: { readonly serverId: ServerId; readonly traceId: string } | undefined
  #others: Map<ServerId, string> | undefined

  /** The same id for all that one server sees of the trace. */
  idFor(serverId: ServerId): string {
    const known = this.#first?.serverId === serverId ? this.#first.traceId : this.#others?.get(serverId)
    if (known !== undefined) return known
    const traceId = randomTraceId()
    if (this.#first) (this.#others ??= new Map()).set(serverId, traceId)
    else this.#first = { serverId, traceId }
    return traceId
  }
}
