import { useState } from 'react'
import { t } from '../i18n/t'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import { callHost } from '../rpc/callHost'
import { Button } from '../ui/Button'
import { ErrorNotice } from './ErrorNotice'
import { Field } from '../ui/form/Field'
import { TextField } from '../ui/form/TextField'
import { useAsyncAction } from './useAsyncAction'

export interface NewAccountFormProps {
  readonly serverId: ServerId
  readonly onAdded: (accountId: AccountId) => void
  readonly onCancel: () => void
}

/** Asks for the name of a new account at a server. The sign-in comes after that. */
export function NewAccountForm({ serverId, onAdded, onCancel }: NewAccountFormProps) {
  const [label, setLabel] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const add = async (): Promise<void> => {
    const { accountId } = await callHost('accounts.addAccount', { serverId, label: label.trim() })
    onAdded(accountId)
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (label.trim() !== '') run(add)
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Field layout="stack" label={t('accounts.newName')} help={t('accounts.newName.help')}>
        {(control) => (
          <div className="flex gap-2">
            <TextField {...control} autoFocus maxLength={60} value={label} onValue={setLabel} />
            <Button type="submit" className="h-field" busy={busy} disabled={label.trim() === ''}>
              {t('accounts.add')}
            </Button>
            <Button look="bare" className="h-field" onClick={onCancel}>
              {t('accounts.cancel')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
