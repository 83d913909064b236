/** The two ids of W3C Trace Context, in lower-case hex: 32 and 16 digits. */
export interface TraceIds {
  readonly traceId: string
  readonly spanId: string
}

/**
 * Pure: the value of `traceparent` (W3C Trace Context, section 3.2).
 * @param sampled whether the trace is recorded; a server that follows the flag records its part of it only then
 */
export function traceparent({ traceId, spanId }: TraceIds, sampled: boolean): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
}

/** The trace of whoever started Parley for one command. */
export interface CallerTrace extends TraceIds {
  /** False: the caller does not record this trace, so Parley does not either. */
  readonly sampled: boolean
  readonly tracestate?: string
}

/**
 * Pure: the trace that the variables `TRACEPARENT` and `TRACESTATE` name (OpenTelemetry, "Environment Variables as Context Propagation
 * Carriers"); undefined when there is none. A bad `TRACESTATE` does not make the other one bad (W3C Trace Context, section 4.3).
 */
export function readCallerTrace(environment: Readonly<Record<string, string | undefined>>): CallerTrace | undefined {
  const parent = parseTraceparent(environment['TRACEPARENT'])
  const tracestate = parent && parseTracestate(environment['TRACESTATE'])
  return parent && { ...parent, ...(tracestate !== undefined && { tracestate }) }
}

/** Pure: reads a `traceparent`; undefined when it is not one. Later versions may have more fields. */
function parseTraceparent(text: string | undefined): (TraceIds & { readonly sampled: boolean }) | undefined {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,200})?$/.exec(text?.slice(0, 300) ?? '')
  if (!match) return undefined
  const [, version = '', traceId = '', spanId = '', flags = '', more] = match
  if (version === 'ff' || (version === '00' && more !== undefined) || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** A member of `tracestate`: a vendor's key, perhaps with a tenant, and a value (section 3.3.1.3). */
const MEMBER = /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/
const MEMBERS = 32
const TRACESTATE_CHARACTERS = 512

/**
 * Pure: reads a `tracestate`; undefined when it is not one, has more members than the specification allows, names a vendor twice, or is
 * longer than everybody has to pass on (W3C Trace Context, section 3.3.1). It is used whole or not at all: the parts belong to others.
 */
function parseTracestate(text: string | undefined): string | undefined {
  if (text === undefined || text.length > TRACESTATE_CHARACTERS || !/^[\t -~]*$/.test(text)) return undefined
  const members = text.split(',').map((member) => member.trim())
  const named = members.filter((member) => member !== '')
  const keys = new Set(named.map((member) => member.slice(0, member.indexOf('='))))
  const isOne = named.length > 0 && members.length <= MEMBERS && keys.size === named.length && named.every((member) => MEMBER.test(member))
  return isOne ? named.join(',') : undefined
}
