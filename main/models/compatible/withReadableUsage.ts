import { isRecord, parseJson } from '../../../shared/lib/json'

const NEWLINE = 10
const WHITE_SPACE = new Set([9, 10, 13, 32])
const OPENING_BRACE = 0x7b
const MEMBER = Buffer.from('"usage"')
const EVENT = /^data: ?/

/** The counts that the library reads, and the objects in which further ones are. It refuses the whole answer for one that is no number. */
const COUNTS = ['prompt_tokens', 'completion_tokens']
/** Follows from the others, and is left out where it cannot be read. */
const TOTAL = 'total_tokens'
const DETAILS = {
  prompt_tokens_details: ['cached_tokens'],
  completion_tokens_details: ['reasoning_tokens', 'accepted_prediction_tokens', 'rejected_prediction_tokens'],
}

/**
 * No answer is lost because its endpoint counts tokens in a way that nobody can read: the count is left out then, and nobody is told one. Numbers
 * that are written as texts are read. Everything else comes as it was sent.
 */
export function withReadableUsage(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (!response.ok || !response.body) return response
    const readable = new Response(response.body.pipeThrough(usageReader()), response)
    // A new Response has no address.
    Object.defineProperty(readable, 'url', { value: response.url })
    return readable
  }
}

/** Reads events line by line, and one JSON object as a whole. The bytes of both are limited by `limitModelResponse`. */
function usageReader(): TransformStream<Uint8Array, Uint8Array> {
  let held: Uint8Array[] = []
  let isWhole: boolean | undefined
  return new TransformStream({
    transform: (piece, controller) => {
      isWhole ??= beginsObject(piece)
      const end = isWhole === true ? 0 : piece.lastIndexOf(NEWLINE) + 1
      if (end > 0) {
        for (const line of linesOf(Buffer.concat([...held, piece.subarray(0, end)]))) controller.enqueue(readableLine(line))
        held = []
      }
      if (end < piece.length) held.push(piece.subarray(end))
    },
    flush: (controller) => {
      if (held.length > 0) controller.enqueue(readableLine(Buffer.concat(held)))
    },
  })
}

/** Undefined as long as nothing but white space came. */
function beginsObject(piece: Uint8Array): boolean | undefined {
  const first = piece.find((byte) => !WHITE_SPACE.has(byte))
  return first === undefined ? undefined : first === OPENING_BRACE
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start) + 1 || bytes.length
    yield bytes.subarray(start, end)
    start = end
  }
}

function readableLine(line: Buffer): Uint8Array {
  if (!line.includes(MEMBER)) return line
  const text = line.toString()
  const event = EVENT.exec(text)?.[0] ?? ''
  const said = parseJson(text.slice(event.length))
  if (!isRecord(said) || said['usage'] === undefined || said['usage'] === null) return line
  const usage = readUsage(said['usage'])
  return usage === said['usage'] ? line : Buffer.from(`${event}${JSON.stringify({ ...said, usage })}\n`)
}

/** Pure: counts that are all numbers, the same value if they were so already. Null for what tells no count. */
export function readUsage(usage: unknown): unknown {
  if (!isRecord(usage)) return null
  const withTotal = readCounts(usage, [...COUNTS, TOTAL])
  const counts = withTotal ?? readCounts({ ...usage, [TOTAL]: null }, COUNTS)
  if (!counts) return null
  const changed = Object.entries(DETAILS).flatMap(([name, known]): readonly [string, unknown][] => {
    const own = usage[name]
    if (own === undefined || own === null) return []
    const read = isRecord(own) ? readCounts(own, known) : undefined
    return read === own ? [] : [[name, read ?? null]]
  })
  return changed.length === 0 ? counts : { ...counts, ...Object.fromEntries(changed) }
}

/** Undefined where one of the counts is there and cannot be read. */
function readCounts(usage: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const written = names.filter((name) => typeof usage[name] === 'string')
  const read = written.length === 0 ? usage : { ...usage, ...Object.fromEntries(written.map((name) => [name, countIn(usage[name])])) }
  return names.every((name) => read[name] === undefined || read[name] === null || Number.isFinite(read[name])) ? read : undefined
}

/** A number that is written as a text. */
function countIn(text: unknown): number {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
