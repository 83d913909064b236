import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import type { CallId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import { isWithinDepth, MESSAGE_DEPTH } from '../lib/jsonDepth'
import { IncomingRateLimits, rateKindOf, type RateExcess, type RateKind } from './incomingRateLimits'
import { IncomingQueue, type IncomingStream } from './incomingQueue'
import { MEMBERS_OF_AN_OBJECT, type MessageExcess, type MessageLimits } from './messageMeter'
import { ProgressTokens } from './progressTokens'
import { parseEnvelope } from './messageEnvelope'
import { StdioTransport } from './stdioTransport'
import { isGreeting, namedRequest, normalizeAnswer, versionsIn, withRealName, type Answer } from './lenientMessages'
import { withoutAddedType, withResultType } from './resultType'

/** What is said of a message over a limit. */
const told = { bytes: 'traffic.tooLarge', values: 'traffic.tooManyValues', members: 'traffic.tooManyMembers' } as const

/** One of our requests: its call, and the reason of a failure that only the transport knows. */
export interface RequestTicket {
  readonly callId?: CallId
  /** The span of the request. It is kept here because a context of its own for it would cost as much as the rest of the measuring. */
  readonly span?: object
  /** Whether a result without `resultType` counts as complete. The SDK refuses such a result in the 2026 era. */
  readonly completeUnlessSaid?: boolean
  /** The kinds of results of extensions with which the server may answer. The SDK does not know them. */
  readonly resultTypes?: ReadonlySet<string>
  resultType?: string
  /** A result of a kind that the server may not use here. */
  refusedResult?: unknown
  /** Size of the answer so far. */
  bytes: number
  failure?: AppError
  /** Where the server sent the request instead, if Parley does not follow there. */
  redirectedTo?: string
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

/** A notification or a request of a server. */
export type Incoming = Extract<JSONRPCMessage, { method: string }>

export interface TrackingTransportDeps {
  readonly observer: MessageObserver
  readonly exchange: Exchange
  readonly now: () => number
  /** Makes the last change to our message before it is sent. */
  readonly outgoing: (message: JSONRPCMessage) => JSONRPCMessage
  /** Sees each notification and request first. Returns true if it does not go on to the SDK. */
  readonly takes: (message: Incoming) => boolean
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
  /** The protocol versions that the server named in its answers to greetings. */
  saidVersions: readonly string[] | undefined
  /** Progress listeners. Progress may arrive in any number, so it does not go on to the SDK. */
  readonly progress = new ProgressTokens()

  readonly #inner: Transport
  readonly #deps: TrackingTransportDeps
  /** Why this side ended the connection: the server exceeded a limit. */
  limitExceeded: AppError | undefined

  readonly #incoming: IncomingQueue
  readonly #limits: IncomingRateLimits
  readonly #open = new Map<RequestId, { readonly ticket: RequestTicket | undefined; readonly method: string }>()
  readonly #origins = new Map<RequestId, RequestId>()

  constructor(inner: Transport, deps: TrackingTransportDeps) {
    this.#inner = inner
    this.#deps = deps
    this.lastHeard = deps.now()
    this.#limits = new IncomingRateLimits(deps.now)
    // Over pipes there is no exchange that a message could belong to.
    this.#incoming = new IncomingQueue({ hasContext: !(inner instanceof StdioTransport), onError: this.#report })
    inner.onmessage = (message, extra) => {
      const bytes = inner instanceof StdioTransport ? inner.lineBytes : undefined
      this.#incoming.push(() => this.#receive(message, extra, bytes))
    }
    inner.onerror = (error) => this.onerror?.(error)
    // An answer may still wait in front of the end.
    inner.onclose = () => this.#incoming.push(() => this.onclose?.())
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

  /** Returns a new stream on which the server sends messages, or its pipe. Who reads it asks there whether more may be read. */
  stream(): IncomingStream {
    return this.#incoming.stream()
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
    if (!('method' in message) && message.id !== undefined) this.#limits.requestEnded(message.id)
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

  /** Records a message over a limit, which was not read. The request is unknown if no `id` is given and no single call is open. */
  oversized(excess: MessageExcess, limits: MessageLimits, id: RequestId | undefined = this.#onlyCall()): void {
    const limit = excess === 'members' ? MEMBERS_OF_AN_OBJECT : limits[excess]
    this.#deps.observer.lost(this.#callOf(id), { id: told[excess], params: { limit } }, excess === 'bytes' ? limits.bytes : 0)
  }

  /** Counts a line of the server that is not a message. */
  countNoise(): void {
    this.#incoming.countDropped()
    this.#count('notification')
  }

  /** Ends the connection of a server that exceeds a limit. Everyone who waits for it learns which. */
  endOverLimit(reason: RateExcess | 'transport.doesNotRead'): void {
    if (this.limitExceeded) return
    this.limitExceeded = new AppError('PROTOCOL_ERROR', { reason })
    this.#incoming.close()
    this.fail(this.limitExceeded)
    this.onclose?.()
    this.#inner.close().catch(this.#report)
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

  /** Fails the request whose answer cannot be read: the one that it names. If it names none, the only one that is open. */
  loseAnswer(named: RequestId | undefined, error: AppError): void {
    const id = named === undefined ? this.#namelessAnswerOf() : this.#openId(named)
    if (id !== undefined) this.fail(error, id)
  }

  #receive(value: JSONRPCMessage, extra: Extra, bytes?: number): void {
    this.lastHeard = this.#deps.now()
    const envelope = parseEnvelope(value)
    if (!isWithinDepth(value, MESSAGE_DEPTH)) {
      if (!this.#count('notification')) return
      const answers = envelope.ok && !('method' in envelope.message) ? envelope.message.id : undefined
      this.#deps.observer.lost(this.#callOf(answers), { id: 'errors.transport.tooDeep' }, bytes ?? 0)
      return this.#unreadable(answers, 'transport.tooDeep')
    }
    if (!envelope.ok) {
      if (!this.#count('notification')) return
      this.#deps.observer.message('received', value, this.#callOf(envelope.answers), bytes)
      return this.#unreadable(envelope.answers)
    }
    const { message } = envelope
    if ('method' in message) this.#hear(message, extra, bytes)
    else this.#takeAnswer(message, extra, bytes)
  }

  /** Handles a notification or a request of the server. */
  #hear(message: Incoming, extra: Extra, bytes?: number): void {
    const stream = this.#deps.exchange.getStore()
    const asks = 'id' in message
    if (!this.#count(rateKindOf(message))) return
    const about = asks ? (stream ?? this.#onlyCall()) : (namedRequest(message.params) ?? stream)
    const progressing = message.method === 'notifications/progress' ? this.progress.callOf(message.params) : undefined
    this.#deps.observer.message('received', message, progressing ?? this.#callOf(about), bytes)
    if (this.#deps.takes(message)) return
    if (asks && about !== undefined) this.#remember(message.id, about)
    if (asks && !this.#admit(message.id)) return
    if (message.method === 'notifications/cancelled') this.#limits.requestEnded(namedRequest(message.params))
    if (message.method === 'notifications/progress') return this.progress.take(message.params)
    this.#handOn(message, extra)
  }

  /** Accepts only the first answer to an open request. */
  #takeAnswer(message: Answer, extra: Extra, bytes?: number): void {
    const id = message.id === undefined ? this.#namelessAnswerOf() : this.#openId(message.id)
    const open = id === undefined ? undefined : this.#open.get(id)
    this.#deps.observer.message('received', message, open?.ticket?.callId, bytes)
    if (id === undefined || !open) {
      if (!this.#count('notification')) return
      // If the stream of our request brings an answer to another request, ours gets no answer (2025-11-25, Streamable HTTP).
      const stream = this.#deps.exchange.getStore()
      return stream === undefined ? undefined : this.#unreadable(stream)
    }
    this.#open.delete(id)
    if (open.ticket && bytes !== undefined) open.ticket.bytes += bytes
    // Both greetings may be answered: a late answer to the first one still says what the server speaks.
    const versions = isGreeting(open.method) ? versionsIn(message) : undefined
    if (versions) this.saidVersions = [...new Set([...(this.saidVersions ?? []), ...versions])]
    const normal = normalizeAnswer(open.method, message)
    const known = open.ticket ? withoutAddedType(normal, open.ticket) : normal
    this.#handOn({ ...(open.ticket?.completeUnlessSaid ? withResultType(known) : known), id }, extra)
  }

  /** Counts one more message of a kind. Returns false, and ends the connection, if the server sends them too fast. */
  #count(kind: RateKind): boolean {
    if (this.limitExceeded) return false
    const excess = this.#limits.count(kind)
    if (excess) this.endOverLimit(excess)
    return excess === undefined
  }

  /** Returns false, and refuses the server's request, if too many are open. */
  #admit(id: RequestId): boolean {
    if (this.#limits.admitRequest(id)) return true
    const refusal: JSONRPCMessage = { jsonrpc: '2.0', id, error: { code: -32_000, message: 'Too many requests are open' } }
    this.#sendWithoutAnswer(refusal, {}).catch(this.#report)
    return false
  }

  #handOn(message: JSONRPCMessage, extra: Extra): void {
    try {
      this.onmessage?.(message, extra)
    } catch (thrown) {
      // One odd message must not crash the process.
      this.#report(thrown)
    }
  }

  readonly #report = (thrown: unknown): void => this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)))

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

  /** Returns the request that an error without an id answers: the request of its stream, or the only one that is open. */
  #namelessAnswerOf(): RequestId | undefined {
    const [only, another] = this.#open.keys()
    return this.#deps.exchange.getStore() ?? (another === undefined ? only : undefined)
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

  /** The answer may still wait in front of the end of its stream. */
  #streamEnded(id: RequestId): void {
    this.#incoming.push(() => {
      this.fail(new AppError('SERVER_ERROR', { reason: 'transport.streamEnded' }, { cause: new AnswerLost('The stream ended') }), id)
    })
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

/** Outside the range that JSON-RPC and MCP reserve, so that it cannot be confused with a server's own code. */
const LOCAL_FAILURE = -1_000_001
