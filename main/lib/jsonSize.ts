/** Up to this size an answer is exact: counting costs next to nothing. */
const EXACT = 1_000_000

/** How many bytes a JSON value has as text. Of a very large one about as many: to write it all only to count would hold up everything. */
export function jsonBytes(value: unknown): number {
  const about = sizeOf(value, Number.POSITIVE_INFINITY)
  return about > EXACT ? about : Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** The text of a JSON value, or its beginning. */
export interface JsonStart {
  readonly json: string
  readonly bytes: number
  readonly cut?: true
}

/**
 * A JSON value as text, or of one that is longer than `limit` about the beginning, and how many bytes all of it has. A text that was cut
 * says so: it need not be `limit` long, nor end where it was cut, as what was open there is closed again.
 * @param known How many it has, where that needs no counting.
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

/** Adds up without calling itself, so that no value can break it, and stops when it has reached enough. */
function sizeOf(value: unknown, enough: number): number {
  const open: unknown[] = [value]
  let size = 0
  for (let next = open.pop(); size < enough; next = open.pop()) {
    if (typeof next === 'string') size += textBytes(next) + 2
    else if (typeof next !== 'object' || next === null) size += 5
    else if (Array.isArray(next)) size += openArray(next, open, enough)
    else size += openObject(next, open)
    if (open.length === 0) break
  }
  return size
}

function openArray(items: readonly unknown[], open: unknown[], enough: number): number {
  if (items.length < enough) for (const item of items) open.push(item)
  return items.length + 2
}

function openObject(value: object, open: unknown[]): number {
  let size = 2
  // Every message is counted: a loop by name makes no list of what is in it.
  for (const key in value) {
    size += key.length + 4
    open.push(Reflect.get(value, key))
  }
  return size
}

/** Of a very long text, as many bytes a character as at its beginning. */
function textBytes(text: string): number {
  if (text.length <= EXACT) return Buffer.byteLength(text)
  return Math.round((Buffer.byteLength(text.slice(0, EXACT)) * text.length) / EXACT)
}

/** The same value up to where there is no room left. */
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
