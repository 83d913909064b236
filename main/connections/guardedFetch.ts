import type { FetchLike, RequestId } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'
import { patientFetch } from './patientFetch'
import type { Exchange } from './wireTransport'

const NEWLINE = 0x0a
const RETURN = 0x0d

export interface FetchGuard {
  readonly messageBytes: number
  readonly exchange: Exchange
  /** A message in an event stream was longer than the limit and is lost; the stream lives. The request is the one whose stream it is. */
  readonly onOversized: (request: RequestId | undefined) => void
}

/** A fetch that counts what arrives, after decompression, and lets no message grow over the limit. */
export function guardedFetch(guard: FetchGuard, baseFetch: FetchLike = patientFetch): FetchLike {
  return async (url, init) => {
    const response = await baseFetch(url, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
    const request = guard.exchange.getStore()
    const filter = isStream ? eventFilter(guard.messageBytes, () => guard.onOversized(request)) : bodyLimit(guard.messageBytes)
    const guarded = new Response(response.body.pipeThrough(filter), response)
    // A Response made by hand has no address, and the SDK needs it to tell where a redirect came from.
    Object.defineProperty(guarded, 'url', { value: response.url })
    return guarded
  }
}

function bodyLimit(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += chunk.length
      if (seen <= limit) controller.enqueue(chunk)
      else controller.error(tooLarge())
    },
  })
}

/** Passes an event stream on. An event that grows over the limit is cut there, and the rest of it is dropped up to the empty line that ends it. */
function eventFilter(limit: number, onOversized: () => void): TransformStream<Uint8Array, Uint8Array> {
  let inEvent = 0
  let skipping = false
  let lineIsEmpty = true
  return new TransformStream({
    transform: (chunk, controller) => {
      let start = 0
      for (let at = nextBreak(chunk, 0); ; at = nextBreak(chunk, at + 1)) {
        const end = at < 0 ? chunk.length : at + 1
        const textEnd = at < 0 ? chunk.length : at
        if (textEnd > start && !(textEnd - start === 1 && chunk[start] === RETURN)) lineIsEmpty = false
        inEvent += end - start
        if (!skipping && inEvent > limit) {
          skipping = true
          // Ends the piece that was passed on, so that the reader sees a broken event, which it reports and forgets.
          controller.enqueue(new Uint8Array([NEWLINE, NEWLINE]))
          onOversized()
        } else if (!skipping && end > start) {
          controller.enqueue(chunk.subarray(start, end))
        }
        if (at < 0) return
        if (lineIsEmpty) {
          inEvent = 0
          skipping = false
        }
        lineIsEmpty = true
        start = end
      }
    },
  })
}

/** Lines end with a line feed in practice; a stream that uses lone carriage returns is only counted as one long event. */
function nextBreak(chunk: Uint8Array, from: number): number {
  return chunk.indexOf(NEWLINE, from)
}

export function tooLarge(): AppError {
  return new AppError('MESSAGE_TOO_LARGE', 'The server sent a message that is larger than the limit', {
    hint: 'Ask for less at once, or raise “messageBytes” under “limits” in settings.json.',
  })
}
