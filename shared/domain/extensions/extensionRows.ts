import type { MessageId } from '../../i18n/message'
import { versionsOf } from '../../protocol/protocolChoice'
import type { ConnectionState, Era } from '../connectionState'
import type { ServerConfig } from '../server'
import { appliesTo, decideExtension, type ExtensionDecision } from './decideExtension'
import { extensionPurpose, spokenExtensions, type SpokenExtension } from './extension'

/** One extension on the page of a server: the server declares it, or Parley has code for it. */
export interface ExtensionRow {
  readonly id: string
  /** Undefined while the server is not connected. */
  readonly byServer: boolean | undefined
  /** Whether Parley declares it, or will when the server is connected. */
  readonly claimed: boolean
  /** What it does, if Parley knows it. */
  readonly purpose?: MessageId
  /** Who decided whether it is on. Absent: Parley has no code for it that applies, so there is nothing to switch. */
  readonly decision?: ExtensionDecision
  /** Why Parley does not declare it, unless a policy forbids it. */
  readonly unclaimed?: 'noCode' | 'otherVersion' | 'switchedOff'
}

/** Pure: the extensions of a server, those with code of Parley's first. */
export function extensionRows(
  server: ServerConfig,
  state: ConnectionState,
  spoken: readonly SpokenExtension[] = spokenExtensions,
): readonly ExtensionRow[] {
  const ready = state.phase === 'ready' ? state : undefined
  const eras = ready ? [ready.negotiation.era] : erasOf(server)
  const declared = new Set(ready?.extensions?.ids)
  const ours = new Map(spoken.filter((extension) => appliesTo(extension, server)).map((extension) => [extension.id, extension]))
  return [...new Set([...ours.keys(), ...declared])].flatMap((id): readonly ExtensionRow[] => {
    const extension = ours.get(id)
    const applies = extension !== undefined && eras.some((era) => appliesTo(extension, server, era))
    // Of no use in the version that is spoken, and nobody speaks of it.
    if (ready && !applies && !declared.has(id)) return []
    const decision = extension && decideExtension(id, server)
    const isForbidden = decision?.by === 'policy'
    const claimed = applies && decision?.on === true
    const purpose = extensionPurpose(id)
    return [
      {
        id,
        byServer: ready && declared.has(id),
        claimed,
        ...(purpose !== undefined && { purpose }),
        // A switch without effect is none. That a policy forbids it is said in any version.
        ...(decision && (applies || isForbidden) && { decision }),
        ...(!claimed && !isForbidden && { unclaimed: !decision ? 'noCode' : applies ? 'switchedOff' : 'otherVersion' }),
      },
    ]
  })
}

/** The eras of the versions that may be spoken with a server. */
function erasOf({ protocol, protocolCap }: ServerConfig): readonly Era[] {
  const versions = versionsOf(protocol).filter((version) => protocolCap?.allowed.includes(version) ?? true)
  return (['2025', '2026'] as const).filter((era) => versions.some((version) => versionsOf(era).includes(version)))
}

/** Pure: who declares an extension to whom, as the id of a sentence that takes `server`. */
export function extensionDeclaredBy({ byServer, claimed }: Pick<ExtensionRow, 'byServer' | 'claimed'>) {
  if (byServer === undefined) return claimed ? 'extensions.willBe' : 'extensions.willNotBe'
  if (byServer) return claimed ? 'extensions.both' : 'extensions.onlyServer'
  return claimed ? 'extensions.onlyParley' : 'extensions.neither'
}
