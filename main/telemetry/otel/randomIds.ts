import { randomFillSync } from 'node:crypto'

const bytes = Buffer.alloc(4_096)
/** An id of zeros alone is invalid. */
const ZEROS = '0'.repeat(32)

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
    pool = randomFillSync(bytes).toString('hex')
    next = 0
  }
  const id = pool.slice(next, (next += digits))
  return ZEROS.startsWith(id) ? randomHex(digits) : id
}
