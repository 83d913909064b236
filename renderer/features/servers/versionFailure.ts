import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { ErrorReason } from '../../../shared/errors/appError'

/** The failures that another choice of version may mend. */
const reasons: ReadonlySet<ErrorReason | undefined> = new Set([
  'policy.protocol',
  'policy.protocolNone',
  'session.refusesOwnVersion',
  'session.unknownVersions',
  'session.versionCapped',
  'session.versionCappedOverSse',
  'session.versionCappedUnnamed',
  'session.versionNotSpoken',
  'session.versionOverSse',
  'session.versionUnanswered',
])

/** Pure: whether a server cannot be spoken with because of the version of MCP that was chosen or allowed for it. */
export function isVersionFailure(state: ConnectionState): state is Extract<ConnectionState, { phase: 'failed' }> {
  return state.phase === 'failed' && reasons.has(state.error.reason)
}
