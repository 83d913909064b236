import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import type { CallId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { isWithinDepth, MESSAGE_DEPTH } from './jsonDepth'
import { StdioTransport } from './stdioTransport'

/** One request of ours: whose call it is, and why it failed where only the transport knows. */
export interface Ticket {
  readonly callId?: CallId
  /** A result that does not say what kind it is counts as complete. The SDK refuses such a result in the 2026 era. */
  readonly completeUnlessSaid?: boolean
  failure?: AppError
}

/** The ticket of the request that is being sent. The SDK hands a request to the transport before `request()` returns. */
export const tickets = new AsyncLocalStorage<Ticket>()

/** The request whose POST is under way: whatever its response stream brings belongs to it (2025-11-25, Streamable HTTP). */
export type Exchange = AsyncLocalStorage<RequestId>

/** Sees every message on the wire, once. */
export interface WireTap {
  message(direction: 'sent' | 'received', message: JSONRPCMessage, callId: CallId | undefined, line: Buffer | undefined): void
}

/**
 * Under this prefix the SDK takes a method for one it does not know and leaves its result as it is. With the real name it would
 * refuse a whole list, in the 2026 era, for one tool that is not well-formed. The prefix never reaches the wire.
 */
const LENIENT = 'lenient:'
export const lenient = (method: string): string => `${LENIENT}${method}`

/**
 * Stands between the SDK's client and a transport. Owns the list of requests without an answer, so that none waits for one
 * that can no longer come, and knows which request a server's own request belongs to.
 */
export class WireTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']

  readonly #inner: Transport
  readonly #tap: WireTap
  readonly #exchange: Exchange
  readonly #open = new Map<RequestId, Ticket | undefined>()
  readonly #origins = new Map<RequestId, RequestId>()

  constructor(inner: Transport, deps: { readonly tap: WireTap; readonly exchange: Exchange }) {
    this.#inner = inner
    this.#tap = deps.tap
    this.#exchange = deps.exchange
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
    const plain = withRealName(message)
    if (!('method' in plain) || !('id' in plain)) {
      this.#tap.message(
        'sent',
        plain,
        this.#callOf('method' in plain ? namedRequest(plain.params) : this.#origins.get(plain.id ?? '')),
        undefined,
      )
      return this.#exchange.exit(() => this.#inner.send(plain, options))
    }
    const { id } = plain
    const ticket = tickets.getStore()
    this.#open.set(id, ticket)
    this.#tap.message('sent', plain, ticket?.callId, undefined)
    try {
      await this.#exchange.run(id, () =>
        // Whoever gave its own listener for the end of the stream (`subscriptions/listen`) does not wait for an answer.
        this.#inner.send(plain, options.onRequestStreamEnd ? options : { ...options, onRequestStreamEnd: () => this.#streamEnded(id) }),
      )
    } catch (thrown) {
      this.#open.delete(id)
      throw thrown
    }
  }

  /** The call behind a request of the server, where the wire tells it. */
  callBehind(serverRequestId: RequestId): CallId | undefined {
    return this.#callOf(this.#origins.get(serverRequestId))
  }

  /** Fails one request, or all that wait, with a reason that the wire does not carry. */
  fail(error: AppError, id?: RequestId): void {
    const failing = id === undefined ? [...this.#open] : [...this.#open].filter(([open]) => open === id)
    for (const [open, ticket] of failing) {
      if (ticket) ticket.failure = error
      this.#open.delete(open)
      this.onmessage?.({ jsonrpc: '2.0', id: open, error: { code: LOCAL_FAILURE, message: error.message } })
    }
  }

  #receive(message: JSONRPCMessage, extra: Parameters<NonNullable<Transport['onmessage']>>[1]): void {
    const line = this.#inner instanceof StdioTransport ? this.#inner.line : undefined
    if (!line && !isWithinDepth(message, MESSAGE_DEPTH)) {
      return this.fail(new AppError('PROTOCOL_ERROR', 'The server sent a message that is nested too deep'), this.#exchange.getStore())
    }
    const stream = this.#exchange.getStore()
    let handedOn = message
    if (!('method' in message)) {
      if (message.id !== undefined && this.#open.get(message.id)?.completeUnlessSaid) handedOn = withResultType(message)
      this.#tap.message('received', message, this.#callOf(message.id), line)
      if (message.id !== undefined) this.#open.delete(message.id)
    } else if ('id' in message) {
      const origin = stream ?? this.#onlyCall()
      this.#tap.message('received', message, this.#callOf(origin), line)
      if (origin !== undefined) this.#remember(message.id, origin)
    } else {
      this.#tap.message('received', message, this.#callOf(namedRequest(message.params) ?? stream), line)
    }
    try {
      this.onmessage?.(handedOn, extra)
    } catch (thrown) {
      // One odd message must not end the process that reads it.
      this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }

  /** Where all share one channel, a server's request belongs to the one call that is open, if there is just one. */
  #onlyCall(): RequestId | undefined {
    if (this.hasPerRequestStream) return undefined
    const [only, another] = [...this.#open].filter(([, ticket]) => ticket?.callId !== undefined)
    return another ? undefined : only?.[0]
  }

  #remember(serverRequestId: RequestId, origin: RequestId): void {
    this.#origins.set(serverRequestId, origin)
    const oldest = this.#origins.keys().next()
    if (this.#origins.size > 1_000 && !oldest.done) this.#origins.delete(oldest.value)
  }

  #streamEnded(id: RequestId): void {
    this.fail(
      new AppError('SERVER_ERROR', 'The server closed the connection before it had answered', {
        hint: 'Try again. The call may have had an effect.',
      }),
      id,
    )
  }

  #callOf(request: RequestId | undefined): CallId | undefined {
    return request === undefined ? undefined : this.#open.get(request)?.callId
  }
}

function withRealName(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || !message.method.startsWith(LENIENT)) return message
  return { ...message, method: message.method.slice(LENIENT.length) }
}

/** A result without a kind is a complete one (2026-07-28, basic: `resultType`). */
function withResultType(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result) || 'resultType' in message.result) return message
  return { ...message, result: { ...message.result, resultType: 'complete' } }
}

/** The request that a notification is about: `notifications/cancelled` and `notifications/progress` name it. */
function namedRequest(params: Readonly<Record<string, unknown>> | undefined): RequestId | undefined {
  const named = params?.['requestId'] ?? params?.['progressToken']
  return typeof named === 'string' || typeof named === 'number' ? named : undefined
}

/** Outside of the range that JSON-RPC and MCP reserve, so that it cannot be mistaken for a server's own word. */
const LOCAL_FAILURE = -1_000_001

/** The same over a process's pipes: with these two properties the SDK takes the transport for one of a local process. */
export class WirePipe extends WireTransport {
  readonly stderr = null
  readonly #process: StdioTransport

  constructor(inner: StdioTransport, deps: ConstructorParameters<typeof WireTransport>[1]) {
    super(inner, deps)
    this.#process = inner
  }

  get pid(): number | null {
    return this.#process.pid
  }
}
