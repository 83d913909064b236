import type { JsonValue } from '../../shared/lib/json'

/** A long text is written in parts of so many UTF-16 units. */
const TEXT_PART = 16 * 1024

interface OpenValue {
  readonly members: Iterator<readonly [key: string | undefined, value: unknown]>
  readonly end: ']' | '}'
  isEmpty: boolean
}

/**
 * Writes a value of JSON as `JSON.stringify` does, in pieces of about `length` UTF-16 units, so that the caller can let others have a turn
 * between them. In the worst case a piece is 100,000 units longer, because an escaped character takes six. The pieces in order are the JSON.
 * What JSON cannot say is left out of objects. Not recursive, because an outside party decides how deep the value is.
 */
export function* jsonPieces(value: object | JsonValue, length: number): Generator<string> {
  let piece = ''
  for (const token of tokensOf(value)) {
    piece += token
    if (piece.length < length) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function* tokensOf(whole: unknown): Generator<string> {
  const open: OpenValue[] = []
  yield* beginningOf(whole, open)
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    const next = inner.members.next()
    if (next.done) {
      yield inner.end
      open.pop()
      continue
    }
    const [key, value] = next.value
    if (!inner.isEmpty) yield ','
    inner.isEmpty = false
    if (key !== undefined) {
      yield* textTokens(key)
      yield ':'
    }
    yield* beginningOf(value, open)
  }
}

/** Writes a value that has no members, or the bracket before them. */
function* beginningOf(value: unknown, open: OpenValue[]): Generator<string> {
  if (typeof value === 'string') return yield* textTokens(value)
  if (typeof value !== 'object' || value === null) return yield JSON.stringify(value) ?? 'null'
  const isArray = Array.isArray(value)
  yield isArray ? '[' : '{'
  open.push({ members: isArray ? itemsOf(value) : fieldsOf(value), end: isArray ? ']' : '}', isEmpty: true })
}

function* itemsOf(items: readonly unknown[]): Generator<readonly [undefined, unknown]> {
  for (const item of items) yield [undefined, item]
}

function* fieldsOf(value: object): Generator<readonly [string, unknown]> {
  for (const key of Object.keys(value)) {
    const field: unknown = Reflect.get(value, key)
    if (field !== undefined) yield [key, field]
  }
}

/** A character of two units that is cut in half is written as two escapes, which are the same character again when they are read. */
function* textTokens(text: string): Generator<string> {
  if (text.length <= TEXT_PART) return yield JSON.stringify(text)
  yield '"'
  for (let start = 0; start < text.length; start += TEXT_PART) yield JSON.stringify(text.slice(start, start + TEXT_PART)).slice(1, -1)
  yield '"'
}
