import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4_096

let pool = ''
let next = 0

/** The id of a trace: 32 hex digits (W3C Trace Context, section 3.2.2.3). */
export function randomTraceId(): string {
  return randomHex(32)
}

/** The id of a span: 16 hex digits. */
export function randomSpanId(): string {
  return randomHex(16)
}

/** Servers see such ids, so none may tell what the next one is; random bytes are fetched for many ids together, since one request for them costs as much as a span. */
function randomHex(digits: number): string {
  if (next + digits > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex')
    next = 0
  }
  const id = pool.slice(next, (next += digits))
  // An id of zeros alone is invalid.
  return /[1-9a-f]/.test(id) ? id : randomHex(digits)
}
