import { SdkHttpError, type Client, type McpSubscription, type ServerCapabilities } from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { CallProgress } from '../../shared/domain/chat'
import type { DeclaredExtensions, Era, Evidence, Negotiation, ServerIdentity } from '../../shared/domain/connectionState'
import type { CallId, ConnectionId, ServerId } from '../../shared/domain/ids'
import type { LogLevel } from '../../shared/domain/logEntry'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Discovered, KnownDiscovery } from './knownDiscovery'
import { exited, explainSdkError, isSessionLost, speaksOfSession, type ErrorPlace } from './explainSdkError'
import type { OpenedTransport } from '../transport/openTransport'
import { parseIcons } from '../parsing/parseIcons'
import { shortText } from '../parsing/shortText'
import { declaredExtensions, type SessionExtensions } from './sessionExtensions'
import { UrlElicitationCompletions } from './urlElicitationCompletions'
import { evidenceOf } from '../transport/stdioTransport'
import { abortReason } from '../lib/abortReason'
import { lenient } from '../transport/lenientMessages'
import { tickets, type RequestTicket } from '../transport/trackingTransport'
import { contentForTelemetry } from '../telemetry/contentForTelemetry'
import { noTelemetry, type Telemetry } from '../telemetry/telemetry'
import { requestFailure } from './requestFailure'

/** A server's name, title and version are words of one line, each at most this long. */
const IDENTITY_BYTES = 1_024
const ADDRESS_CHARACTERS = 10_000
/** Longer than all our deadlines. The SDK's own timer must not end a request before they do. */
const NEVER_MS = 2 ** 31 - 1
const END_SESSION_MS = 1_000
/** A server should accept a subscription at once. If it does not answer within this time, Parley asks again later. */
const LISTEN_MS = 30_000
/** The key for the log level in a request of the 2026 era (2026-07-28, logging). */
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'

/** The code that uses a result parses it, so that one odd field does not spoil the rest. */
const AnyResult = z.looseObject({})

export interface SessionRequest {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly callId?: CallId
  readonly headers?: Readonly<Record<string, string>>
  /** Listens to progress with the call's id as the token. */
  readonly onProgress?: (progress: CallProgress) => void
  /** Whether a 2026 server may answer with questions instead of a result. */
  readonly mayAsk?: boolean
  /** Called with the size of the answer. */
  readonly onBytes?: (bytes: number) => void
}

/** The era that a client found its server to speak; undefined before the greeting has ended. */
export function eraOf(client: Client): Era | undefined {
  const era = client.getProtocolEra()
  return era && (era === 'modern' ? '2026' : '2025')
}

/** What is known of a session when its greeting has ended. */
interface SessionFacts {
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly negotiation: Negotiation
  readonly extensions: (era: Era) => SessionExtensions
  readonly telemetry?: Telemetry | undefined
}

/** How a session began. */
export interface Greeting {
  /** When the server was asked, in milliseconds since 1970. */
  readonly at: number
  /** Given when it was not asked. */
  readonly known: KnownDiscovery | undefined
}

/**
 * One client on one transport, after the handshake: the server's description of itself, and requests to it. It is closed once and never
 * reused.
 */
export class ProtocolSession {
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly client: Client
  readonly transport: OpenedTransport
  /** The version of MCP that both speak. */
  readonly negotiation: Negotiation
  /** The extensions that Parley claims to this server. */
  readonly extensions: SessionExtensions
  /** The pages that this server asked a person to visit (2025 era). */
  readonly urlCompletions = new UrlElicitationCompletions()
  /** The log level that each request asks of a 2026 server. If absent, the server should not log. */
  logLevel: LogLevel | undefined
  /** Number of requests on this session that wait for a person to sign in. */
  signInsOpen = 0
  /** Whether the server answered a request, other than one about what it is. */
  hasAnswered = false
  /** The known result that this session began with, instead of asking the server. */
  readonly known: KnownDiscovery | undefined
  readonly #greetedAt: number
  readonly #telemetry: Telemetry
  #closing: Promise<void> | undefined

  constructor(plan: SessionFacts, client: Client, transport: OpenedTransport, greeting: Greeting = { at: 0, known: undefined }) {
    this.#telemetry = plan.telemetry ?? noTelemetry
    this.known = greeting.known
    this.#greetedAt = greeting.at
    this.serverId = plan.serverId
    this.connectionId = plan.connectionId
    this.negotiation = plan.negotiation
    this.extensions = plan.extensions(plan.negotiation.era)
    this.client = client
    this.transport = transport
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => this.urlCompletions.complete(params.elicitationId))
  }

  get era(): Era {
    return this.negotiation.era
  }

  get protocol(): string {
    return this.negotiation.version
  }

  /** What the server says it can do, as far as Parley may use it: of extensions, those that both sides named. */
  get capabilities(): ServerCapabilities {
    return this.extensions.usable(this.client.getServerCapabilities() ?? {})
  }

  get declaredExtensions(): DeclaredExtensions | undefined {
    return declaredExtensions(this.client.getServerCapabilities() ?? {})
  }

  get instructions(): string | undefined {
    return this.client.getInstructions()
  }

  /** What the server said of itself when it was last asked, and when that was; undefined in the 2025 era. */
  get discovered(): Pick<Discovered, 'discover' | 'discoveredAt'> | undefined {
    if (this.known) return this.known
    const discover = this.client.getDiscoverResult()
    return discover && { discover, discoveredAt: this.#greetedAt }
  }

  /** The server's description of itself. It is shown, but never decides anything (2026-07-28, basic). */
  get identity(): ServerIdentity {
    const said = this.client.getServerVersion()
    const icons = parseIcons(said?.icons)
    const title = shortText(said?.title, IDENTITY_BYTES)
    const websiteUrl = said?.websiteUrl
    return {
      // A server that does not say its name is shown by the name that the user gave it.
      name: shortText(said?.name, IDENTITY_BYTES) || this.serverId,
      version: shortText(said?.version, IDENTITY_BYTES) ?? '',
      ...(title !== undefined && { title }),
      // Half of an address is another address.
      ...(websiteUrl !== undefined && websiteUrl.length <= ADDRESS_CHARACTERS && { websiteUrl }),
      ...(icons && { icons }),
    }
  }

  get place(): ErrorPlace {
    return { serverId: this.serverId, kind: this.transport.kind === 'stdio' ? 'stdio' : 'http', exit: this.transport.process?.exit }
  }

  /** Returns the process's output or path as evidence for a failure. */
  evidence(error: AppError): Evidence | undefined {
    return this.transport.process && evidenceOf(this.transport.process, error)
  }

  /** Sends a request. An abort also cancels it on the wire. @throws {AppError} the signal's reason when it aborted first. */
  async request(request: SessionRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const { method, callId, params } = request
    const place = { serverId: this.serverId, protocol: this.protocol, transport: this.transport.kind }
    const span = this.#telemetry.begin('request', {
      ...place,
      method,
      ...(callId !== undefined && { callId }),
      ...(params && { params }),
    })
    try {
      const result = await this.#send(request, span, signal)
      if (method !== 'server/discover') this.hasAnswered = true
      span.end({
        ...(result['isError'] === true && { error: 'tool_error' }),
        ...(method === 'tools/call' && { result: () => contentForTelemetry(result) }),
      })
      return result
    } catch (thrown) {
      span.end(requestFailure(thrown))
      throw thrown
    }
  }

  /** @param span of the request: what begins in it belongs to that */
  async #send(request: SessionRequest, span: object, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const ticket: RequestTicket = {
      span,
      ...(request.callId !== undefined && { callId: request.callId }),
      completeUnlessSaid: this.era === '2026',
      resultTypes: this.extensions.resultTypes(request.method),
      bytes: 0,
    }
    const stopListening = this.#listen(request)
    try {
      const result = await tickets.run(ticket, () =>
        this.client.request({ method: lenient(request.method), params: this.#params(request) }, AnyResult, {
          signal,
          timeout: NEVER_MS,
          ...(request.headers && { headers: { ...request.headers } }),
          ...(request.mayAsk && { allowInputRequired: true }),
        }),
      )
      request.onBytes?.(ticket.bytes)
      const { resultType } = ticket
      return resultType === undefined ? result : this.extensions.read({ ...result, resultType }, resultType)
    } catch (thrown) {
      // The SDK uses the same code for an abort and a timeout, so the signal decides.
      if (signal.aborted) throw abortReason(signal)
      throw (
        ticket.failure ??
        explainSdkError(thrown, {
          ...this.place,
          open: this,
          redirectedTo: ticket.redirectedTo,
          refused: { result: ticket.refusedResult, extensionOf: (type) => this.extensions.switchedOff(type) },
        })
      )
    } finally {
      stopListening?.()
    }
  }

  #listen({ callId, onProgress }: SessionRequest): (() => void) | undefined {
    return callId !== undefined && onProgress ? this.transport.wire.progress.follow(callId, onProgress) : undefined
  }

  #params({ params, callId, onProgress }: SessionRequest): Record<string, unknown> {
    const own = { ...(onProgress && { progressToken: callId }), ...(this.logLevel !== undefined && { [LOG_LEVEL]: this.logLevel }) }
    const meta = params?.['_meta']
    return Object.keys(own).length === 0 ? { ...params } : { ...params, _meta: { ...(isRecord(meta) && meta), ...own } }
  }

  notify(method: 'notifications/roots/list_changed'): Promise<void> {
    return this.client.notification({ method })
  }

  listen(filter: Parameters<Client['listen']>[0], signal: AbortSignal): Promise<McpSubscription> {
    return this.client.listen(filter, { signal, timeout: LISTEN_MS })
  }

  /** Whether the server has forgotten our session, so that a new handshake is needed. */
  hasLostSession({ cause }: AppError): boolean {
    return this.transport.wire.sessionId !== undefined && cause instanceof SdkHttpError && isSessionLost(cause)
  }

  /** As `hasLostSession`, and also where the server has answered the request and speaks of a session: of ours, if it was asked about no other. */
  mayHaveLostSession(error: AppError): boolean {
    const { cause } = error
    const speaks = this.transport.wire.sessionId !== undefined && cause instanceof SdkHttpError && speaksOfSession(cause)
    return speaks || this.hasLostSession(error)
  }

  /** Whether no server can be reached at the address any more. */
  isUnreachable(error: AppError): boolean {
    return error.code === 'SERVER_UNREACHABLE' && error.cause instanceof TypeError
  }

  /** Whether one connection to the address broke. The server may still be fine. */
  isBroken(error: AppError): boolean {
    return error.code === 'INTERRUPTED' && error.cause instanceof TypeError
  }

  get hasEnded(): boolean {
    return this.client.transport === undefined
  }

  /** Returns why the session has ended, for everyone who used it. */
  endReason(): AppError {
    if (this.transport.wire.limitExceeded) return this.transport.wire.limitExceeded
    return this.transport.process?.exit
      ? exited(this.place)
      : new AppError('INTERRUPTED', { reason: 'session.ended', params: { server: this.serverId } })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.urlCompletions.end(this.endReason())
    if (this.transport.endSession) await politely(this.transport.endSession())
    await this.client.close()
    // The client forgets a transport that closed by itself, but its process group may still have members.
    await this.transport.wire.close()
  }
}

/** Waits only briefly for a server's answer to the goodbye, and ignores the answer. */
async function politely(farewell: Promise<void>): Promise<void> {
  const done = Promise.withResolvers<void>()
  const timer = setTimeout(done.resolve, END_SESSION_MS)
  farewell.then(done.resolve, done.resolve)
  await done.promise
  clearTimeout(timer)
}
