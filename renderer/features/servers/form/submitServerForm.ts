import type { ServerId } from '../../../../shared/domain/ids'
import { serverIdOf } from '../../../../shared/domain/idText'
import { callHost } from '../../../rpc/callHost'
import { showServers, useNavigation } from '../../../state/navigation'
import type { FormResult } from './serverForm'

/** Stores the secrets first, so that the server finds them when saving starts it. Then saves the server. */
export async function submitServerForm(name: string, result: FormResult, previousId?: ServerId): Promise<ServerId> {
  const id = serverIdOf(name.trim())
  for (const { name: secret, value } of result.secrets) await callHost('secrets.put', { name: secret, value })
  await callHost('servers.save', {
    id,
    launch: result.launch,
    ...(result.auth && { auth: result.auth }),
    ...(result.disabledTools && { disabledTools: [...result.disabledTools] }),
    ...(previousId !== undefined && { previousId }),
  })
  for (const secret of result.forget ?? []) await callHost('secrets.remove', { name: secret })
  if (previousId !== undefined && previousId !== id && useNavigation.getState().serverId === previousId) showServers(id)
  return id
}
