import type { FetchLike } from '@modelcontextprotocol/client'
import { systemFetch } from './systemFetch'

/** The key under which Node keeps the connection pool of its own fetch. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Dispatcher = NonNullable<RequestInit['dispatcher']>
let patient: Dispatcher | undefined

/**
 * A fetch without Node's timeout of five silent minutes. A call may be silent for longer, for example while a person answers a question,
 * and so may a model that reads a long conversation; both have deadlines of their own. It uses the computer's proxies and certificates.
 */
export const fetchWithoutIdleTimeout: FetchLike = systemFetch((url, init) => {
  patient ??= patientDispatcher()
  return fetch(url, { ...init, ...(patient && { dispatcher: patient }) })
})

/** Makes a pool of the same class as Node's own. A pool from another undici release would not fit. */
function patientDispatcher(): Dispatcher | undefined {
  const standard: unknown = Reflect.get(globalThis, DISPATCHER)
  if (typeof standard !== 'object' || standard === null) return undefined
  const made: unknown = Reflect.construct(standard.constructor, [{ headersTimeout: 0, bodyTimeout: 0 }])
  return isDispatcher(made) ? made : undefined
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value && typeof value.dispatch === 'function'
}
