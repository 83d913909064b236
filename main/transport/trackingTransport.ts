import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import type { CallId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Message } from '../../shared/messages/message'
import { isWithinDepth, MESSAGE_DEPTH } from '../lib/jsonDepth'
import { ProgressTokens } from './progressTokens'
import { parseEnvelope } from './messageEnvelope'
import { StdioTransport } from './stdioTransport'
import { isGreeting, namedRequest, versionsIn, withRealName, withResultType, type Answer } from './lenientMessages'

/** One request of ours: whose call it is, and why it failed where only the transport knows. */
export interface RequestTicket {
  readonly callId?: CallId
  /** A result that does not say what kind it is counts as complete. The SDK refuses such a result in the 2026 era. */
  readonly completeUnlessSaid?: boolean
  /** The server may answer that it runs this in its own time. The SDK knows no such result. */
  readonly mayBeTask?: boolean
  isTask?: boolean
  /** How much has come in answer to it. */
  bytes: number
  failure?: AppError
}

/** The ticket of the request that is being sent. The SDK hands a request to the transport before `request()` returns. */
export const tickets = new AsyncLocalStorage<RequestTicket>()

/** The request whose POST is under way: whatever its response stream brings belongs to it (2025-11-25, Streamable HTTP). */
export type Exchange = AsyncLocalStorage<RequestId>

/** Sees every message on the wire, once. */
export interface MessageObserver {
  /** A message came of which nothing is left but that it came. `bytes` is how long it was at least. */
  lost(callId: CallId | undefined, why: Message, bytes: number): void
  message(direction: 'sent' | 'received', message: JSONRPCMessage, callId: CallId | undefined, bytes: number | undefined): void
}

export interface TrackingTransportDeps {
  readonly observer: MessageObserver
  readonly exchange: Exchange
  readonly now: () => number
  /** The last word on a message of ours before it leaves. */
  readonly outgoing: (message: JSONRPCMessage) => JSONRPCMessage
  /** Takes the parameters of a log message. They come in any number, so they go no further here. */
  readonly onLog: (params: unknown) => void
}

/** Marks the failure of a request whose answer was lost with its stream, so that it may have run. */
export class AnswerLost extends Error {}

/**
 * Stands between the SDK's client and a transport. Owns the list of requests without an answer, so that none waits for one
 * that can no longer come, and knows which request a server's own request belongs to. What is no answer to an open request goes no further.
 */
export class TrackingTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** When the server was last heard, whatever it said. */
  lastHeard: number
  /** The protocol versions that a server named when it was asked for them. */
  saidVersions: readonly string[] | undefined
  /** Who listens to progress. It comes in any number, so it goes no further than here. */
  readonly progress = new ProgressTokens()

  readonly #inner: Transport
  readonly #deps: TrackingTransportDeps
  readonly #open = new Map<RequestId, { readonly ticket: RequestTicket | undefined; readonly method: string }>()
  readonly #origins = new Map<RequestId, RequestId>()

  constructor(inner: Transport, deps: TrackingTransportDeps) {
    this.#inner = inner
    this.#deps = deps
    this.lastHeard = deps.now()
    inner.onmessage = (message, extra) => this.#receive(message, extra)
    inner.onerror = (error) => this.onerror?.(error)
    inner.onclose = () => this.onclose?.()
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false
  }

  /** Whether a call of somebody waits for its answer. */
  get isBusy(): boolean {
    return [...this.#open.values()].some(({ ticket }) => ticket?.callId !== undefined)
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const plain = this.#deps.outgoing(withRealName(message))
    if (!('method' in plain) || !('id' in plain)) return this.#sendWithoutAnswer(plain, options)
    const { id } = plain
    const ticket = tickets.getStore()
    this.#open.set(id, { ticket, method: plain.method })
    // The end of its stream is how a request over HTTP is cancelled (2026-07-28, cancellation).
    options.requestSignal?.addEventListener('abort', () => this.#open.delete(id), { once: true })
    this.#deps.observer.message('sent', plain, ticket?.callId, undefined)
    try {
      await this.#deps.exchange.run(id, () =>
        // Whoever gave its own listener for the end of the stream (`subscriptions/listen`) does not wait for an answer.
        this.#inner.send(plain, options.onRequestStreamEnd ? options : { ...options, onRequestStreamEnd: () => this.#streamEnded(id) }),
      )
    } catch (thrown) {
      this.#open.delete(id)
      throw thrown
    }
  }

  #sendWithoutAnswer(message: JSONRPCMessage, options: TransportSendOptions): Promise<void> {
    const about = 'method' in message ? namedRequest(message.params) : this.#origins.get(message.id ?? '')
    this.#deps.observer.message('sent', message, this.#callOf(about), undefined)
    if ('method' in message && message.method === 'notifications/cancelled' && about !== undefined) this.#open.delete(about)
    return this.#deps.exchange.exit(() => this.#inner.send(message, options))
  }

  /** Bytes have come that belong to a request. */
  count(bytes: number, id: RequestId): void {
    const ticket = this.#open.get(id)?.ticket
    if (ticket) ticket.bytes += bytes
  }

  /** The call behind a request of the server, where the wire tells it. */
  callBehind(serverRequestId: RequestId): CallId | undefined {
    return this.#callOf(this.#origins.get(serverRequestId))
  }

  /** A message came that was longer than the limit, for one request or for nobody knows which. Nothing of it was read. */
  oversized(limit: number, id: RequestId | undefined = this.#onlyCall()): void {
    this.#deps.observer.lost(this.#callOf(id), { id: 'traffic.tooLarge', params: { limit } }, limit)
  }

  /** Fails one request, or all that wait, with a reason that the wire does not carry. */
  fail(error: AppError, id?: RequestId): void {
    const failing = id === undefined ? [...this.#open] : [...this.#open].filter(([open]) => open === id)
    for (const [open, { ticket }] of failing) {
      if (ticket) ticket.failure = error
      this.#open.delete(open)
      this.onmessage?.({ jsonrpc: '2.0', id: open, error: { code: LOCAL_FAILURE, message: error.message } })
    }
  }

  #receive(value: JSONRPCMessage, extra: Extra): void {
    this.lastHeard = this.#deps.now()
    const envelope = parseEnvelope(value)
    const bytes = this.#inner instanceof StdioTransport ? this.#inner.lineBytes : undefined
    if (!isWithinDepth(value, MESSAGE_DEPTH)) {
      const answers = envelope.ok && !('method' in envelope.message) ? envelope.message.id : undefined
      this.#deps.observer.lost(this.#callOf(answers), { id: 'errors.transport.tooDeep' }, bytes ?? 0)
      return this.#unreadable(answers, 'transport.tooDeep')
    }
    if (!envelope.ok) {
      this.#deps.observer.message('received', value, this.#callOf(envelope.answers), bytes)
      return this.#unreadable(envelope.answers)
    }
    const { message } = envelope
    if ('method' in message) this.#hear(message, extra, bytes)
    else this.#takeAnswer(message, extra, bytes)
  }

  /** A notification, or a request of the server. */
  #hear(message: Extract<JSONRPCMessage, { method: string }>, extra: Extra, bytes?: number): void {
    const stream = this.#deps.exchange.getStore()
    const asks = 'id' in message
    const about = asks ? (stream ?? this.#onlyCall()) : (namedRequest(message.params) ?? stream)
    const progressing = message.method === 'notifications/progress' ? this.progress.callOf(message.params) : undefined
    this.#deps.observer.message('received', message, progressing ?? this.#callOf(about), bytes)
    if (asks && about !== undefined) this.#remember(message.id, about)
    if (message.method === 'notifications/message') return this.#deps.onLog(message.params)
    if (message.method === 'notifications/progress') return this.progress.take(message.params)
    this.#handOn(message, extra)
  }

  /** Only the first answer to a request that is open is one. */
  #takeAnswer(message: Answer, extra: Extra, bytes?: number): void {
    const id = message.id === undefined ? undefined : this.#openId(message.id)
    const open = id === undefined ? undefined : this.#open.get(id)
    this.#deps.observer.message('received', message, open?.ticket?.callId, bytes)
    if (id === undefined || !open) {
      // A stream of our own request that brings somebody else's answer has none for us (2025-11-25, Streamable HTTP).
      const stream = this.#deps.exchange.getStore()
      return stream === undefined ? undefined : this.#unreadable(stream)
    }
    this.#open.delete(id)
    if (open.ticket && bytes !== undefined) open.ticket.bytes += bytes
    if (isGreeting(open.method)) this.saidVersions = versionsIn(message) ?? this.saidVersions
    const known = open.ticket?.mayBeTask ? withoutTask(message, open.ticket) : message
    this.#handOn({ ...(open.ticket?.completeUnlessSaid ? withResultType(known) : known), id }, extra)
  }

  #handOn(message: JSONRPCMessage, extra: Extra): void {
    try {
      this.onmessage?.(message, extra)
    } catch (thrown) {
      // One odd message must not end the process that reads it.
      this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }

  /** What came is no message. The request that waits for it has no other answer to hope for. */
  #unreadable(answers: RequestId | undefined, why?: 'transport.tooDeep'): void {
    const id = answers === undefined ? undefined : this.#openId(answers)
    if (id !== undefined) this.fail(noAnswer(why), id)
  }

  /** The open request behind an answer's id; some servers turn a number into text. */
  #openId(id: RequestId): RequestId | undefined {
    if (this.#open.has(id)) return id
    const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : undefined
    return number !== undefined && this.#open.has(number) ? number : undefined
  }

  /** Where all share one channel, a server's request belongs to the one call that is open, if there is just one. */
  #onlyCall(): RequestId | undefined {
    if (this.hasPerRequestStream) return undefined
    const [only, another] = [...this.#open].filter(([, { ticket }]) => ticket?.callId !== undefined)
    return another ? undefined : only?.[0]
  }

  #remember(serverRequestId: RequestId, origin: RequestId): void {
    this.#origins.set(serverRequestId, origin)
    const oldest = this.#origins.keys().next()
    if (this.#origins.size > 1_000 && !oldest.done) this.#origins.delete(oldest.value)
  }

  #streamEnded(id: RequestId): void {
    this.fail(new AppError('SERVER_ERROR', { reason: 'transport.streamEnded' }, { cause: new AnswerLost('The stream ended') }), id)
  }

  #callOf(request: RequestId | undefined): CallId | undefined {
    return request === undefined ? undefined : this.#open.get(request)?.ticket?.callId
  }
}

/** What came instead of an answer cannot be used, and there will be no other. */
export function noAnswer(reason: 'transport.noAnswer' | 'transport.tooDeep' = 'transport.noAnswer'): AppError {
  return new AppError('PROTOCOL_ERROR', { reason })
}

type Extra = Parameters<NonNullable<Transport['onmessage']>>[1]

/** That it is a task is said on its ticket; to the SDK it is a result like any other. */
function withoutTask(message: Answer, ticket: RequestTicket): Answer {
  if (!('result' in message) || !isRecord(message.result) || message.result['resultType'] !== 'task') return message
  ticket.isTask = true
  return { ...message, result: { ...message.result, resultType: 'complete' } }
}

/** Outside of the range that JSON-RPC and MCP reserve, so that it cannot be mistaken for a server's own word. */
const LOCAL_FAILURE = -1_000_001

/** The same over a process's pipes: with these two properties the SDK takes the transport for one of a local process. */
export class TrackingPipe extends TrackingTransport {
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
