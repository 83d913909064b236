import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { parseEnvelope } from './messageEnvelope'

const LINE_FEED = 0x0a
const RETURN = 0x0d
/** Larger events pass unchanged, because parsing them twice costs too much. */
const MENDED_BYTES = 64 * 1024

export interface EventRules {
  readonly messageBytes: number
  /** Whether the client may resume a broken stream (2025 era). If not, the event ids are removed. */
  readonly resumable: boolean
  readonly onBytes: ((bytes: number) => void) | undefined
  /** An event over the size limit was dropped. The stream continues. */
  readonly onOversized: () => void
  /** An event was not a message. `answers` is the request that it seemed to answer, if any. */
  readonly onUnreadable: (answers: RequestId | undefined) => void
}

/**
 * Passes an event stream on, one whole event at a time. Drops an event that exceeds the size limit, up to the empty line that ends it.
 * Splits batches into single messages, and removes message members that the SDK does not expect.
 */
export function eventStreamFilter(rules: EventRules): TransformStream<Uint8Array, Uint8Array> {
  let parts: Uint8Array[] = []
  let held = 0
  let skipping = false
  let lineIsEmpty = true
  let afterReturn = false
  const hold = (bytes: Uint8Array): void => {
    if (skipping || bytes.length === 0) return
    held += bytes.length
    parts.push(bytes)
    if (held <= rules.messageBytes) return
    skipping = true
    parts = []
    rules.onOversized()
  }
  const finish = (controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (!skipping && held > 0) for (const piece of mended(parts, held, rules)) controller.enqueue(piece)
    // Otherwise the reader waits to see whether a line feed follows.
    if (parts.at(-1)?.at(-1) === RETURN) controller.enqueue(new Uint8Array([LINE_FEED]))
    parts = []
    held = 0
    skipping = false
  }
  return new TransformStream({
    transform: (chunk, controller) => {
      rules.onBytes?.(chunk.length)
      let start = 0
      // The second half of a CRLF that was split between two chunks.
      if (afterReturn && chunk[0] === LINE_FEED) {
        hold(chunk.subarray(0, 1))
        start = 1
      }
      if (chunk.length > 0) afterReturn = false
      for (const end of lineEnds(chunk, start)) {
        lineIsEmpty &&= end.at === start
        hold(chunk.subarray(start, end.next))
        afterReturn = end.next === chunk.length && chunk[end.at] === RETURN && end.next === end.at + 1
        if (lineIsEmpty) finish(controller)
        lineIsEmpty = true
        start = end.next
      }
      if (start >= chunk.length) return
      lineIsEmpty = false
      hold(chunk.subarray(start))
    },
    flush: (controller) => {
      // Some servers leave out the last empty line.
      hold(new Uint8Array([LINE_FEED, LINE_FEED]))
      finish(controller)
    },
  })
}

/** A line ends with LF, CR or CRLF (WHATWG, server-sent events). */
function* lineEnds(chunk: Uint8Array, from: number): Generator<{ readonly at: number; readonly next: number }> {
  let feed = chunk.indexOf(LINE_FEED, from)
  let back = chunk.indexOf(RETURN, from)
  while (feed >= 0 || back >= 0) {
    const at = feed < 0 ? back : back < 0 ? feed : Math.min(feed, back)
    const next = at === back && feed === at + 1 ? at + 2 : at + 1
    yield { at, next }
    if (feed >= 0 && feed < next) feed = chunk.indexOf(LINE_FEED, next)
    if (back >= 0 && back < next) back = chunk.indexOf(RETURN, next)
  }
}

function mended(parts: readonly Uint8Array[], bytes: number, rules: EventRules): readonly Uint8Array[] {
  if (bytes > MENDED_BYTES) return parts
  const lines = Buffer.concat(parts)
    .toString('utf8')
    .split(/\r\n|\n|\r/)
  const kept = rules.resumable ? lines.filter((line) => /^(?:id|retry)(?::|$)/.test(line)) : []
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
  const kind = lines
    .findLast((line) => line.startsWith('event:'))
    ?.slice(6)
    .trim()
  if (kind !== undefined && kind !== '' && kind !== 'message') return parts
  const text = data.join('\n')
  if (text === '') return kept.length > 0 ? [encoded([...kept, 'data: '])] : []
  const { messages, isAsItWas } = readMessages(text, rules)
  if (isAsItWas && (rules.resumable || !lines.some((line) => line.startsWith('id')))) return parts
  if (messages.length === 0) return kept.length > 0 ? [encoded([...kept, 'data: '])] : []
  // The id marks everything before it as received, so it goes with the last message.
  return messages.map((message, index) => encoded([...(index === messages.length - 1 ? kept : []), `data: ${JSON.stringify(message)}`]))
}

function readMessages(text: string, rules: EventRules): { readonly messages: readonly JSONRPCMessage[]; readonly isAsItWas: boolean } {
  const value = parsed(text)
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  const messages: JSONRPCMessage[] = []
  let isAsItWas = !Array.isArray(value)
  for (const item of items) {
    const envelope = parseEnvelope(item)
    if (envelope.ok) messages.push(envelope.message)
    else if (!isAsking(item)) rules.onUnreadable(envelope.answers)
    isAsItWas &&= envelope.ok && sameMembers(item, envelope.message)
  }
  return { messages, isAsItWas }
}

/** A broken request or notification of the server answers nothing. */
function isAsking(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value
}

function sameMembers(before: unknown, after: JSONRPCMessage): boolean {
  return typeof before === 'object' && before !== null && Object.keys(before).length === Object.keys(after).length
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

function encoded(lines: readonly string[]): Uint8Array {
  return Buffer.from(`${lines.join('\n')}\n\n`)
}
