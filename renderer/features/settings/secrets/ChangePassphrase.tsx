import { useState } from 'react'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { SecretField } from '../../../ui/form/SecretField'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { isUsable, noPassphrase, PassphraseFields } from './PassphraseFields'
import { t } from '../../../i18n/t'

export interface ChangePassphraseProps {
  /** There is a passphrase already, and the person must enter it. */
  readonly has: boolean
  readonly onDone: () => void
}

/** Seals all secrets with a new passphrase. The old passphrase or the keychain then no longer opens the vault. */
export function ChangePassphrase({ has, onDone }: ChangePassphraseProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState(noPassphrase)
  const { busy, failed, run } = useAsyncAction()
  const save = async (): Promise<void> => {
    if (has) await callHost('secrets.changePassphrase', { current, next: next.once })
    else await callHost('secrets.choose', { kept: 'passphrase', passphrase: next.once })
    onDone()
  }
  return (
    <form
      className="grid gap-2 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        run(save)
      }}
    >
      {has && (
        <Field layout="stack" label={t('secrets.passphraseNow')}>
          {(control) => <SecretField {...control} autoFocus value={current} onValue={setCurrent} />}
        </Field>
      )}
      <PassphraseFields label={t('secrets.passphraseNew')} autoFocus={!has} value={next} onValue={setNext} />
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex justify-end gap-2">
        <Button look="bare" onClick={onDone}>
          {t('settings.cancel')}
        </Button>
        <Button look="ink" type="submit" busy={busy} disabled={!isUsable(next) || (has && current === '')}>
          {t(has ? 'secrets.changeIt' : 'secrets.useIt')}
        </Button>
      </div>
    </form>
  )
}
