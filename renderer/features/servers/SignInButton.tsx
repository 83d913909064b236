import type { ServerConfig } from '../../../shared/domain/server'
import { useServerSignIn } from '../../state/useServerSignIn'
import { Button, type ButtonProps } from '../../ui/Button'
import { t } from '../../i18n/t'

export interface SignInButtonProps extends Pick<ButtonProps, 'size' | 'look'> {
  readonly server: ServerConfig
}

/** "Sign in", wherever a server needs it. When Parley signs in by itself, the button opens the settings for that. */
export function SignInButton({ server, size = 'small', look = 'ink' }: SignInButtonProps) {
  const signIn = useServerSignIn(server)
  if (server.launch.kind !== 'http') return null
  const byItself = server.auth.kind === 'client' || server.auth.kind === 'workload'
  return (
    <Button size={size} look={byItself ? 'outlined' : look} disabled={!signIn} onClick={signIn}>
      {t(byItself ? 'servers.changeSignIn' : 'servers.signIn')}
    </Button>
  )
}
