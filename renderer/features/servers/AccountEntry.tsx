import { ChevronRight, Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import type { Account } from '../../../shared/domain/account'
import { callHost } from '../../rpc/callHost'
import { useSignInTo } from '../../state/useSignInTo'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { classNames } from '../../ui/classNames'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { IconButton } from '../../ui/IconButton'
import { Menu, type MenuEntry } from '../../ui/Menu'
import { SafeText } from '../../ui/SafeText'
import { RenameField } from '../../ui/form/RenameField'
import { Tile } from '../../ui/Tile'
import { useAttempt } from '../../widgets/useAttempt'
import { AccountFacts } from './AccountFacts'

export interface AccountEntryProps {
  readonly account: Account
  /** There is no other at this server. */
  readonly single: boolean
  /** Signing in is the next thing to do here, and nothing else on the page says so. */
  readonly next: boolean
  readonly onSignedOut: (revoked: boolean) => void
}

/** One account of a person at a server: who it is, what it may do, and everything that can be done with it. The default one is open. */
export function AccountEntry({ account, single, next, onSignedOut }: AccountEntryProps) {
  const { serverId, accountId, label, isDefault, state, who } = account
  const target = { kind: 'server', serverId, accountId } as const
  const [open, setOpen] = useState(isDefault)
  const [renaming, setRenaming] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { busy, failed, run } = useAttempt()
  const factsId = useId()
  const signInTo = useSignInTo()
  const name = who ?? label
  // The button that was pressed goes, and the focus with it: the one in its place takes it.
  const [leaving, setLeaving] = useState(false)
  const signOut = () => {
    setLeaving(true)
    run(async () => onSignedOut((await callHost('accounts.signOut', { target })).revoked))
  }
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: 'Rename', takesFocus: true, onSelect: () => setRenaming(true) },
    ...(state === 'signedIn' ? [{ kind: 'item', label: 'Sign in again', onSelect: () => signInTo(target) } as const] : []),
    { kind: 'line' },
    {
      kind: 'item',
      label: 'Remove…',
      takesFocus: true,
      danger: true,
      ...(single && { disabledReason: 'The last account of a server stays. Sign out instead.' }),
      onSelect: () => setRemoving(true),
    },
  ]
  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Tile name={name} size={isDefault ? 36 : 20} />
        <div className="min-w-0 grow basis-40">
          {renaming ? (
            <LabelField account={account} run={run} onEnd={() => setRenaming(false)} />
          ) : (
            <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <h4 className="breakable font-title">
                <SafeText text={name} />
              </h4>
              {chipWords(account) !== '' && <Chip size="small">{chipWords(account)}</Chip>}
            </div>
          )}
          {isDefault && <p className="text-12 text-text-2">{state === 'signedIn' ? 'Signed in' : 'Not signed in'}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          {!isDefault && state !== 'signedIn' && <span className="text-12 text-text-3">Not signed in</span>}
          {!isDefault && (
            <Button
              size="small"
              look="bare"
              disabled={busy}
              onClick={() => run(() => callHost('accounts.setDefault', { serverId, accountId }))}
            >
              Make default
            </Button>
          )}
          {state === 'signedIn' ? (
            <Button key="out" size="small" busy={busy} onClick={signOut}>
              Sign out
            </Button>
          ) : (
            <Button
              key="in"
              size="small"
              look={next ? 'ink' : 'outlined'}
              aria-label={`Sign in as ${label}`}
              autoFocus={leaving}
              onClick={() => signInTo(target)}
            >
              Sign in
            </Button>
          )}
          <Menu
            trigger={
              <IconButton size="small" label={`More about ${label}`} icon={<Ellipsis size={15} strokeWidth={1.75} aria-hidden="true" />} />
            }
            entries={entries}
          />
          <IconButton
            size="small"
            label={`Details of ${label}`}
            aria-expanded={open}
            aria-controls={factsId}
            icon={
              <ChevronRight
                size={15}
                strokeWidth={1.75}
                aria-hidden="true"
                className={classNames('transition-transform duration-(--d-instant)', open && 'rotate-90')}
              />
            }
            onClick={() => setOpen(!open)}
          />
        </div>
      </div>
      {removing && <RemoveRow account={account} onEnd={() => setRemoving(false)} />}
      {failed && <ErrorNotice role="alert" error={failed} />}
      {account.problem && <ErrorNotice error={account.problem} />}
      <div id={factsId} hidden={!open} className="has-[dl:empty]:hidden">
        {open && <AccountFacts account={account} />}
      </div>
    </section>
  )
}

/** Pure: what the person calls it, where it is not its name already, and whether it is the default. */
function chipWords({ who, label, isDefault }: Account): string {
  const own = who !== undefined && who !== label ? label : undefined
  if (own === undefined) return isDefault ? 'The default' : ''
  return isDefault ? `${own}, the default` : own
}

/** Nothing brings an account back with what its sign-in gave, so it is asked once more. */
function RemoveRow({ account: { serverId, accountId, label }, onEnd }: Omit<LabelFieldProps, 'run'>) {
  const { busy, failed, run } = useAttempt()
  const remove = async (): Promise<void> => {
    await callHost('accounts.removeAccount', { serverId, accountId })
    onEnd()
  }
  return (
    <div role="group" aria-label={`Remove ${label}`} className="grid gap-2">
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 grow basis-48 text-text-2">
          Parley signs out and forgets this account. Conversations that use it get nothing of {serverId} until you choose another. This
          cannot be undone.
        </p>
        <Button look="bare" autoFocus onClick={onEnd}>
          Keep
        </Button>
        <Button look="danger" busy={busy} onClick={() => run(remove)}>
          Remove
        </Button>
      </div>
    </div>
  )
}

interface LabelFieldProps {
  readonly account: Account
  readonly run: (work: () => Promise<unknown>) => void
  readonly onEnd: () => void
}

function LabelField({ account: { serverId, accountId, label }, run, onEnd }: LabelFieldProps) {
  return (
    <RenameField
      label={`New name of ${label}`}
      name={label}
      maxLength={60}
      className="max-w-56"
      onName={(next) => run(() => callHost('accounts.renameAccount', { serverId, accountId, label: next }))}
      onEnd={onEnd}
    />
  )
}
