import { ServerText } from '../../i18n/ServerText'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import type { Account } from '../../../shared/domain/account'
import { callHost } from '../../rpc/callHost'
import { useOpenSignIn } from '../../state/useOpenSignIn'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { classNames } from '../../ui/classNames'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { IconButton } from '../../ui/IconButton'
import { Menu, type MenuEntry } from '../../ui/Menu'
import { SafeText } from '../../ui/SafeText'
import { RenameField } from '../../ui/form/RenameField'
import { LetterTile } from '../../ui/LetterTile'
import { accountLabel } from '../../widgets/accountName'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { AccountFacts } from './AccountFacts'
import { t } from '../../i18n/t'

export interface AccountEntryProps {
  readonly account: Account
  /** The server has no other account. */
  readonly single: boolean
  /** Signing in is the next step here, and nothing else on the page offers it. */
  readonly next: boolean
  readonly onSignedOut: (revoked: boolean) => void
}

/** One account of a person at a server: its identity, its rights, and all of its actions. The default account is expanded. */
export function AccountEntry({ account, single, next, onSignedOut }: AccountEntryProps) {
  const { serverId, accountId, isDefault, state, who } = account
  const label = accountLabel(account.label)
  const target = { kind: 'server', serverId, accountId } as const
  const [open, setOpen] = useState(isDefault)
  const [renaming, setRenaming] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { busy, failed, run } = useAsyncAction()
  const factsId = useId()
  const labelId = useId()
  const signInTo = useOpenSignIn()
  const name = who ?? label
  // The pressed button disappears. The button in its place takes the focus.
  const [leaving, setLeaving] = useState(false)
  const signOut = () => {
    setLeaving(true)
    run(async () => onSignedOut((await callHost('accounts.signOut', { target })).revoked))
  }
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: t('accounts.rename'), takesFocus: true, onSelect: () => setRenaming(true) },
    ...(state === 'signedIn' ? [{ kind: 'item', label: t('accounts.signInAgain'), onSelect: () => signInTo(target) } as const] : []),
    { kind: 'line' },
    {
      kind: 'item',
      label: t('accounts.removeMore'),
      takesFocus: true,
      danger: true,
      ...(single && { disabledReason: t('accounts.lastStays') }),
      onSelect: () => setRemoving(true),
    },
  ]
  return (
    <section aria-labelledby={labelId} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3">
      <span id={labelId} translate="no" hidden>
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <LetterTile name={name} size={isDefault ? 36 : 20} />
        <div className="min-w-0 grow basis-40">
          {renaming ? (
            <LabelField account={account} run={run} onEnd={() => setRenaming(false)} />
          ) : (
            <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <h4 className="breakable font-title">
                <SafeText text={name} />
              </h4>
              <AccountChip account={account} />
            </div>
          )}
          {isDefault && <p className="text-12 text-text-2">{t(state === 'signedIn' ? 'accounts.signedIn' : 'accounts.notSignedIn')}</p>}
        </div>
        <div className="ms-auto flex flex-wrap items-center gap-1.5">
          {!isDefault && state !== 'signedIn' && <span className="text-12 text-text-3">{t('accounts.notSignedIn')}</span>}
          {!isDefault && (
            <Button
              size="small"
              look="bare"
              disabled={busy}
              onClick={() => run(() => callHost('accounts.setDefault', { serverId, accountId }))}
            >
              {t('accounts.makeDefault')}
            </Button>
          )}
          {state === 'signedIn' ? (
            <Button key="out" size="small" busy={busy} onClick={signOut}>
              {t('accounts.signOut')}
            </Button>
          ) : (
            <Button
              key="in"
              size="small"
              look={next ? 'ink' : 'outlined'}
              aria-label={t('accounts.signInAs', { account: label })}
              autoFocus={leaving}
              onClick={() => signInTo(target)}
            >
              {t('accounts.signIn')}
            </Button>
          )}
          <Menu
            trigger={
              <IconButton
                size="small"
                label={t('accounts.more', { account: label })}
                icon={<Ellipsis size={15} strokeWidth={1.75} aria-hidden="true" />}
              />
            }
            entries={entries}
          />
          <IconButton
            size="small"
            label={t('accounts.details', { account: label })}
            aria-expanded={open}
            aria-controls={factsId}
            icon={
              <ChevronRight
                size={15}
                strokeWidth={1.75}
                aria-hidden="true"
                className={classNames('transition-transform duration-(--d-instant)', open ? 'rotate-90' : 'rtl:-scale-x-100')}
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

/** Shows the person's label when it differs from the account's name, and whether the account is the default. */
function AccountChip({ account: { who, label, isDefault } }: { readonly account: Account }) {
  const own = who !== undefined && who !== label ? accountLabel(label) : undefined
  if (own === undefined) return isDefault && <Chip size="small">{t('accounts.default')}</Chip>
  return <Chip size="small">{isDefault ? t('accounts.ownDefault', { label: own }) : <SafeText text={own} />}</Chip>
}

/** Confirms the removal, because it cannot be undone. */
function RemoveRow({ account: { serverId, accountId, label }, onEnd }: Omit<LabelFieldProps, 'run'>) {
  const { busy, failed, run } = useAsyncAction()
  const remove = async (): Promise<void> => {
    await callHost('accounts.removeAccount', { serverId, accountId })
    onEnd()
  }
  return (
    <div role="group" aria-label={t('accounts.removeOf', { account: accountLabel(label) })} className="grid gap-2">
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 grow basis-48 text-text-2">
          <ServerText id="accounts.removeHelp" server={serverId} />
        </p>
        <Button look="bare" autoFocus onClick={onEnd}>
          {t('accounts.keep')}
        </Button>
        <Button look="danger" busy={busy} onClick={() => run(remove)}>
          {t('accounts.remove')}
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
      label={t('accounts.renameTo', { account: accountLabel(label) })}
      name={accountLabel(label)}
      maxLength={60}
      className="max-w-56"
      onName={(next) => run(() => callHost('accounts.renameAccount', { serverId, accountId, label: next }))}
      onEnd={onEnd}
    />
  )
}
