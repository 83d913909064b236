import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { ProcessExit } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import { AppError, type ErrorFact } from '../../shared/errors/appError'
import { isRecord, parseJson } from '../../shared/lib/json'
import { isResultType, isVersion, namedCapabilities, namedVersions, readMediaType } from '../../shared/protocol/namesFromServers'
import { spokenVersions } from '../../shared/protocol/protocolChoice'
import { quoteServerInError } from '../lib/quoteServerInError'
import { explainUnreachableServer } from './explainUnreachableServer'
import { refusesVersion, type Spoken } from './refusesVersion'

/** Facts about where an error occurred. */
export interface ErrorPlace {
  readonly serverId: ServerId
  /** 'stdio' for a local command. */
  readonly kind: 'stdio' | 'http'
  readonly exit?: ProcessExit | undefined
  /** What the session speaks. Present: it is open, so that what failed was no greeting. */
  readonly open?: Spoken
  /** Where the server sent the request instead, to an origin that Parley does not follow to. */
  readonly redirectedTo?: string | undefined
  /** The result of a kind that was not expected, and the extension that Parley has code for and does not claim here, by the kind. */
  readonly refused?: { readonly result: unknown; readonly extensionOf: (type: string) => string | undefined }
}

/** How much of a text is looked at. */
const LOOKED_AT_CHARACTERS = 2_000
/** How much of a name or an address is shown. */
const NAME_CHARACTERS = 200

/**
 * Error texts of the SDK and servers that come without a code. Parley interprets no others. Matching takes time linear in the length of the
 * text.
 */
const texts = {
  fetchFailed: /^fetch failed$/,
  notConnected: /^Not connected$/,
  unknownTool: /unknown tool|tool .{0,200} not found/i,
  sessionLost: /session/i,
} as const

function says({ message }: Error, text: keyof typeof texts): boolean {
  return texts[text].test(message.slice(0, LOOKED_AT_CHARACTERS))
}

/**
 * Whether the server has forgotten our session. It should answer 404 and expects a new handshake (2025-11-25, transports). Many servers
 * answer 400 and say why. An error that answers our request is none of these, whatever it says: the request has been processed.
 */
export function isSessionLost(error: SdkHttpError): boolean {
  return error.status === 404 || (speaksOfSession(error) && !answersRequest(error))
}

/** Whether the server refuses a request and speaks of a session: of ours, or of one that the request is about. */
export function speaksOfSession(error: SdkHttpError): boolean {
  return error.status === 400 && says(error, 'sessionLost')
}

/** Our requests have numbers as ids. Where a server knows no request, it writes null, or a word of its own. */
function answersRequest(error: SdkHttpError): boolean {
  const body = bodyOf(error)
  return isRecord(body) && typeof body['id'] === 'number'
}

/**
 * Turns every error from the SDK, a transport or a server's answer into an error that a person can understand and act on. Only what the
 * server wrote becomes `said`: the message of its JSON-RPC error, or the body of its refusal. The texts of the SDK, of Node and of OpenSSL
 * stay in `cause`.
 */
export function explainSdkError(thrown: unknown, place: ErrorPlace): AppError {
  if (thrown instanceof AppError) return thrown
  // Undici wraps the errors that our own stream filters throw.
  if (thrown instanceof Error && thrown.cause instanceof AppError) return thrown.cause
  if (thrown instanceof UnauthorizedError) return signIn(place, thrown)
  if (thrown instanceof SdkHttpError) return explainStatus(thrown, place)
  if (thrown instanceof SdkError) return explainSdk(thrown, place)
  if (thrown instanceof ProtocolError) return explainProtocol(thrown, place)
  if (thrown instanceof SseError) return explainStreamRefusal(thrown, place)
  if (thrown instanceof SyntaxError) return notMcp(place, thrown)
  if (thrown instanceof Error && place.exit) return exited(place, thrown)
  if (thrown instanceof TypeError && says(thrown, 'fetchFailed')) return explainUnreachableServer(thrown, place.serverId)
  if (thrown instanceof Error && says(thrown, 'notConnected')) return lost(place, thrown)
  if (thrown instanceof Error)
    return new AppError('PROTOCOL_ERROR', { reason: 'session.brokeProtocol', params: { server: place.serverId } }, { cause: thrown })
  return AppError.from(thrown)
}

/** The error for a local server whose process has ended. */
export function exited(place: ErrorPlace, cause?: unknown): AppError {
  const { exit, serverId } = place
  if (exit?.closedOutput) return new AppError('SERVER_EXITED', { reason: 'session.closedOutput', params: { server: serverId } }, { cause })
  const how = exit?.signal ? 'signal' : exit?.code ? 'code' : 'plain'
  const params = { server: serverId, how, detail: exit?.signal ?? String(exit?.code ?? '') }
  return new AppError('SERVER_EXITED', { reason: 'session.exited', params }, { cause })
}

/** The error for a local server that printed something in place of messages. @param line The first line that is no message. */
export function notJsonRpc({ serverId }: ErrorPlace, line: string, cause: unknown): AppError {
  return new AppError(
    'PROTOCOL_ERROR',
    { reason: 'session.notJsonRpc', params: { server: serverId } },
    { ...quoteServerInError(line), cause },
  )
}

export const METHOD_NOT_FOUND = -32_601

/** Returns the protocol error inside an HTTP error, if there is one. */
export function refusalIn(error: SdkHttpError): ProtocolError | undefined {
  const body = bodyOf(error)
  const said = isRecord(body) ? body['error'] : undefined
  if (!isRecord(said) || typeof said['code'] !== 'number') return undefined
  return ProtocolError.fromError(said['code'], typeof said['message'] === 'string' ? said['message'] : '', said['data'])
}

function bodyOf({ data: { text } }: SdkHttpError): unknown {
  return typeof text === 'string' ? parseJson(text) : undefined
}

/** Whether the failure may go away by itself: the server is unreachable, the connection was lost, or a gateway cannot reach the server. */
export function mayPass(error: AppError): boolean {
  if (error.code === 'INTERRUPTED' || isRefreshFailure(error)) return true
  const status = error.cause instanceof SdkHttpError ? (error.cause.status ?? 0) : 0
  return (error.code === 'SERVER_UNREACHABLE' && error.cause instanceof TypeError) || GATEWAY_TROUBLE.has(status)
}

const GATEWAY_TROUBLE = new Set([502, 503, 504])

/** Whether the request was not sent because its credentials could not be renewed. That says nothing about the server. */
export function isRefreshFailure({ code, cause }: AppError): boolean {
  return cause instanceof AppError && RENEWAL_TROUBLE.has(code)
}

const RENEWAL_TROUBLE: ReadonlySet<string> = new Set(['SERVER_UNREACHABLE', 'SERVER_ERROR', 'TIMED_OUT'])

function explainStatus(error: SdkHttpError, place: ErrorPlace): AppError {
  const { serverId } = place
  const status = error.status ?? 0
  if (status === 401) return signIn(place, error)
  const refusal = refusalIn(error)
  if (refusal?.code === METHOD_NOT_FOUND) return explainProtocol(refusal, place)
  if (refusal)
    return new AppError(
      'SERVER_ERROR',
      { reason: 'session.refused', params: { server: serverId, status: String(status) } },
      { ...quoteServerInError(refusal.message), cause: error },
    )
  const { text } = error.data
  return statusError(status, place, { ...quoteServerInError(typeof text === 'string' ? text : undefined), cause: error })
}

/** The event stream of the older transport was refused. The library keeps only the status. */
function explainStreamRefusal(error: SseError, place: ErrorPlace): AppError {
  if (error.code === 401) return signIn(place, error)
  if (error.code !== undefined) return statusError(error.code, place, { cause: error })
  return new AppError('SERVER_UNREACHABLE', { reason: 'session.unreachable', params: { server: place.serverId } }, { cause: error })
}

function statusError(status: number, place: ErrorPlace, more: { readonly said?: string; readonly cause: Error }): AppError {
  const server = place.serverId
  if (status >= 300 && status < 400) return new AppError('SERVER_ERROR', redirected(place), { cause: more.cause })
  if (status === 403) return new AppError('SERVER_ERROR', { reason: 'session.forbidden', params: { server } }, more)
  if (status === 404 || status === 405 || status === 400) {
    return new AppError('SERVER_UNREACHABLE', { reason: 'session.noServerThere', params: { server, status: String(status) } }, more)
  }
  if (status === 429) return new AppError('SERVER_ERROR', { reason: 'session.tooManyRequests', params: { server } }, more)
  return new AppError('SERVER_ERROR', { reason: 'session.httpError', params: { server, status: String(status) } }, more)
}

/** The page that stands beside a redirect says nothing that its address does not. */
function redirected({ serverId, redirectedTo }: ErrorPlace): ErrorFact {
  if (redirectedTo === undefined) return { reason: 'session.redirected', params: { server: serverId } }
  return { reason: 'session.redirectedTo', params: { server: serverId, address: redirectedTo.slice(0, NAME_CHARACTERS) } }
}

function explainSdk(error: SdkError, place: ErrorPlace): AppError {
  const { serverId } = place
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return new AppError('TIMED_OUT', { reason: 'session.requestTimedOut', params: { server: serverId } }, { cause: error })
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
      return place.kind === 'stdio' && place.exit ? exited(place, error) : lost(place, error)
    case SdkErrorCode.ClientHttpAuthentication:
      return signIn(place, error)
    case SdkErrorCode.ClientHttpUnexpectedContent:
      return otherContent(place, error)
    case SdkErrorCode.EraNegotiationFailed:
      return explainNegotiation(error, place)
    case SdkErrorCode.CapabilityNotSupported:
    case SdkErrorCode.MethodNotSupportedByProtocolVersion:
      return new AppError('SERVER_ERROR', { reason: 'session.notOffered', params: { server: serverId } }, { cause: error })
    case SdkErrorCode.InvalidResult:
      // The library checks only greetings, and questions in the place of a result. Its words are a dump of its schema.
      return new AppError(
        'PROTOCOL_ERROR',
        place.open ? { reason: 'transport.noAnswer' } : { reason: 'session.badGreeting', params: { server: serverId } },
        { cause: error },
      )
    case SdkErrorCode.UnsupportedResultType:
      return unknownResult(place, error)
    default:
      return new AppError('PROTOCOL_ERROR', { reason: 'session.brokeProtocolFault', params: { server: serverId } }, { cause: error })
  }
}

/** A result of a kind that was not offered is no result (2026-07-28, basic: `resultType`). */
function unknownResult({ serverId, refused }: ErrorPlace, error: SdkError): AppError {
  const said = isRecord(error.data) ? error.data['resultType'] : undefined
  const type = typeof said === 'string' ? said : ''
  const extension = refused?.extensionOf(type)
  const params = { server: serverId, type: type.slice(0, NAME_CHARACTERS) }
  const more = { ...quoteServerInError(JSON.stringify(refused?.result)), cause: error }
  if (!isResultType(type)) return new AppError('PROTOCOL_ERROR', { reason: 'session.unnamedResult', params: { server: serverId } }, more)
  return extension === undefined
    ? new AppError('PROTOCOL_ERROR', { reason: 'session.unknownResult', params }, more)
    : new AppError('PROTOCOL_ERROR', { reason: 'session.resultSwitchedOff', params: { ...params, extension } }, more)
}

function explainNegotiation(error: SdkError, place: ErrorPlace): AppError {
  const cause =
    error.cause ?? (typeof error.data === 'object' && error.data !== null && 'cause' in error.data ? error.data.cause : undefined)
  if (cause instanceof Error && cause !== error) return explainSdkError(cause, place)
  if (place.exit) return exited(place, error)
  return new AppError('PROTOCOL_ERROR', { reason: 'session.noCommonProtocol', params: { server: place.serverId } }, { cause: error })
}

/** The error that names the server's versions and ours (2026-07-28, versioning). */
export function noCommonVersion({ serverId }: Pick<ErrorPlace, 'serverId'>, theirs: readonly unknown[], cause: unknown): AppError {
  return new AppError(
    'PROTOCOL_ERROR',
    {
      reason: 'session.unknownVersions',
      params: { server: serverId, theirs: namedVersions(theirs), ours: spokenVersions },
    },
    { cause },
  )
}

/** A server may refuse a version that it names itself. Then neither side is behind. */
function explainVersionRefusal(error: ProtocolError, supported: readonly unknown[], { serverId, open }: ErrorPlace): AppError {
  if (!supported.some((version) => isVersion(version) && spokenVersions.includes(version)))
    return noCommonVersion({ serverId }, supported, error)
  const params = { server: serverId, theirs: namedVersions(supported) }
  const more = { ...quoteServerInError(error.message), cause: error }
  const refused = open?.protocol ?? (isRecord(error.data) ? error.data['requested'] : undefined)
  if (supported.includes(refused)) return new AppError('PROTOCOL_ERROR', { reason: 'session.refusesOwnVersion', params }, more)
  return open
    ? new AppError(
        'PROTOCOL_ERROR',
        { reason: 'session.versionGone', params: { ...params, version: open.protocol, count: supported.length } },
        more,
      )
    : new AppError('PROTOCOL_ERROR', { reason: 'session.noCommonProtocol', params: { server: serverId } }, more)
}

/** The versions beside a refusal of the one that was asked for; undefined if it refuses something else. */
function versionsBeside({ code, data }: ProtocolError, { open }: ErrorPlace): readonly unknown[] | undefined {
  const supported = code === ProtocolErrorCode.UnsupportedProtocolVersion && isRecord(data) ? data['supported'] : undefined
  return Array.isArray(supported) && (!open || refusesVersion(supported, open)) ? supported : undefined
}

function explainProtocol(error: ProtocolError, place: ErrorPlace): AppError {
  const { serverId } = place
  const quote = quoteServerInError(error.message)
  const supported = versionsBeside(error, place)
  if (supported) return explainVersionRefusal(error, supported, place)
  if (error instanceof MissingRequiredClientCapabilityError) {
    const { extensions, ...features } = error.requiredCapabilities
    const needs = [...Object.keys(features), ...Object.keys(extensions ?? {})]
    return new AppError(
      'SERVER_ERROR',
      { reason: 'session.needsFeatures', params: { server: serverId, features: namedCapabilities(needs) } },
      { ...quote, cause: error },
    )
  }
  if (error.code === METHOD_NOT_FOUND)
    return new AppError('SERVER_ERROR', { reason: 'session.notOffered', params: { server: serverId } }, { ...quote, cause: error })
  if (error.code === -32_602 && says(error, 'unknownTool')) {
    return new AppError('UNKNOWN_TOOL', { reason: 'session.unknownTool', params: { server: serverId } }, { ...quote, cause: error })
  }
  if (error.code === -32_602)
    return new AppError('INVALID_ARGUMENTS', { reason: 'session.badArguments', params: { server: serverId } }, { ...quote, cause: error })
  return new AppError('SERVER_ERROR', { reason: 'session.answeredError', params: { server: serverId } }, { ...quote, cause: error })
}

function lost({ serverId }: ErrorPlace, cause: unknown): AppError {
  return new AppError('INTERRUPTED', { reason: 'session.connectionEnded', params: { server: serverId } }, { cause })
}

function signIn({ serverId }: ErrorPlace, cause: unknown): AppError {
  return new AppError('SIGN_IN_REQUIRED', { reason: 'session.wantsSignIn', params: { server: serverId } }, { cause })
}

function notMcp({ serverId }: ErrorPlace, cause: Error): AppError {
  return new AppError('PROTOCOL_ERROR', { reason: 'session.notMcp', params: { server: serverId } }, { cause })
}

function otherContent(place: ErrorPlace, error: SdkError): AppError {
  const type = readMediaType(isRecord(error.data) ? error.data['contentType'] : undefined)
  if (type === undefined) return notMcp(place, error)
  const params = { server: place.serverId, type }
  return new AppError('PROTOCOL_ERROR', { reason: 'session.otherContent', params }, { cause: error })
}
