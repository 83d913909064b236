import type { ServerId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { showServers, useNavigation } from '../../state/navigation'
import { offerUndo } from '../../state/undoStore'

/**
 * Removes a server, even one whose entry cannot be read, and offers an undo that restores it.
 * @throws {AppError} as the call `servers.remove` does
 */
export async function removeServer(serverId: ServerId): Promise<void> {
  const { undoId } = await callHost('servers.remove', { serverId })
  if (useNavigation.getState().serverId === serverId) showServers()
  offerUndo(t('servers.removed', { server: serverId }), () => void callHost('servers.restore', { undoId }))
}
