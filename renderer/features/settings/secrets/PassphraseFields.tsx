import { Field } from '../../../ui/form/Field'
import { SecretField } from '../../../ui/form/SecretField'
import { t } from '../../../i18n/t'

/** A new passphrase, typed twice. */
export interface NewPassphrase {
  readonly once: string
  readonly again: string
}

export const noPassphrase: NewPassphrase = { once: '', again: '' }
const SHORTEST = 8

/** Pure: whether the passphrase can be used. */
export function isUsable({ once, again }: NewPassphrase): boolean {
  return once.length >= SHORTEST && once === again
}

export interface PassphraseFieldsProps {
  readonly label?: string
  readonly value: NewPassphrase
  readonly autoFocus?: boolean
  readonly onValue: (value: NewPassphrase) => void
}

/** Takes a new passphrase. Nobody can look it up later, so the person types it twice. */
export function PassphraseFields({ label = t('secrets.passphrase'), value, autoFocus = false, onValue }: PassphraseFieldsProps) {
  const differs = value.again !== '' && !value.once.startsWith(value.again)
  return (
    <div className="grid gap-2">
      <Field layout="stack" label={label} help={t('secrets.passphraseHelp', { least: SHORTEST })}>
        {(control) => <SecretField {...control} autoFocus={autoFocus} value={value.once} onValue={(once) => onValue({ ...value, once })} />}
      </Field>
      <Field layout="stack" label={t('secrets.again')} error={differs ? t('secrets.differs') : undefined}>
        {(control) => <SecretField {...control} value={value.again} onValue={(again) => onValue({ ...value, again })} />}
      </Field>
    </div>
  )
}
