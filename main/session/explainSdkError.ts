import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnauthorizedError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client'
import type { ProcessExit } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { redact } from '../lib/redact'

/** What is known about the place where an error came up. */
export interface ErrorPlace {
  readonly serverId: ServerId
  /** 'stdio' for a local command. */
  readonly kind: 'stdio' | 'http'
  readonly exit?: ProcessExit | undefined
}

const MODERN = '2026-07-28'
const SAID_CHARACTERS = 2_000

/** The one translation of what the SDK, a transport or a server's error answer throws into what a person can read and act on. */
export function explainSdkError(thrown: unknown, place: ErrorPlace): AppError {
  if (thrown instanceof AppError) return thrown
  // Undici wraps what our own stream filters threw.
  if (thrown instanceof Error && thrown.cause instanceof AppError) return thrown.cause
  if (thrown instanceof UnauthorizedError) return signIn(place, thrown)
  if (thrown instanceof SdkHttpError) return explainStatus(thrown, place)
  if (thrown instanceof SdkError) return explainSdk(thrown, place)
  if (thrown instanceof ProtocolError) return explainProtocol(thrown, place)
  if (thrown instanceof SseError) return thrown.code === 401 ? signIn(place, thrown) : unreachable(place, thrown, thrown.message)
  if (thrown instanceof SyntaxError) return notMcp(place, thrown)
  if (thrown instanceof Error && place.exit) return exited(place, thrown)
  if (thrown instanceof TypeError && thrown.message === 'fetch failed') return explainNetwork(thrown, place)
  if (thrown instanceof Error && thrown.message === 'Not connected') return lost(place, thrown)
  if (thrown instanceof Error)
    return new AppError('PROTOCOL_ERROR', `${place.serverId} did not keep to the protocol`, { said: cut(thrown.message), cause: thrown })
  return AppError.from(thrown)
}

/** The error for a local server whose process has ended. */
export function exited(place: ErrorPlace, cause?: unknown): AppError {
  const { exit, serverId } = place
  const how = exit?.signal ? `was ended by ${exit.signal}` : exit?.code ? `stopped with exit code ${exit.code}` : 'stopped'
  return new AppError('SERVER_EXITED', `${serverId} ${how}`, {
    hint: 'Look at what it printed below; it often names what is missing.',
    cause,
  })
}

const METHOD_NOT_FOUND = -32_601

/** The error of the protocol that an HTTP error carries, where it does. */
export function refusalIn(error: SdkHttpError): ProtocolError | undefined {
  const { text } = error.data
  const body = typeof text === 'string' ? parsed(text) : undefined
  const said = isRecord(body) ? body['error'] : undefined
  if (!isRecord(said) || typeof said['code'] !== 'number') return undefined
  return ProtocolError.fromError(said['code'], typeof said['message'] === 'string' ? said['message'] : '', said['data'])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** Whether the failure may pass by itself: nobody answers, the connection was lost, or a gateway says that what is behind it is down. */
export function mayPass(error: AppError): boolean {
  if (error.code === 'INTERRUPTED' || isRefreshFailure(error)) return true
  const status = error.cause instanceof SdkHttpError ? (error.cause.status ?? 0) : 0
  return (error.code === 'SERVER_UNREACHABLE' && error.cause instanceof TypeError) || GATEWAY_TROUBLE.has(status)
}

const GATEWAY_TROUBLE = new Set([502, 503, 504])

/** The request was not sent: its credentials could not be renewed just now, which says nothing of the server. */
export function isRefreshFailure({ code, cause }: AppError): boolean {
  return cause instanceof AppError && RENEWAL_TROUBLE.has(code)
}

const RENEWAL_TROUBLE: ReadonlySet<string> = new Set(['SERVER_UNREACHABLE', 'SERVER_ERROR', 'TIMED_OUT'])

function explainStatus(error: SdkHttpError, place: ErrorPlace): AppError {
  const { serverId } = place
  const status = error.status ?? 0
  const said = cut(error.message)
  if (status === 401) return signIn(place, error)
  const refusal = refusalIn(error)
  if (refusal?.code === METHOD_NOT_FOUND) return explainProtocol(refusal, place)
  if (refusal)
    return new AppError('SERVER_ERROR', `${serverId} refused the request (${status})`, { said: cut(refusal.message), cause: error })
  if (status >= 300 && status < 400) {
    return new AppError('SERVER_ERROR', `${serverId} sends to another address, which Parley does not follow`, {
      hint: 'If you trust that address, enter it as the URL of this server.',
      said,
      cause: error,
    })
  }
  if (status === 403)
    return new AppError('SERVER_ERROR', `${serverId} refused the request (403)`, {
      hint: 'Check the headers of this server, such as its key.',
      said,
      cause: error,
    })
  if (status === 404 || status === 405 || status === 400) {
    return new AppError('SERVER_UNREACHABLE', `There is no MCP server at the URL of ${serverId} (${status})`, {
      hint: 'Check the URL; many servers end in /mcp or /sse.',
      said,
      cause: error,
    })
  }
  if (status === 429)
    return new AppError('SERVER_ERROR', `${serverId} has had too many requests (429)`, {
      hint: 'Wait a little, then try again.',
      said,
      cause: error,
    })
  return new AppError('SERVER_ERROR', `${serverId} answered with the error ${status}`, {
    hint: 'This is the server’s own trouble; try again later.',
    said,
    cause: error,
  })
}

function explainSdk(error: SdkError, place: ErrorPlace): AppError {
  const { serverId } = place
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return new AppError('TIMED_OUT', `${serverId} did not answer in time`, { hint: 'Try again, or restart the server.', cause: error })
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
      return place.kind === 'stdio' && place.exit ? exited(place, error) : lost(place, error)
    case SdkErrorCode.ClientHttpAuthentication:
      return signIn(place, error)
    case SdkErrorCode.ClientHttpUnexpectedContent:
      return notMcp(place, error)
    case SdkErrorCode.EraNegotiationFailed:
      return explainNegotiation(error, place)
    case SdkErrorCode.CapabilityNotSupported:
    case SdkErrorCode.MethodNotSupportedByProtocolVersion:
      return new AppError('SERVER_ERROR', `${serverId} does not offer this`, { said: cut(error.message), cause: error })
    default:
      return new AppError('PROTOCOL_ERROR', `${serverId} did not keep to the protocol`, {
        hint: 'This is a fault of the server; tell its authors.',
        said: cut(error.message),
        cause: error,
      })
  }
}

function explainNegotiation(error: SdkError, place: ErrorPlace): AppError {
  const cause =
    error.cause ?? (typeof error.data === 'object' && error.data !== null && 'cause' in error.data ? error.data.cause : undefined)
  if (cause instanceof Error && cause !== error) return explainSdkError(cause, place)
  if (place.exit) return exited(place, error)
  return new AppError('PROTOCOL_ERROR', `${place.serverId} and Parley found no protocol version that both speak`, {
    hint: 'Check that this is an MCP server, and update it.',
    said: cut(error.message),
    cause: error,
  })
}

/** Names what the server supports, and what we do (2026-07-28, versioning). */
export function noCommonVersion({ serverId }: ErrorPlace, theirs: readonly string[], cause: unknown): AppError {
  return new AppError('PROTOCOL_ERROR', `${serverId} speaks no protocol version that Parley knows`, {
    hint: `The server speaks ${cut(theirs.join(', ')).slice(0, 200)}; Parley speaks ${knownVersions.join(', ')}. Update the one that is behind.`,
    cause,
  })
}

/** Every version of the protocol that Parley speaks, newest first. */
export const knownVersions: readonly string[] = [MODERN, ...SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== MODERN)]

function explainProtocol(error: ProtocolError, place: ErrorPlace): AppError {
  const { serverId } = place
  const said = cut(error.message)
  if (error instanceof UnsupportedProtocolVersionError) return noCommonVersion(place, error.supported.map(String), error)
  if (error instanceof MissingRequiredClientCapabilityError) {
    const { extensions, ...features } = error.requiredCapabilities
    const needs = [...Object.keys(features), ...Object.keys(extensions ?? {})]
    return new AppError('SERVER_ERROR', `${serverId} needs something that Parley does not offer it`, {
      hint: `It asks for: ${cut(needs.join(', ')).slice(0, 200)}. What can be switched on is under Servers.`,
      said,
      cause: error,
    })
  }
  if (error.code === METHOD_NOT_FOUND) return new AppError('SERVER_ERROR', `${serverId} does not offer this`, { said, cause: error })
  if (error.code === -32_602 && /unknown tool|tool .* not found/i.test(error.message)) {
    return new AppError('UNKNOWN_TOOL', `${serverId} does not know this tool`, {
      hint: 'Refresh the list of its tools.',
      said,
      cause: error,
    })
  }
  if (error.code === -32_602) return new AppError('INVALID_ARGUMENTS', `${serverId} did not accept the arguments`, { said, cause: error })
  return new AppError('SERVER_ERROR', `${serverId} answered with an error`, { said, cause: error })
}

function explainNetwork(error: TypeError, place: ErrorPlace): AppError {
  const cause: unknown = error.cause
  if (cause instanceof AppError) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = cause instanceof Error && cause.message !== '' ? cause.message : code
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) {
    return new AppError('SERVER_UNREACHABLE', because(`The certificate of ${place.serverId} is not valid`, why), {
      hint: 'Check the address. Do not go on if you do not know why.',
      cause: error,
    })
  }
  // The server, or something on the way, let go of a connection that was in use; the next one may be as good as ever.
  if (BROKEN.has(code)) return broken(place, error, why)
  return unreachable(place, error, why)
}

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** What this computer's own network says stands in Parley's sentence: no server wrote it. */
function because(sentence: string, why: string): string {
  return why === '' ? sentence : `${sentence}: ${cut(why)}`
}

function broken({ serverId }: ErrorPlace, cause: unknown, why: string): AppError {
  return new AppError('INTERRUPTED', because(`The connection to ${serverId} broke`, why), {
    hint: 'Run it again if that is safe: it may have had an effect.',
    cause,
  })
}

function unreachable({ serverId }: ErrorPlace, cause: unknown, why: string): AppError {
  return new AppError('SERVER_UNREACHABLE', because(`${serverId} cannot be reached`, why), {
    hint: 'Check that it runs, and that the URL is right.',
    cause,
  })
}

function lost({ serverId }: ErrorPlace, cause: unknown): AppError {
  return new AppError('INTERRUPTED', `The connection to ${serverId} ended`, {
    hint: 'Start the server again. A call that was under way may have had an effect.',
    cause,
  })
}

function signIn({ serverId }: ErrorPlace, cause: unknown): AppError {
  return new AppError('SIGN_IN_REQUIRED', `${serverId} asks for a sign-in`, {
    hint: 'Press Sign in at this server under Servers, or add its key to the headers of the server.',
    cause,
  })
}

function notMcp({ serverId }: ErrorPlace, cause: Error): AppError {
  return new AppError('PROTOCOL_ERROR', `What ${serverId} answers is not MCP`, {
    hint: 'Check the URL: this may be a web page.',
    said: cut(cause.message),
    cause,
  })
}

/** A server may repeat what it was sent, so secrets are taken out of its words too. */
function cut(text: string): string {
  const said = redact(text)
  return said.length > SAID_CHARACTERS ? `${said.slice(0, SAID_CHARACTERS)}…` : said
}
