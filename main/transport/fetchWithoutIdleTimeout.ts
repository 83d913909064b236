import type { FetchLike } from '@modelcontextprotocol/client'
import { systemFetch } from '../net/systemFetch'

/** Where Node keeps the pool of connections behind its own fetch. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Dispatcher = NonNullable<RequestInit['dispatcher']>
let patient: Dispatcher | undefined

/**
 * Node's fetch gives up on an answer that is quiet for five minutes. A call may be quiet for longer, most of all while a person
 * answers a question of its server, and has deadlines of its own; so this fetch waits. It goes the way that this computer goes: with its
 * proxies and certificates.
 */
export const fetchWithoutIdleTimeout: FetchLike = systemFetch((url, init) => {
  patient ??= patientDispatcher()
  return fetch(url, { ...init, ...(patient && { dispatcher: patient }) })
})

/** Another of the same kind: a pool from another release of the library behind fetch would not fit. */
function patientDispatcher(): Dispatcher | undefined {
  const standard: unknown = Reflect.get(globalThis, DISPATCHER)
  if (typeof standard !== 'object' || standard === null) return undefined
  const made: unknown = Reflect.construct(standard.constructor, [{ headersTimeout: 0, bodyTimeout: 0 }])
  return isDispatcher(made) ? made : undefined
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value && typeof value.dispatch === 'function'
}
