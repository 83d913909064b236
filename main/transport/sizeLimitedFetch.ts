import type { FetchLike, RequestId } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { eventStreamFilter } from './eventStreamFilter'
import { fetchWithoutIdleTimeout } from './fetchWithoutIdleTimeout'
import { parseEnvelope } from './messageEnvelope'
import { noAnswer, type Exchange } from './trackingTransport'

export interface FetchGuard {
  readonly messageBytes: number
  readonly exchange: Exchange
  readonly onBytes: (bytes: number, request: RequestId) => void
  /** A message was over the size limit, in an event stream or not. */
  readonly onTooLong: (request: RequestId | undefined) => void
  /** A message in an event stream was over the size limit and was dropped. The stream continues. `request` is the request of the stream. */
  readonly onOversized: (request: RequestId | undefined) => void
  /** An event was not a message. `request` is the request that it would have answered, or the request of the stream. */
  readonly onUnreadable: (request: RequestId | undefined) => void
}

/** Makes a fetch that counts received bytes after decompression, enforces the size limit of messages, and repairs almost valid messages. */
export function sizeLimitedFetch(guard: FetchGuard, baseFetch: FetchLike = fetchWithoutIdleTimeout): FetchLike {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    const resumable = !isModern(headers)
    // Streams are never resumed in the 2026 era, even if a server sends event ids (2026-07-28, Streamable HTTP).
    if (!resumable && headers.has('last-event-id')) return new Response(null, { status: 405 })
    const response = await baseFetch(url, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
    const request = guard.exchange.getStore()
    const onBytes = request === undefined ? undefined : (bytes: number): void => guard.onBytes(bytes, request)
    const filter = isStream
      ? eventStreamFilter({
          messageBytes: guard.messageBytes,
          resumable,
          onBytes,
          onOversized: () => {
            guard.onTooLong(request)
            guard.onOversized(request)
          },
          onUnreadable: (answers) => guard.onUnreadable(answers ?? request),
        })
      : bodyLimit(guard, request)
    const guarded = new Response(response.body.pipeThrough(filter), response)
    // A new Response has no URL, but the SDK needs it to tell where a redirect came from.
    Object.defineProperty(guarded, 'url', { value: response.url })
    if (!isStream) Object.defineProperty(guarded, 'json', { value: async () => readBody(await new Response(guarded.body).json(), request) })
    return guarded
  }
}

function isModern(headers: Headers): boolean {
  return (headers.get('mcp-protocol-version') ?? '') >= '2026'
}

/**
 * Reads the messages of a JSON answer, without the parts that make the SDK refuse them. An error without an id belongs to the request that
 * was sent.
 */
function readBody(body: unknown, request: RequestId | undefined): unknown {
  if (Array.isArray(body)) return body.map(parseEnvelope).flatMap((envelope) => (envelope.ok ? [envelope.message] : []))
  const nameless = isRecord(body) && 'error' in body && (body['id'] === null || body['id'] === undefined)
  const envelope = parseEnvelope(nameless ? { ...body, id: request } : body)
  if (envelope.ok) return envelope.message
  throw noAnswer()
}

function bodyLimit(guard: FetchGuard, request: RequestId | undefined): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += chunk.length
      if (request !== undefined) guard.onBytes(chunk.length, request)
      if (seen <= guard.messageBytes) return controller.enqueue(chunk)
      guard.onTooLong(request)
      controller.error(tooLarge())
    },
  })
}

export function tooLarge(): AppError {
  return new AppError('MESSAGE_TOO_LARGE', { reason: 'transport.tooLarge' })
}
