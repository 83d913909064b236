import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client'
import type { ProcessExit } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { redact } from '../lib/redact'

/** What is known about the place where an error came up. */
export interface ErrorPlace {
  readonly serverId: ServerId
  /** 'stdio' for a local command. */
  readonly kind: 'stdio' | 'http'
  readonly exit?: ProcessExit | undefined
}

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

function explainStatus(error: SdkHttpError, place: ErrorPlace): AppError {
  const { serverId } = place
  const status = error.status ?? 0
  const said = cut(error.message)
  if (status === 401) return signIn(place, error)
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

function explainProtocol(error: ProtocolError, place: ErrorPlace): AppError {
  const { serverId } = place
  const said = cut(error.message)
  if (error instanceof UnsupportedProtocolVersionError) {
    return new AppError('PROTOCOL_ERROR', `${serverId} speaks no protocol version that Parley knows`, {
      hint: `It supports: ${error.supported.map(String).join(', ').slice(0, 200)}`,
      said,
      cause: error,
    })
  }
  if (error instanceof MissingRequiredClientCapabilityError) {
    return new AppError('SERVER_ERROR', `${serverId} needs something that is switched off`, {
      hint: `It asks for: ${Object.keys(error.requiredCapabilities).join(', ').slice(0, 200)}`,
      said,
      cause: error,
    })
  }
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
    return new AppError('SERVER_UNREACHABLE', `The certificate of ${place.serverId} is not valid`, {
      hint: 'Check the address. Do not go on if you do not know why.',
      said: cut(why),
      cause: error,
    })
  }
  return unreachable(place, error, why)
}

function unreachable({ serverId }: ErrorPlace, cause: unknown, said: string): AppError {
  return new AppError('SERVER_UNREACHABLE', `${serverId} cannot be reached`, {
    hint: 'Check that it runs, and that the URL is right.',
    said: cut(said),
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
    hint: 'Add a key to the headers of this server, then start it again.',
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
