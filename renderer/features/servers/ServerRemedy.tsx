import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { ServerWithState } from '../../rpc/useServers'
import { openServerForm, showProtocol, showServers } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { UnlockButton } from '../../widgets/UnlockButton'
import { EnterSecretButton } from './EnterSecretButton'
import { SignInButton } from './SignInButton'
import { isVersionFailure } from './versionFailure'
import { t } from '../../i18n/t'

/** The button that does what the hint suggests, if there is one. */
export function ServerRemedy({ server, state }: ServerWithState) {
  const edit = () => openServerForm({ kind: 'edit', serverId: server.id })
  const editSignIn = () => openServerForm({ kind: 'edit', serverId: server.id, part: 'signIn' })
  if (!('error' in state)) return null
  if (isVersionFailure(state)) {
    return (
      <Button size="small" onClick={() => showProtocol(server.id)}>
        {t('servers.remedy.version')}
      </Button>
    )
  }
  switch (state.error.code) {
    case 'COMMAND_NOT_FOUND':
      return (
        <Button size="small" onClick={edit}>
          {t('servers.remedy.command')}
        </Button>
      )
    case 'SECRETS_LOCKED':
      return <UnlockButton />
    case 'SECRET_MISSING':
      return <EnterSecretButton serverId={server.id} name={missingSecret(state)} />
    case 'SIGN_IN_REQUIRED':
    case 'RIGHTS_REQUIRED':
    case 'SIGN_IN_FAILED':
      return (
        <>
          <SignInButton server={server} />
          {wantsClientId(state) && (
            <Button size="small" onClick={editSignIn}>
              {t('servers.remedy.clientId')}
            </Button>
          )}
        </>
      )
    case 'CREDENTIALS_REFUSED':
      return (
        <Button size="small" onClick={edit}>
          {t('servers.remedy.key')}
        </Button>
      )
    case 'SERVER_EXITED':
      return (
        <Button size="small" onClick={() => showServers(server.id, 'traffic')}>
          {t('servers.remedy.output')}
        </Button>
      )
    default:
      return null
  }
}

function missingSecret({ error }: Extract<ConnectionState, { error: unknown }>): string {
  const name = error.params?.['name']
  return typeof name === 'string' ? name : ''
}

function wantsClientId(state: ConnectionState): boolean {
  return 'error' in state && state.error.remedy === 'clientId'
}
