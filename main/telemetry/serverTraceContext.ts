import { hash } from 'node:crypto'
import type { ServerId } from '../../shared/domain/ids'

/** The two ids of W3C Trace Context, in lower-case hex: 32 and 16 digits. */
export interface TraceIds {
  readonly traceId: string
  readonly spanId: string
}

/**
 * Pure: what a server sees of a span. The trace id is the server's own for this trace, and so is the span id: two servers that compare theirs
 * do not learn that they worked on the same turn, and a server does not learn Parley's. `key` is 64 random hex digits that this process alone
 * knows.
 */
export function serverTraceContext(key: string, serverId: ServerId, { traceId, spanId }: TraceIds): TraceIds {
  return { traceId: nonZero(keyed(key, serverId, traceId).slice(0, 32)), spanId: nonZero(keyed(key, serverId, spanId).slice(0, 16)) }
}

/** Pure: the value of `traceparent` (W3C Trace Context, section 3.2). It says that Parley records the trace. */
export function traceparent({ traceId, spanId }: TraceIds): string {
  return `00-${traceId}-${spanId}-01`
}

/** Pure: reads the `TRACEPARENT` of whoever called; undefined when it is not one. Later versions may have more fields. */
export function parseTraceparent(text: string | undefined): (TraceIds & { readonly sampled: boolean }) | undefined {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,200})?$/.exec(text?.slice(0, 300) ?? '')
  if (!match) return undefined
  const [, version = '', traceId = '', spanId = '', flags = '', more] = match
  if (version === 'ff' || (version === '00' && more !== undefined) || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/**
 * A key of a fixed length in front, and only a part of the hash shown: so nobody can go on with it without the key. An HMAC would cost more
 * than everything else that is measured of a call.
 */
function keyed(key: string, serverId: ServerId, id: string): string {
  return hash('sha256', `${key}${id}${serverId}`, 'hex')
}

/** An id of zeros alone is invalid; it is about as likely as a collision. */
function nonZero(hex: string): string {
  return /^0+$/.test(hex) ? hex.replace(/0$/, '1') : hex
}
