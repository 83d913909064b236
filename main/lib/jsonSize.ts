/** Results up to this size are exact, because counting costs almost nothing. */
const EXACT = 1_000_000

/**
 * Returns the size of a JSON value as text, in bytes. Only an estimate for a very large value, because serializing it just to count would
 * block everything.
 */
export function jsonBytes(value: unknown): number {
  const about = sizeOf(value, Number.POSITIVE_INFINITY)
  return about > EXACT ? about : Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** Whether a value of JSON is certainly longer than this, in bytes. The time depends on the number of bytes, and on the members of one object: that is visited whole. */
export function isSurelyLonger(value: unknown, bytes: number): boolean {
  return sizeOf(value, bytes + 1, least) > bytes
}

/** The text of a JSON value, or its beginning. */
export interface JsonStart {
  readonly json: string
  readonly bytes: number
  readonly cut?: true
}

/**
 * Returns a JSON value as text, with its full size in bytes. For a value longer than `limit`, returns about the beginning and sets `cut`. A
 * cut text may be shorter than `limit`. It may not end exactly at the cut, because open brackets and quotes are closed again.
 * @param known The size in bytes, if known without counting.
 */
export function jsonStart(value: unknown, limit: number, known?: number): JsonStart {
  const isLong = sizeOf(value, limit) >= limit
  const room = { left: limit }
  const json = JSON.stringify(isLong ? shortened(value, room) : value) ?? ''
  return {
    json: json.slice(0, limit),
    bytes: known ?? (isLong ? jsonBytes(value) : Buffer.byteLength(json)),
    ...((room.left <= 0 || json.length > limit) && { cut: true }),
  }
}

/** How much each part of a value counts. */
interface Weights {
  readonly text: (text: string) => number
  readonly scalar: number
  readonly brackets: number
}
const estimated: Weights = { text: textBytes, scalar: 5, brackets: 2 }
const least: Weights = { text: ({ length }) => length, scalar: 1, brackets: 1 }

/** Adds up sizes without recursion, so that no value can overflow the stack. Stops when it reaches `enough`. */
function sizeOf(value: unknown, enough: number, weights = estimated): number {
  const open: unknown[] = [value]
  let size = 0
  for (let next = open.pop(); size < enough; next = open.pop()) {
    if (typeof next === 'string') size += weights.text(next) + 2
    else if (typeof next !== 'object' || next === null) size += weights.scalar
    else if (Array.isArray(next)) size += openArray(next, open, enough) + weights.brackets
    else size += openObject(next, open) + weights.brackets
    if (open.length === 0) break
  }
  return size
}

function openArray(items: readonly unknown[], open: unknown[], enough: number): number {
  if (items.length < enough) for (const item of items) open.push(item)
  return items.length
}

function openObject(value: object, open: unknown[]): number {
  let size = 0
  // Every message is counted. `for…in` avoids building a list of the members.
  for (const key in value) {
    size += key.length + 4
    open.push(Reflect.get(value, key))
  }
  return size
}

/** Estimates the size of a very long text from the bytes per character at its beginning. */
function textBytes(text: string): number {
  if (text.length <= EXACT) return Buffer.byteLength(text)
  return Math.round((Buffer.byteLength(text.slice(0, EXACT)) * text.length) / EXACT)
}

/** Copies the value until there is no room left. */
function shortened(value: unknown, room: { left: number }): unknown {
  room.left -= 5
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.max(0, room.left))
    room.left -= kept.length
    return kept
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (room.left <= 0) break
      items.push(shortened(item, room))
    }
    return items
  }
  const entries: [string, unknown][] = []
  for (const [key, child] of Object.entries(value)) {
    if (room.left <= 0) break
    room.left -= key.length
    entries.push([key, shortened(child, room)])
  }
  return Object.fromEntries(entries)
}
