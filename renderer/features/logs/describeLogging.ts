import { t } from '../../messages/t'
import type { ConnectionState } from '../../../shared/domain/connection'

/** Pure: what a person should know about a server and logging, where there is something to know. */
export function describeLogging(server: string, kind: 'stdio' | 'http', state: ConnectionState): string | undefined {
  if (state.phase !== 'ready') return undefined
  const prints = kind === 'stdio'
  if (!state.abilities.includes('logging')) return t(prints ? 'logs.notOffered.printed' : 'logs.notOffered', { serverId: server })
  if (state.era === '2026') return t(prints ? 'logs.deprecated.printed' : 'logs.deprecated', { protocol: state.protocol })
  return undefined
}
