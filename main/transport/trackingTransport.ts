import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import type { CallId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'
import { isWithinDepth, MESSAGE_DEPTH } from '../lib/jsonDepth'
import { ProgressTokens } from './progressTokens'
import { parseEnvelope } from './messageEnvelope'
import { StdioTransport } from './stdioTransport'
import { isGreeting, namedRequest, versionsIn, withRealName, withResultType, type Answer } from './lenientMessages'

/** One of our requests: its call, and the reason of a failure that only the transport knows. */
export interface RequestTicket {
  readonly callId?: CallId
  /** Whether a result without `resultType` counts as complete. The SDK refuses such a result in the 2026 era. */
  readonly completeUnlessSaid?: boolean
  /** Whether the server may answer with a task. The SDK does not know such a result. */
  readonly mayBeTask?: boolean
  isTask?: boolean
  /** Size of the answer so far. */
  bytes: number
  failure?: AppError
}

/** The ticket of the request that is being sent. The SDK passes a request to the transport before `request()` returns. */
export const tickets = new AsyncLocalStorage<RequestTicket>()

/** The request whose POST is under way. Everything in its response stream belongs to it (2025-11-25, Streamable HTTP). */
export type Exchange = AsyncLocalStorage<RequestId>

/** Sees each message on the wire once. */
export interface MessageObserver {
  /** A message arrived, but its content was lost. `bytes` is its minimum length. */
  lost(callId: CallId | undefined, why: Message, bytes: number): void
  message(direction: 'sent' | 'received', message: JSONRPCMessage, callId: CallId | undefined, bytes: number | undefined): void
}

export interface TrackingTransportDeps {
  readonly observer: MessageObserver
  readonly exchange: Exchange
  readonly now: () => number
  /** Makes the last change to our message before it is sent. */
  readonly outgoing: (message: JSONRPCMessage) => JSONRPCMessage
  /** Receives the parameters of a log message. There may be any number, so they do not go on to the SDK. */
  readonly onLog: (params: unknown) => void
}

/** Marks a request whose answer was lost with its stream. The request may have run. */
export class AnswerLost extends Error {}

/**
 * Sits between the SDK's client and a transport. Owner of the list of unanswered requests, so that none waits for an answer that can no
 * longer come. Knows which of our requests a server's request belongs to. Drops answers to requests that are not open.
 */
export class TrackingTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** Time of the last message from the server. */
  lastHeard: number
  /** The protocol versions that the server named in its answer to a greeting. */
  saidVersions: readonly string[] | undefined
  /** Progress listeners. Progress may arrive in any number, so it does not go on to the SDK. */
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

  /** Whether a call waits for its answer. */
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
    // Over HTTP, a request is cancelled by ending its stream (2026-07-28, cancellation).
    options.requestSignal?.addEventListener('abort', () => this.#open.delete(id), { once: true })
    this.#deps.observer.message('sent', plain, ticket?.callId, undefined)
    try {
      await this.#deps.exchange.run(id, () =>
        // A sender with its own listener for the end of the stream (`subscriptions/listen`) does not wait for an answer.
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

  /** Counts received bytes for a request. */
  count(bytes: number, id: RequestId): void {
    const ticket = this.#open.get(id)?.ticket
    if (ticket) ticket.bytes += bytes
  }

  /** Returns the call behind a server's request, if the transport can tell. */
  callBehind(serverRequestId: RequestId): CallId | undefined {
    return this.#callOf(this.#origins.get(serverRequestId))
  }

  /** Records a message over the size limit, which was not read. The request is unknown if no `id` is given and no single call is open. */
  oversized(limit: number, id: RequestId | undefined = this.#onlyCall()): void {
    this.#deps.observer.lost(this.#callOf(id), { id: 'traffic.tooLarge', params: { limit } }, limit)
  }

  /** Fails one request, or all open ones, with a reason that did not come over the wire. */
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

  /** Handles a notification or a request of the server. */
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

  /** Accepts only the first answer to an open request. */
  #takeAnswer(message: Answer, extra: Extra, bytes?: number): void {
    const id = message.id === undefined ? undefined : this.#openId(message.id)
    const open = id === undefined ? undefined : this.#open.get(id)
    this.#deps.observer.message('received', message, open?.ticket?.callId, bytes)
    if (id === undefined || !open) {
      // If the stream of our request brings an answer to another request, ours gets no answer (2025-11-25, Streamable HTTP).
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
      // One odd message must not crash the process.
      this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }

  /** Fails the request that this invalid message would have answered. No other answer will come. */
  #unreadable(answers: RequestId | undefined, why?: 'transport.tooDeep'): void {
    const id = answers === undefined ? undefined : this.#openId(answers)
    if (id !== undefined) this.fail(noAnswer(why), id)
  }

  /** Returns the open request that an answer belongs to. Some servers turn a numeric id into text. */
  #openId(id: RequestId): RequestId | undefined {
    if (this.#open.has(id)) return id
    const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : undefined
    return number !== undefined && this.#open.has(number) ? number : undefined
  }

  /** On a shared channel, a server's request belongs to the only open call, if there is exactly one. */
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

/** The error for a request whose answer was unusable. No other answer will come. */
export function noAnswer(reason: 'transport.noAnswer' | 'transport.tooDeep' = 'transport.noAnswer'): AppError {
  return new AppError('PROTOCOL_ERROR', { reason })
}

type Extra = Parameters<NonNullable<Transport['onmessage']>>[1]

/** Marks a task on the ticket, and makes it look like an ordinary result to the SDK. */
function withoutTask(message: Answer, ticket: RequestTicket): Answer {
  if (!('result' in message) || !isRecord(message.result) || message.result['resultType'] !== 'task') return message
  ticket.isTask = true
  return { ...message, result: { ...message.result, resultType: 'complete' } }
}

/** Outside the range that JSON-RPC and MCP reserve, so that it cannot be confused with a server's own code. */
const LOCAL_FAILURE = -1_000_001

/** A tracking transport over the pipes of a process. Its two extra properties make the SDK treat it as a local process. */
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
