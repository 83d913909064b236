import { AppError } from '../../shared/errors/appError'

/** What fails at these steps of a connection fails before a byte of the request has left. */
const BEFORE: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

/** Pure: whether a request certainly reached nobody, since no connection to its server could be opened. */
export function isConnectFailure(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.code !== 'SERVER_UNREACHABLE' || !(thrown.cause instanceof TypeError)) return false
  return couldNotConnect(thrown.cause.cause)
}

function couldNotConnect(thrown: unknown): boolean {
  // A name may stand for several addresses, and each was tried.
  if (thrown instanceof AggregateError) return thrown.errors.length > 0 && thrown.errors.every((each) => couldNotConnect(each))
  if (!(thrown instanceof Error)) return false
  if ('syscall' in thrown) return BEFORE.has(String(thrown.syscall))
  return 'code' in thrown && thrown.code === 'UND_ERR_CONNECT_TIMEOUT'
}
