import type { FetchLike, RequestId } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { quoteServerInError } from '../lib/quoteServerInError'
import { eventStreamFilter } from './eventStreamFilter'
import { fetchWithoutIdleTimeout } from '../net/fetchWithoutIdleTimeout'
import type { IncomingStream } from './incomingQueue'
import { parseEnvelope } from './messageEnvelope'
import { MEMBERS_OF_AN_OBJECT, MessageMeter, type MessageExcess, type MessageLimits } from './messageMeter'
import { noAnswer, tickets, type Exchange } from './trackingTransport'

export interface FetchGuard {
  readonly limits: MessageLimits
  readonly exchange: Exchange
  readonly onBytes: (bytes: number, request: RequestId) => void
  /** A message was over a limit, in an event stream or not. */
  readonly onTooLarge: (excess: MessageExcess, request: RequestId | undefined) => void
  /** A message in an event stream was over a limit and was dropped. The stream continues. `request` is the request of the stream. */
  readonly onDropped: (excess: MessageExcess, request: RequestId | undefined) => void
  /** An event was not a message. `request` is the request that it would have answered, or the request of the stream. */
  readonly onUnreadable: (request: RequestId | undefined) => void
  /** Called for each event stream. */
  readonly newStream: () => IncomingStream
  /** An event was not a message. */
  readonly onNoise: () => void
}

/** Makes a fetch that counts received bytes after decompression, enforces the size limit of messages, and repairs almost valid messages. */
export function sizeLimitedFetch(guard: FetchGuard, baseFetch: FetchLike = fetchWithoutIdleTimeout): FetchLike {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    const resumable = !isModern(headers)
    // Streams are never resumed in the 2026 era, even if a server sends event ids (2026-07-28, Streamable HTTP).
    if (!resumable && headers.has('last-event-id')) return new Response(null, { status: 405 })
    const response = await baseFetch(url, init)
    noteRedirect(response, url)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
    const request = guard.exchange.getStore()
    const onBytes = request === undefined ? undefined : (bytes: number): void => guard.onBytes(bytes, request)
    const filter = isStream
      ? eventStreamFilter({
          limits: guard.limits,
          resumable,
          onBytes,
          onOversized: (excess) => {
            guard.onTooLarge(excess, request)
            guard.onDropped(excess, request)
          },
          onUnreadable: (answers) => guard.onUnreadable(answers ?? request),
          stream: guard.newStream(),
          onNoise: guard.onNoise,
        })
      : bodyLimit(guard, request)
    const guarded = new Response(response.body.pipeThrough(filter), response)
    // A new Response has no URL, but the SDK needs it to tell where a redirect came from.
    Object.defineProperty(guarded, 'url', { value: response.url })
    if (!isStream)
      Object.defineProperty(guarded, 'json', { value: async () => readBody(parsed(await new Response(guarded.body).text()), request) })
    return guarded
  }
}

function isModern(headers: Headers): boolean {
  return (headers.get('mcp-protocol-version') ?? '') >= '2026'
}

/** The library follows redirects within one origin only. Of another one it keeps no address that a program can read. */
function noteRedirect(response: Response, url: string | URL): void {
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  const asked = new URL(response.url || url)
  const target = location === null ? null : URL.parse(location, asked.href)
  const ticket = tickets.getStore()
  if (!target || !ticket || target.origin === asked.origin) return
  // A user name, a password or a token in the address must not be shown.
  ticket.redirectedTo = `${target.origin}${target.pathname}`
}

/** @throws {AppError} PROTOCOL_ERROR for a body that is not JSON, with its beginning as the server's words. */
function parsed(body: string): unknown {
  if (body.trim() === '') throw new AppError('PROTOCOL_ERROR', { reason: 'transport.emptyAnswer' })
  try {
    return JSON.parse(body)
  } catch (thrown) {
    throw notJson(body, thrown)
  }
}

/** The error for an answer that is not JSON. @param text What came in its place: the server's words. */
export function notJson(text: string, cause?: unknown): AppError {
  return new AppError('PROTOCOL_ERROR', { reason: 'transport.notJson' }, { ...quoteServerInError(text), cause })
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
  const meter = new MessageMeter(guard.limits)
  return new TransformStream({
    transform: (chunk, controller) => {
      if (request !== undefined) guard.onBytes(chunk.length, request)
      const excess = meter.add(chunk)
      if (!excess) return controller.enqueue(chunk)
      guard.onTooLarge(excess, request)
      controller.error(tooLarge(excess))
    },
  })
}

/** The error for a message over a limit. It was not read. */
export function tooLarge(excess: MessageExcess): AppError {
  switch (excess) {
    case 'bytes':
      return new AppError('MESSAGE_TOO_LARGE', { reason: 'transport.tooLarge' })
    case 'values':
      return new AppError('MESSAGE_TOO_LARGE', { reason: 'transport.tooManyValues' })
    case 'members':
      return new AppError('MESSAGE_TOO_LARGE', { reason: 'transport.tooManyMembers', params: { most: MEMBERS_OF_AN_OBJECT } })
  }
}
