import { useState } from 'react'
import type { Account, SignInTarget } from '../../../shared/domain/account'
import type { ProfileId, ServerId } from '../../../shared/domain/ids'
import { useAccounts } from '../../rpc/useAccounts'
import { useTopic } from '../../rpc/useTopic'
import { openSignIn, useScreen } from '../../shell/screen'
import { accountName } from '../../ui/accountName'
import { Button } from '../../ui/Button'
import { NewAccountForm } from '../../ui/NewAccountForm'
import { QuestionRow } from '../../ui/QuestionRow'
import { SelectField } from '../../ui/SelectField'
import { useNow } from '../../ui/useNow'
import { launchWords } from './Asker'
import { SignInFrame } from './SignInFrame'
import { whyWords } from './signInWords'

/** "Sign in to SERVER?", opened by the person from a server, an account or the settings. */
export function SignInDialog() {
  const target = useScreen((screen) => screen.signIn)
  if (!target) return null
  return target.kind === 'idp' ? <IdpSignIn /> : <ServerSignIn key={target.profile} target={target} />
}

const close = (): void => openSignIn(undefined)

function ServerSignIn({ target }: { readonly target: Extract<SignInTarget, { kind: 'server' }> }) {
  const { serverId, profile } = target
  const now = useNow(true, 60_000)
  const accounts = useAccounts(serverId) ?? []
  const account = accounts.find((each) => each.profile === profile)
  const launch = useTopic('servers', (list) => list.servers.find(({ id }) => id === serverId)?.launch)
  return (
    <SignInFrame
      target={target}
      name={serverId}
      waiting={0}
      onLater={close}
      who={
        <>
          <span className="font-label text-text">{serverId}</span>
          {launch && (
            <>
              <Dot />
              <span className="mono breakable">{launchWords(launch)}</span>
            </>
          )}
          <Dot />
          <span>{stateWords(account, now)}</span>
        </>
      }
      as={<AsChoice serverId={serverId} accounts={accounts} profile={profile} />}
      refuse={{
        note: account?.state === 'signedIn' ? 'The account stays as it is.' : `${serverId} stays off until you sign in.`,
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
    <SignInFrame
      target={{ kind: 'idp' }}
      name={name}
      waiting={0}
      onLater={close}
      who={
        <>
          <span className="font-label text-text">Your organisation’s identity provider</span>
          <Dot />
          <span>{idp.state === 'signedIn' ? 'you are signed in already' : 'you have not signed in yet'}</span>
        </>
      }
      refuse={{ note: 'Servers that it vouches for stay off until you sign in.', onNotNow: close }}
      onDone={close}
    />
  )
}

const Dot = () => (
  <span aria-hidden="true" className="text-text-3">
    ·
  </span>
)

function stateWords(account: Account | undefined, now: number): string {
  if (account?.state === 'signedIn') return 'signed in already'
  return whyWords(account?.since === undefined ? 'first' : 'ended', account?.expires, now)
}

interface AsChoiceProps {
  readonly serverId: ServerId
  readonly accounts: readonly Account[]
  readonly profile: ProfileId
}

/** As which account; another one begins with a name for it. */
function AsChoice({ serverId, accounts, profile }: AsChoiceProps) {
  const [adding, setAdding] = useState(false)
  return (
    <QuestionRow label="As" className="items-center">
      {adding ? (
        <NewAccountForm
          serverId={serverId}
          onAdded={(added) => openSignIn({ kind: 'server', serverId, profile: added })}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <SelectField
            label="As"
            className="w-full max-w-68"
            value={profile}
            options={accounts.map((account) => ({ value: account.profile, label: accountName(account) }))}
            onValue={(next) => openSignIn({ kind: 'server', serverId, profile: next })}
          />
          <Button look="bare" size="small" onClick={() => setAdding(true)}>
            Add another account…
          </Button>
        </div>
      )}
    </QuestionRow>
  )
}
