import type { Account } from '../../../shared/domain/account'
import type { ServerAuth } from '../../../shared/domain/serverAuth'
import type { ServerWithState } from '../../rpc/useServers'
import { callHost } from '../../rpc/callHost'
import { openServerForm } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { StatusLabel } from '../../ui/StatusLabel'
import { useAttempt } from '../../widgets/useAttempt'
import { AccountFacts } from './AccountFacts'
import { SignInButton } from './SignInButton'

export interface MachineAccountProps extends ServerWithState {
  readonly account: Account
}

/** An account that no person signs in to each time: who vouches for it instead, how that went last, and another try. */
export function MachineAccount({ server, state, account }: MachineAccountProps) {
  const { busy, failed, run } = useAttempt()
  const problem = account.problem
  const again = () =>
    run(() =>
      callHost(state.phase === 'ready' || state.phase === 'starting' ? 'servers.restart' : 'servers.start', { serverId: server.id }),
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <p className="font-label">{howWords(server.auth)}</p>
          <StatusLabel
            shape={problem ? 'failed' : account.state === 'signedIn' ? 'ready' : 'off'}
            word={problem ? 'Refused the last time' : account.state === 'signedIn' ? 'Has its tokens' : 'Has no tokens yet'}
          />
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button size="small" busy={busy} onClick={again}>
            Try again
          </Button>
          {server.auth.kind === 'enterprise' && account.state !== 'signedIn' && <SignInButton server={server} look="outlined" />}
          <Button size="small" look="bare" onClick={() => openServerForm({ kind: 'edit', serverId: server.id, part: 'signIn' })}>
            Change…
          </Button>
        </div>
      </div>
      {failed && <ErrorNotice role="alert" error={failed} />}
      {problem && <ErrorNotice error={problem} />}
      <AccountFacts account={account} />
    </div>
  )
}

function howWords(auth: ServerAuth): string {
  switch (auth.kind) {
    case 'person':
      return 'A person signs in.'
    case 'client':
      return auth.privateKey === undefined
        ? 'Parley itself signs in, with a client secret.'
        : 'Parley itself signs in, with a private key of its own.'
    case 'enterprise':
      return 'Your organisation’s identity provider vouches for you.'
    case 'workload':
      return auth.tokenFile === undefined
        ? 'A token of this computer vouches for Parley.'
        : 'A token that this computer’s platform keeps in a file vouches for Parley.'
  }
}
