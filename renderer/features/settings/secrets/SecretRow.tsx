import { KeyRound, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SecretEntryView, SecretStorage } from '../../../../shared/domain/vaultState'
import type { InputOf } from '../../../../shared/rpc/contract'
import { callHost } from '../../../rpc/callHost'
import { showServers } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { SafeText } from '../../../ui/SafeText'
import { SecretField } from '../../../ui/form/SecretField'
import { StatusLabel } from '../../../ui/StatusLabel'
import { secretStorageSentence } from '../../../widgets/secretStorageLabel'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { describeSecretUse, type SecretWords } from './describeSecretUse'
import { t } from '../../../i18n/t'

/** One record of the vault: what uses it, and how to replace or delete it. Its value is never shown. */
export function SecretRow({ secret, kept }: { readonly secret: SecretEntryView; readonly kept: SecretStorage }) {
  const [doing, setDoing] = useState<'replace' | 'delete' | undefined>()
  const { title, help } = describeSecretUse(secret)
  const verb = verbOf(secret)
  const isMissing = secret.kind === 'secret' && secret.isMissing === true
  const Icon = secret.kind === 'account' ? UserRound : KeyRound
  const [replaced, setReplaced] = useState<'new' | 'replaced' | undefined>()
  const replacing = useRef<HTMLButtonElement>(null)
  const done = () => setDoing(undefined)
  const doneReplacing = (changed: boolean) => {
    done()
    setReplaced(changed ? (isMissing ? 'new' : 'replaced') : undefined)
    replacing.current?.focus()
  }
  const serverId = secret.kind === 'account' ? secret.serverId : undefined
  const toggle = (what: 'replace' | 'delete') => {
    setReplaced(undefined)
    setDoing(doing === what ? undefined : what)
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
        <div className="min-w-0 grow basis-48">
          <div className="breakable font-label">
            <Words {...title} />
          </div>
          <div className="flex flex-wrap gap-x-1.5 text-12 text-text-3">
            <span className="breakable">
              <Words {...help} />
            </span>
            {secret.kind === 'secret' && (
              <>
                <span aria-hidden="true">·</span>
                <code className="mono breakable">
                  <SafeText text={secret.name} />
                </code>
              </>
            )}
          </div>
        </div>
        <div className="flex items-center gap-1">
          <span role="status">
            {replaced && <StatusLabel shape="done" word={t(replaced === 'new' ? 'secrets.row.saved' : 'secrets.row.replaced')} />}
            {isMissing && <StatusLabel shape="ask" word={t('secrets.row.missing')} />}
          </span>
          {serverId !== undefined && (
            <Button size="small" onClick={() => showServers(serverId, 'account')}>
              {t('secrets.row.account')}
            </Button>
          )}
          {secret.kind === 'secret' && secret.uses.length > 0 && (
            <Button
              size="small"
              ref={replacing}
              aria-expanded={doing === 'replace'}
              aria-label={t(isMissing ? 'secrets.row.enterOf' : 'secrets.row.replaceOf', { name: secret.name })}
              onClick={() => toggle('replace')}
            >
              {t(isMissing ? 'secrets.row.enterMore' : 'secrets.row.replaceMore')}
            </Button>
          )}
          {!isMissing && (
            <Button
              size="small"
              look="bare"
              aria-expanded={doing === 'delete'}
              aria-label={t(`secrets.row.${verb}Of`, {
                what: secret.kind === 'secret' ? secret.name : t('secrets.row.titleAndUse', { title: title.text, use: help.text }),
              })}
              onClick={() => toggle('delete')}
            >
              {t(`secrets.row.${verb}More`)}
            </Button>
          )}
        </div>
      </div>
      {doing === 'replace' && secret.kind === 'secret' && (
        <Replace name={secret.name} isMissing={isMissing} kept={kept} onDone={doneReplacing} />
      )}
      {doing === 'delete' && <Delete secret={secret} onDone={done} />}
    </li>
  )
}

/** Marks names that others gave. Parley's own text has no mark. */
function Words({ text, isName }: SecretWords) {
  return isName ? <SafeText text={text} /> : text
}

interface ReplaceProps {
  readonly name: string
  readonly isMissing: boolean
  readonly kept: SecretStorage
  readonly onDone: (changed: boolean) => void
}

function Replace({ name, isMissing, kept, onDone }: ReplaceProps) {
  const [value, setValue] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const save = async (): Promise<void> => {
    await callHost('secrets.put', { name, value })
    onDone(true)
  }
  return (
    <form
      className="grid gap-2 medium:ps-7"
      onSubmit={(event) => {
        event.preventDefault()
        run(save)
      }}
    >
      <Field
        layout="stack"
        label={t(isMissing ? 'secrets.row.valueOf' : 'secrets.row.newValue', { name })}
        help={t('secrets.goesAndRestart', { kept: secretStorageSentence(kept) })}
      >
        {(control) => <SecretField {...control} autoFocus value={value} onValue={setValue} />}
      </Field>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex justify-end gap-2">
        <Button look="bare" onClick={() => onDone(false)}>
          {t('settings.cancel')}
        </Button>
        <Button look="ink" type="submit" busy={busy} disabled={value === ''}>
          {t(isMissing ? 'secrets.row.save' : 'secrets.row.replace')}
        </Button>
      </div>
    </form>
  )
}

/** Confirms the deletion, because it cannot be undone. */
function Delete({ secret, onDone }: { readonly secret: SecretEntryView; readonly onDone: () => void }) {
  const { busy, failed, run } = useAsyncAction()
  const remove = async (): Promise<void> => {
    await removeSecret(secret)
    onDone()
  }
  return (
    <div className="grid gap-2 medium:ps-7">
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 grow basis-48 text-text-2">{t(`secrets.loss.${lossOf(secret)}`)}</p>
        <Button look="bare" onClick={onDone}>
          {t('secrets.row.keep')}
        </Button>
        <Button look="danger" busy={busy} onClick={() => run(remove)}>
          {t(`secrets.row.${verbOf(secret)}`)}
        </Button>
      </div>
    </div>
  )
}

/** Signs out an account, so that the server revokes its tokens. Only deletes any other record. */
async function removeSecret(secret: SecretEntryView): Promise<void> {
  const target = accountOf(secret)
  if (target) await callHost('accounts.signOut', { target })
  else if (secret.kind === 'secret') await callHost('secrets.remove', { name: secret.name })
  else await callHost('secrets.removeCredential', { credential: { kind: secret.kind, id: secret.id } })
}

/** Returns undefined also for a record of a removed account, because it cannot be signed out. */
function accountOf(secret: SecretEntryView): InputOf<'accounts.signOut'>['target'] | undefined {
  if (secret.kind !== 'account') return undefined
  if (secret.serverId !== undefined && secret.accountId !== undefined) {
    return { kind: 'server', serverId: secret.serverId, accountId: secret.accountId }
  }
  return secret.id === 'idp' ? { kind: 'idp' } : undefined
}

function verbOf(secret: SecretEntryView): 'signOut' | 'delete' {
  return accountOf(secret) ? 'signOut' : 'delete'
}

/** Says what the deletion loses. */
function lossOf(secret: SecretEntryView): 'account' | 'client' | 'used' | 'unused' {
  if (accountOf(secret)) return 'account'
  if (secret.kind === 'client') return 'client'
  return secret.kind === 'secret' && secret.uses.length > 0 ? 'used' : 'unused'
}
