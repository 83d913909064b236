import type { ProtocolCap } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { choosableVersions, versionsOf, type ProtocolChoice } from '../../shared/protocol/protocolChoice'

/** Pure: checks whether any version of a choice may be spoken with a server. @throws {AppError} POLICY */
export function requireProtocol(server: string, choice: ProtocolChoice, cap: ProtocolCap | undefined): void {
  if (!cap || versionsOf(choice).some((version) => cap.allowed.includes(version))) return
  const { by, ask, allowed } = cap
  if (allowed.length === 0) throw new AppError('POLICY', { reason: 'policy.protocolNone', params: { by, ask, server } })
  throw new AppError('POLICY', { reason: 'policy.protocol', params: { by, ask, server, allowed: choosableVersions(allowed) } })
}
