import { openServerForm, showServers } from '../../shell/screen'
import { Button } from '../../ui/Button'
import type { ServerWithState } from '../../rpc/useServers'

/** The button that does what the hint says, where one can. */
export function Remedy({ server, state }: ServerWithState) {
  const edit = () => openServerForm({ kind: 'edit', serverId: server.id })
  if (!('error' in state)) return null
  switch (state.error.code) {
    case 'COMMAND_NOT_FOUND':
      return (
        <Button size="small" onClick={edit}>
          Choose the command…
        </Button>
      )
    case 'SECRET_MISSING':
      return (
        <Button size="small" onClick={edit}>
          Replace the secret…
        </Button>
      )
    case 'SIGN_IN_REQUIRED':
      return server.launch.kind === 'http' ? (
        <Button size="small" onClick={edit}>
          Add a key…
        </Button>
      ) : null
    case 'SERVER_EXITED':
      return (
        <Button size="small" onClick={() => showServers(server.id, 'frames')}>
          All output
        </Button>
      )
    default:
      return null
  }
}
