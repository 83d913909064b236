import type { ServerId } from '../../../shared/domain/ids'
import { t, translator } from '../../i18n/t'
import type { ServerWithState } from '../../rpc/useServers'

/** Which of the servers that are on are told about their own folders only, because of the MCP that they speak. Nothing without one. */
export function OlderServersNote({ on }: { readonly on: readonly ServerWithState[] }) {
  const older = on.flatMap(({ server, state }): ServerId[] =>
    state.phase === 'ready' && state.negotiation.era === '2025' ? [server.id] : [],
  )
  if (older.length === 0) return null
  return (
    <p className="breakable text-12 text-text-2">
      {t('projects.folders.older', { count: older.length, servers: translator().list(older.map(quoted)) })}
    </p>
  )
}

const quoted = (server: ServerId): string => t('chat.quoted', { name: server })
