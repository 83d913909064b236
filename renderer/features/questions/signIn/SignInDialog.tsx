import { ServerText } from '../../../i18n/ServerText'
import { useState } from 'react'
import type { Account, SignInTarget } from '../../../../shared/domain/account'
import type { AccountId, ServerId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { useAccounts } from '../../../rpc/useAccounts'
import { useTopic } from '../../../rpc/useTopic'
import { openSignIn, useNavigation } from '../../../state/navigation'
import { accountName } from '../../../widgets/accountName'
import { Fact } from '../../../ui/Facts'
import { Button } from '../../../ui/Button'
import { NewAccountForm } from '../../../widgets/NewAccountForm'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SelectField } from '../../../ui/form/SelectField'
import { useNow } from '../../../ui/hooks/useNow'
import { describeLaunch } from '../../../widgets/launch/describeLaunch'
import { SignInLayout } from './SignInLayout'
import { describeSignInReason } from './describeSignIn'
import { SafeName } from '../../../ui/SafeName'

/** "Sign in to SERVER?", opened by the person from a server, an account or the settings. */
export function SignInDialog() {
  const target = useNavigation((screen) => screen.signIn)
  if (!target) return null
  return target.kind === 'idp' ? <IdpSignIn /> : <ServerSignIn key={target.accountId} target={target} />
}

const close = (): void => openSignIn(undefined)

function ServerSignIn({ target }: { readonly target: Extract<SignInTarget, { kind: 'server' }> }) {
  const { serverId, accountId } = target
  const now = useNow(true, 60_000)
  const accounts = useAccounts(serverId) ?? []
  const account = accounts.find((each) => each.accountId === accountId)
  const launch = useTopic('servers', (list) => list.servers.find(({ id }) => id === serverId)?.launch)
  return (
    <SignInLayout
      target={target}
      name={serverId}
      waiting={0}
      onLater={close}
      who={
        <>
          <Fact>
            <span translate="no" className="font-label text-text">
              <SafeName name={serverId} />
            </span>
          </Fact>
          {launch && (
            <Fact>
              <span translate="no" className="mono">
                {describeLaunch(launch)}
              </span>
            </Fact>
          )}
          <Fact>{describeState(account, now)}</Fact>
        </>
      }
      as={<AsChoice serverId={serverId} accounts={accounts} accountId={accountId} />}
      refuse={{
        note: account?.state === 'signedIn' ? t('signIn.accountStays') : <ServerText id="signIn.staysOff" server={serverId} />,
        onNotNow: close,
      }}
      onDone={close}
    />
  )
}

function IdpSignIn() {
  const idp = useTopic('accounts', (accounts) => accounts.idp)
  if (!idp) return null
  const name = URL.canParse(idp.issuer) ? new URL(idp.issuer).host : idp.issuer
  return (
    <SignInLayout
      target={{ kind: 'idp' }}
      name={name}
      waiting={0}
      onLater={close}
      who={
        <>
          <Fact>
            <span className="font-label text-text">{t('signIn.identityProvider')}</span>
          </Fact>
          <Fact>{idp.state === 'signedIn' ? t('signIn.youAreAlready') : t('signIn.why.first')}</Fact>
        </>
      }
      refuse={{ note: t('signIn.vouchedStayOff'), onNotNow: close }}
      onDone={close}
    />
  )
}

function describeState(account: Account | undefined, now: number): string {
  if (account?.state === 'signedIn') return t('signIn.already')
  return describeSignInReason(account?.since === undefined ? 'first' : 'ended', account?.expires, now)
}

interface AsChoiceProps {
  readonly serverId: ServerId
  readonly accounts: readonly Account[]
  readonly accountId: AccountId
}

/** Chooses the account. A new account needs a name first. */
function AsChoice({ serverId, accounts, accountId }: AsChoiceProps) {
  const [adding, setAdding] = useState(false)
  return (
    <LabelledRow label={t('signIn.as')} className="items-center">
      {adding ? (
        <NewAccountForm
          serverId={serverId}
          onAdded={(added) => openSignIn({ kind: 'server', serverId, accountId: added })}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <SelectField
            label={t('signIn.as')}
            className="w-full max-w-68"
            value={accountId}
            options={accounts.map((account) => ({ value: account.accountId, label: accountName(account) }))}
            onValue={(next) => openSignIn({ kind: 'server', serverId, accountId: next })}
          />
          <Button look="bare" size="small" onClick={() => setAdding(true)}>
            {t('signIn.addAccount')}
          </Button>
        </div>
      )}
    </LabelledRow>
  )
}
