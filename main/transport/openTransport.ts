import { AsyncLocalStorage } from 'node:async_hooks'
import {
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type FetchLike,
  type RequestId,
} from '@modelcontextprotocol/client'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { idIn } from './malformedResponse'
import { limitResponseAndNotificationPosts } from './limitResponseAndNotificationPosts'
import type { MessageLimits } from './messageMeter'
import { notJson, sizeLimitedFetch, tooLarge } from './sizeLimitedFetch'
import type { SessionAuth } from './sessionAuth'
import type { AuthRefusal } from './authRefusal'
import { fetchWithoutIdleTimeout } from '../net/fetchWithoutIdleTimeout'
import { EventStreamBackoff } from './eventStreamBackoff'
import { StdioTransport } from './stdioTransport'
import { noAnswer, tickets, TrackingTransport, type TrackingTransportDeps } from './trackingTransport'

/** A launch record with its secrets filled in. It exists only while a connection opens. */
export type LaunchValues =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly kind: 'http'; readonly url: URL; readonly headers: Readonly<Record<string, string>> }

/** Retries a broken event stream for about a minute. After that, the health of the whole session decides. */
const RECONNECTION = { initialReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1.5, maxReconnectionDelay: 30_000, maxRetries: 8 }

export interface TransportDeps extends Omit<TrackingTransportDeps, 'exchange'> {
  readonly limits: Limits
  readonly sleep: Clock['sleep']
  readonly onSpawn: (pid: number) => () => void
  /** Authenticates requests to a remote server. */
  readonly auth?: SessionAuth | undefined
}

/** A transport that is ready to start, with the objects behind it. */
export interface OpenedTransport {
  readonly kind: 'stdio' | 'http' | 'sse'
  readonly wire: TrackingTransport
  readonly process?: StdioTransport
  /** Tells the server that the session is over, if the transport has sessions (2025-11-25, Streamable HTTP). */
  readonly endSession?: () => Promise<void>
}

/** A tracking transport over the pipes of a process. Its two extra properties make the SDK treat it as a local process. */
class TrackingPipe extends TrackingTransport {
  readonly stderr = null
  readonly #process: StdioTransport

  constructor(inner: StdioTransport, deps: TrackingTransportDeps) {
    super(inner, deps)
    this.#process = inner
  }

  get pid(): number | null {
    return this.#process.pid
  }
}

/** Makes the transport for a launch record: a process, Streamable HTTP, or the older HTTP+SSE. */
export function openTransport(launch: LaunchValues, kind: OpenedTransport['kind'], deps: TransportDeps): OpenedTransport {
  return launch.kind === 'stdio' ? openProcess(launch, deps) : openHttp(launch, kind, deps)
}

function openProcess(launch: Extract<LaunchValues, { kind: 'stdio' }>, deps: TransportDeps): OpenedTransport {
  const process = new StdioTransport({
    ...launch,
    limits: messageLimits(deps.limits),
    outputBytes: deps.limits.stderrBytesKept,
    onSpawn: deps.onSpawn,
  })
  const wire = new TrackingPipe(process, { ...deps, exchange: new AsyncLocalStorage() })
  process.onoversized = (excess) => {
    wire.oversized(excess, messageLimits(deps.limits))
    wire.fail(tooLarge(excess))
  }
  process.onnoise = () => wire.countNoise()
  process.onbroken = (line) => wire.loseAnswer(idIn(line), notJson(line))
  process.onstalled = () => wire.endOverLimit('transport.doesNotRead')
  const pipe = wire.stream()
  process.ready = (spentMs, isWaste) => pipe.ready(spentMs, isWaste)
  return { kind: 'stdio', wire, process }
}

function openHttp(launch: Extract<LaunchValues, { kind: 'http' }>, kind: OpenedTransport['kind'], deps: TransportDeps): OpenedTransport {
  const exchange = new AsyncLocalStorage<RequestId>()
  const fetch = sizeLimitedFetch(
    {
      limits: messageLimits(deps.limits),
      exchange,
      onBytes: (bytes, request) => wire.count(bytes, request),
      onTooLarge: (excess, request) => wire.oversized(excess, messageLimits(deps.limits), request),
      onDropped: (excess, request) => lose(tooLarge(excess), request),
      onUnreadable: (request) => lose(noAnswer(), request),
      newStream: () => wire.stream(),
      onNoise: () => wire.countNoise(),
    },
    limitResponseAndNotificationPosts(provingFetch(deps.auth, kind === 'sse'), {
      exchange,
      onStalled: () => wire.endOverLimit('transport.doesNotRead'),
    }),
  )
  // HTTP+SSE brings every answer on the one stream that belongs to no request. In Streamable HTTP that stream brings no answers.
  const lose = (error: AppError, request: RequestId | undefined): void => {
    if (request !== undefined || kind === 'sse') wire.fail(error, request)
  }
  const options = { fetch: kind === 'sse' ? withRefusals(fetch) : fetch, requestInit: { headers: { ...launch.headers } } }
  const pace = new EventStreamBackoff(deps.now)
  const inner =
    kind === 'sse'
      ? new SSEClientTransport(launch.url, options)
      : new StreamableHTTPClientTransport(launch.url, {
          ...options,
          // The user interface asks for consent to more rights.
          onInsufficientScope: 'throw',
          reconnectionOptions: RECONNECTION,
          reconnectionScheduler: (reconnect, delay) => {
            const calledOff = new AbortController()
            void deps.sleep(pace.delay(delay), calledOff.signal).then(reconnect, () => undefined)
            return () => calledOff.abort()
          },
        })
  const wire = new TrackingTransport(inner, { ...deps, exchange })
  return {
    kind: kind === 'sse' ? 'sse' : 'http',
    wire,
    ...(inner instanceof StreamableHTTPClientTransport && { endSession: () => inner.terminateSession() }),
  }
}

/** The library gives a refused message of the older transport as a sentence of its own. This is the same refusal as in Streamable HTTP. */
function withRefusals(request: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await request(url, init)
    if (init?.method !== 'POST' || response.ok || response.status === 401 || (response.status >= 300 && response.status < 400))
      return response
    const { status, statusText } = response
    throw new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `HTTP ${status}`, { status, statusText, text: await response.text() })
  }
}

/**
 * Makes a fetch that authenticates. A refusal is recorded on the ticket of the refused request. Refused event streams are ignored, because
 * the request whose answer they may carry has already run. Over HTTP+SSE the stream is the connection itself, so there its refusal counts.
 */
function provingFetch(auth: SessionAuth | undefined, isStreamFirst: boolean): FetchLike {
  if (!auth) return fetchWithoutIdleTimeout
  const requests = auth.wrap(fetchWithoutIdleTimeout, noteRefusal)
  const streams = isStreamFirst ? requests : auth.wrap(fetchWithoutIdleTimeout, ignore)
  return (url, init) => (init?.method === 'POST' ? requests(url, init) : streams(url, init))
}

function noteRefusal(refusal: AuthRefusal): void {
  const ticket = tickets.getStore()
  if (ticket) ticket.failure = refusal
}

function ignore(): void {
  // The next request tells.
}

function messageLimits({ messageBytes, messageBytesCeiling, messageValues }: Limits): MessageLimits {
  return { bytes: Math.min(messageBytes, messageBytesCeiling), values: messageValues }
}
