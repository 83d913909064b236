import { ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { showServers, useScreen } from '../../shell/screen'
import type { FormResult } from './serverForm'

/** Keeps the secrets first, so that the server finds them when saving starts it; then saves. */
export async function saveServer(name: string, result: FormResult, previousId?: ServerId): Promise<ServerId> {
  const id = ServerId.parse(name.trim())
  for (const { name: secret, value } of result.secrets) await callHost('secrets.put', { name: secret, value })
  await callHost('servers.save', { id, launch: result.launch, ...(previousId !== undefined && { previousId }) })
  if (previousId !== undefined && previousId !== id && useScreen.getState().serverId === previousId) showServers(id)
  return id
}
