import type { FetchLike, RequestId } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { eventStream } from './eventStream'
import { fetchWithoutIdleTimeout } from './fetchWithoutIdleTimeout'
import { parseEnvelope } from './messageEnvelope'
import { noAnswer, type Exchange } from './trackingTransport'

export interface FetchGuard {
  readonly messageBytes: number
  readonly exchange: Exchange
  readonly onBytes: (bytes: number, request: RequestId) => void
  /** A message was longer than the limit, in an event stream or not. */
  readonly onTooLong: (request: RequestId | undefined) => void
  /** A message in an event stream was longer than the limit and is lost; the stream lives. The request is the one whose stream it is. */
  readonly onOversized: (request: RequestId | undefined) => void
  /** An event of a stream was no message. The request is the one that it would have answered, or whose stream it is. */
  readonly onUnreadable: (request: RequestId | undefined) => void
}

/** A fetch that counts what arrives, after decompression, lets no message grow over the limit, and mends what is nearly a message. */
export function guardedFetch(guard: FetchGuard, baseFetch: FetchLike = fetchWithoutIdleTimeout): FetchLike {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    const resumable = !isModern(headers)
    // Nothing is taken up again in the 2026 era, whatever ids a server writes (2026-07-28, Streamable HTTP).
    if (!resumable && headers.has('last-event-id')) return new Response(null, { status: 405 })
    const response = await baseFetch(url, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
    const request = guard.exchange.getStore()
    const onBytes = request === undefined ? undefined : (bytes: number): void => guard.onBytes(bytes, request)
    const filter = isStream
      ? eventStream({
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
    // A Response made by hand has no address, and the SDK needs it to tell where a redirect came from.
    Object.defineProperty(guarded, 'url', { value: response.url })
    if (!isStream) Object.defineProperty(guarded, 'json', { value: async () => readBody(await new Response(guarded.body).json(), request) })
    return guarded
  }
}

function isModern(headers: Headers): boolean {
  return (headers.get('mcp-protocol-version') ?? '') >= '2026'
}

/** The messages of a JSON answer without what makes the SDK refuse them. A refusal without an id is meant for the request that was sent. */
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
