import type { ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { showServers, useNavigation } from '../../state/navigation'
import { offerUndo } from '../../state/undoStore'
import { t } from '../../messages/t'

/** Removes a server, and offers to bring it back as it was. */
export async function removeServer(serverId: ServerId): Promise<void> {
  const { undoId } = await callHost('servers.remove', { serverId })
  if (useNavigation.getState().serverId === serverId) showServers()
  offerUndo(t('servers.removed', { server: serverId }), () => void callHost('servers.restore', { undoId }))
}
