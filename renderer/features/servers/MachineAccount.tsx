import type { Account } from '../../../shared/domain/account'
import type { ServerAuth } from '../../../shared/domain/serverAuth'
import type { ServerWithState } from '../../rpc/useServers'
import { callHost } from '../../rpc/callHost'
import { openServerForm } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { StatusLabel } from '../../ui/StatusLabel'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { AccountFacts } from './AccountFacts'
import { SignInButton } from './SignInButton'
import { t } from '../../i18n/t'

export interface MachineAccountProps extends ServerWithState {
  readonly account: Account
}

/** An account that needs no sign-in by a person. Shows what vouches for it, the last result, and a retry button. */
export function MachineAccount({ server, state, account }: MachineAccountProps) {
  const { busy, failed, run } = useAsyncAction()
  const problem = account.problem
  const again = () =>
    run(() =>
      callHost(state.phase === 'ready' || state.phase === 'starting' ? 'servers.restart' : 'servers.start', { serverId: server.id }),
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <p className="font-label">{t(`accounts.machine.${vouchedBy(server.auth)}`)}</p>
          <StatusLabel
            shape={problem ? 'failed' : account.state === 'signedIn' ? 'ready' : 'off'}
            word={t(
              problem
                ? 'accounts.machine.refused'
                : account.state === 'signedIn'
                  ? 'accounts.machine.hasTokens'
                  : 'accounts.machine.noTokens',
            )}
          />
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button size="small" busy={busy} onClick={again}>
            {t('accounts.machine.tryAgain')}
          </Button>
          {server.auth.kind === 'enterprise' && account.state !== 'signedIn' && <SignInButton server={server} look="outlined" />}
          <Button size="small" look="bare" onClick={() => openServerForm({ kind: 'edit', serverId: server.id, part: 'signIn' })}>
            {t('accounts.machine.change')}
          </Button>
        </div>
      </div>
      {failed && <ErrorNotice role="alert" error={failed} />}
      {problem && <ErrorNotice error={problem} />}
      <AccountFacts account={account} />
    </div>
  )
}

type Voucher = 'person' | 'clientSecret' | 'clientKey' | 'enterprise' | 'token' | 'tokenFile'

function vouchedBy(auth: ServerAuth): Voucher {
  switch (auth.kind) {
    case 'person':
      return 'person'
    case 'client':
      return auth.privateKey === undefined ? 'clientSecret' : 'clientKey'
    case 'enterprise':
      return 'enterprise'
    case 'workload':
      return auth.tokenFile === undefined ? 'token' : 'tokenFile'
  }
}
