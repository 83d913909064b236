import type { MessageId } from '../../i18n/message'
import type { ConnectionState } from '../connectionState'
import type { ServerConfig } from '../server'
import { appliesTo, decideExtension, type ExtensionDecision } from './decideExtension'
import { extensionPurpose, spokenExtensions, type SpokenExtension } from './extension'

/** One extension on the page of a server: the server declares it, or Parley has code for it. */
export interface ExtensionRow {
  readonly id: string
  /** Undefined while the server is not connected. */
  readonly byServer: boolean | undefined
  /** What it does, if Parley knows it. */
  readonly purpose?: MessageId
  /** Whether Parley claims it. Absent: Parley has no code for it with this server, so there is nothing to switch. */
  readonly decision?: ExtensionDecision
}

/** Pure: the extensions of a server, those with code of Parley's first. */
export function extensionRows(
  server: ServerConfig,
  state: ConnectionState,
  spoken: readonly SpokenExtension[] = spokenExtensions,
): readonly ExtensionRow[] {
  const ready = state.phase === 'ready' ? state : undefined
  const declared = new Set(ready?.extensions?.ids)
  const ours = spoken.filter((extension) => appliesTo(extension, server, ready?.negotiation.era)).map(({ id }) => id)
  return [...new Set([...ours, ...declared])].map((id) => {
    const purpose = extensionPurpose(id)
    return {
      id,
      byServer: ready && declared.has(id),
      ...(purpose !== undefined && { purpose }),
      ...(ours.includes(id) && { decision: decideExtension(id, server) }),
    }
  })
}

/** Pure: who declares an extension to whom, as the id of a sentence that takes `server`. */
export function extensionDeclaredBy({ byServer, decision }: Pick<ExtensionRow, 'byServer' | 'decision'>) {
  const claimed = decision?.on === true
  if (byServer === undefined) return claimed ? 'extensions.willBe' : 'extensions.willNotBe'
  if (byServer) return claimed ? 'extensions.both' : 'extensions.onlyServer'
  return claimed ? 'extensions.onlyParley' : 'extensions.neither'
}
