import type { ProtocolCap, ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { choosableVersions, versionsOf, type ProtocolChoice } from '../../shared/protocol/protocolChoice'

/** Where a version was chosen, so that the advice is about the same place. */
export type ChosenBy = 'page' | 'commandLine'

/** Pure: checks whether any version of a choice may be spoken with a server. @throws {AppError} POLICY */
export function requireProtocol(server: string, choice: ProtocolChoice, cap: ProtocolCap | undefined, chosenBy: ChosenBy = 'page'): void {
  if (!cap || versionsOf(choice).some((version) => cap.allowed.includes(version))) return
  const { by, ask, allowed } = cap
  if (allowed.length === 0) throw new AppError('POLICY', { reason: 'policy.protocolNone', params: { by, ask, server } })
  throw new AppError('POLICY', { reason: 'policy.protocol', params: { by, ask, server, allowed: choosableVersions(allowed), chosenBy } })
}

/** Pure: checks whether a person may choose this for a server. @throws {AppError} POLICY */
export function requireProtocolChoice(
  { id, protocolSetBy: by, protocolCap }: Pick<ServerConfig, 'id' | 'protocolSetBy' | 'protocolCap'>,
  choice: ProtocolChoice,
): void {
  if (by !== undefined) throw new AppError('POLICY', { reason: 'servers.setByPolicy', params: { by, name: id } })
  requireProtocol(id, choice, protocolCap)
}
