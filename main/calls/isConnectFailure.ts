import { AppError } from '../../shared/errors/appError'

/** A failure of one of these system calls happens before any byte of the request is sent. */
const BEFORE: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

/** Pure: whether a request certainly did not arrive, because no connection to its server could be opened. */
export function isConnectFailure(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.code !== 'SERVER_UNREACHABLE' || !(thrown.cause instanceof TypeError)) return false
  return couldNotConnect(thrown.cause.cause)
}

function couldNotConnect(thrown: unknown): boolean {
  // A name may have several addresses, and each was tried.
  if (thrown instanceof AggregateError) return thrown.errors.length > 0 && thrown.errors.every((each) => couldNotConnect(each))
  if (!(thrown instanceof Error)) return false
  if ('syscall' in thrown) return BEFORE.has(String(thrown.syscall))
  return 'code' in thrown && thrown.code === 'UND_ERR_CONNECT_TIMEOUT'
}
