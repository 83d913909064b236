import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { isRecord, parseJson } from '../../shared/lib/json'
import type { IncomingStream } from './incomingQueue'
import { parseEnvelope } from './messageEnvelope'
import { MessageMeter, type MessageExcess, type MessageLimits } from './messageMeter'

const LINE_FEED = 0x0a
const RETURN = 0x0d
const LINES_AT_ONCE = 20
/** Larger events pass unchanged, because parsing them twice costs too much. */
const MENDED_BYTES = 64 * 1024

const META = '"_meta"'
const METAS = 5_000

export interface EventRules {
  readonly limits: MessageLimits
  /** Whether the client may resume a broken stream (2025 era). If not, the event ids are removed. */
  readonly resumable: boolean
  readonly onBytes: ((bytes: number) => void) | undefined
  /** An event over a limit was dropped. The stream continues. */
  readonly onOversized: (excess: MessageExcess) => void
  /** An event was not a message. `answers` is the request that it seemed to answer, if any. */
  readonly onUnreadable: (answers: RequestId | undefined) => void
  /** Asked while reading: until it allows more, the server has to wait. */
  readonly stream: IncomingStream
  /** Called for each event that is not a message: an empty one, one of another kind, one that nobody understands. */
  readonly onNoise: () => void
}

/**
 * Passes an event stream on, one whole event at a time. Drops an event that exceeds the size limit, up to the empty line that ends it.
 * Splits batches into single messages, and removes message members that the SDK does not expect.
 */
export function eventStreamFilter(rules: EventRules): TransformStream<Uint8Array, Uint8Array> {
  const meter = new MessageMeter(rules.limits)
  let parts: Uint8Array[] = []
  let skipping = false
  let lineIsEmpty = true
  let afterReturn = false
  const measure = (bytes: Uint8Array): void => {
    const excess = skipping ? undefined : meter.add(bytes)
    if (!excess) return
    skipping = true
    parts = []
    rules.onOversized(excess)
  }
  // One part for each chunk, because a part for each line would cost more than its line.
  const keep = (bytes: Uint8Array): void => {
    if (!skipping && bytes.length > 0) parts.push(bytes)
  }
  const finish = (controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (!skipping && meter.bytes > 0) for (const piece of mended(parts, meter.bytes, rules)) controller.enqueue(piece)
    // Otherwise the reader waits to see whether a line feed follows.
    if (parts.at(-1)?.at(-1) === RETURN) controller.enqueue(new Uint8Array([LINE_FEED]))
    parts = []
    meter.reset()
    skipping = false
    rules.stream.messageEnded()
  }
  let isFirst = true
  return new TransformStream({
    transform: async (received, controller) => {
      rules.onBytes?.(received.length)
      const chunk = isFirst ? withoutMark(received) : received
      isFirst = false
      let since = performance.now()
      let lines = 0
      let start = 0
      /** Where the part of the event in this chunk begins. */
      let from = 0
      // The second half of a CRLF that was split between two chunks.
      if (afterReturn && chunk[0] === LINE_FEED) {
        measure(chunk.subarray(0, 1))
        start = 1
      }
      if (chunk.length > 0) afterReturn = false
      for (const end of lineEnds(chunk, start)) {
        if (++lines % LINES_AT_ONCE === 0) {
          await rules.stream.ready(performance.now() - since, skipping)
          since = performance.now()
        }
        lineIsEmpty &&= end.at === start
        measure(chunk.subarray(start, end.next))
        afterReturn = end.next === chunk.length && chunk[end.at] === RETURN && end.next === end.at + 1
        if (lineIsEmpty) {
          keep(chunk.subarray(from, end.next))
          finish(controller)
          from = end.next
        }
        lineIsEmpty = true
        start = end.next
      }
      if (start < chunk.length) {
        lineIsEmpty = false
        measure(chunk.subarray(start))
      }
      keep(chunk.subarray(from))
      await rules.stream.ready(performance.now() - since, skipping)
    },
    flush: (controller) => {
      if (meter.bytes === 0) return
      // Some servers leave out the last empty line.
      const end = new Uint8Array([LINE_FEED, LINE_FEED])
      measure(end)
      keep(end)
      finish(controller)
    },
  })
}

/** A stream may begin with a byte order mark (WHATWG, server-sent events). Without this, its first line would be a field that nobody knows. */
function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk
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
  if (bytes > MENDED_BYTES && !hasNullMeta(Buffer.concat(parts))) return parts
  const lines = Buffer.concat(parts)
    .toString('utf8')
    .split(/\r\n|\n|\r/)
  const kept = rules.resumable ? lines.filter((line) => /^(?:id|retry)(?::|$)/.test(line)) : []
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
  const kind = lines
    .findLast((line) => line.startsWith('event:'))
    ?.slice(6)
    .trim()
  const text = data.join('\n')
  if (text === '' || (kind !== undefined && kind !== '' && kind !== 'message')) rules.onNoise()
  if (kind !== undefined && kind !== '' && kind !== 'message') return parts
  if (text === '') return kept.length > 0 ? [encoded([...kept, 'data: '])] : []
  const { messages, isAsItWas } = readMessages(text, rules)
  if (isAsItWas && (rules.resumable || !lines.some((line) => line.startsWith('id')))) return parts
  if (messages.length === 0) rules.onNoise()
  if (messages.length === 0) return kept.length > 0 ? [encoded([...kept, 'data: '])] : []
  // The id marks everything before it as received, so it goes with the last message.
  return messages.map((message, index) => encoded([...(index === messages.length - 1 ? kept : []), `data: ${JSON.stringify(message)}`]))
}

/** Such a message would be lost, so it is parsed twice whatever its size. A result with more than some thousand of them is not looked through. */
function hasNullMeta(bytes: Buffer): boolean {
  let seen = 0
  for (let at = bytes.indexOf(META); at >= 0 && seen < METAS; at = bytes.indexOf(META, at + META.length)) {
    seen++
    if (/^\s{0,20}:\s{0,20}null/.test(bytes.toString('latin1', at + META.length, at + META.length + 50))) return true
  }
  return false
}

function readMessages(text: string, rules: EventRules): { readonly messages: readonly JSONRPCMessage[]; readonly isAsItWas: boolean } {
  const value = parseJson(text)
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
  if (!isRecord(before) || Object.keys(before).length !== Object.keys(after).length) return false
  return Object.entries(after).every(([name, value]) => before[name] === value)
}

function encoded(lines: readonly string[]): Uint8Array {
  return Buffer.from(`${lines.join('\n')}\n\n`)
}
