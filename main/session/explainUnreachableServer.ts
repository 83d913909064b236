import { AppError, type ErrorFact, type ErrorReason } from '../../shared/errors/appError'
import type { ServerId } from '../../shared/domain/ids'
import { isBrokenConnection, isCertificateFault, networkErrorMeaning } from '../lib/networkErrorMeaning'

/** The error for a request that got no answer from the network: `fetch failed` with its cause. */
export function explainUnreachableServer(thrown: TypeError, serverId: ServerId): AppError {
  const { cause } = thrown
  if (cause instanceof AppError) return cause
  const code = codeOf(cause)
  if (isCertificateFault(code)) return failure('SERVER_UNREACHABLE', 'session.badCertificate', { code, serverId, thrown })
  // The server or a proxy closed a connection in use. The next connection may work.
  if (isBrokenConnection(code)) return failure('INTERRUPTED', 'session.connectionBroke', { code, serverId, thrown })
  return failure('SERVER_UNREACHABLE', 'session.unreachable', { code, serverId, thrown })
}

/** Undici reports a host with several addresses as one error with many inside. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof AggregateError ? codeOf(cause.errors[0]) : ''
}

type Failure = 'session.badCertificate' | 'session.connectionBroke' | 'session.unreachable'

const becauseOf = {
  'session.badCertificate': 'session.badCertificateBecause',
  'session.connectionBroke': 'session.connectionBrokeBecause',
  'session.unreachable': 'session.unreachableBecause',
} as const satisfies Record<Failure, ErrorReason>

interface Found {
  readonly code: string
  readonly serverId: ServerId
  readonly thrown: TypeError
}

function failure(kind: 'SERVER_UNREACHABLE' | 'INTERRUPTED', reason: Failure, { code, serverId, thrown }: Found): AppError {
  const why = networkErrorMeaning(code)
  const fact: ErrorFact =
    why === undefined ? { reason, params: { server: serverId } } : { reason: becauseOf[reason], params: { server: serverId, why } }
  return new AppError(kind, fact, { cause: thrown })
}
