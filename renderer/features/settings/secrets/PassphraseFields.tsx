import { Field } from '../../../ui/form/Field'
import { SecretField } from '../../../ui/form/SecretField'

/** A new passphrase as it is typed, twice. */
export interface NewPassphrase {
  readonly once: string
  readonly again: string
}

export const noPassphrase: NewPassphrase = { once: '', again: '' }
const SHORTEST = 8

/** Pure: whether it can be used. */
export function isUsable({ once, again }: NewPassphrase): boolean {
  return once.length >= SHORTEST && once === again
}

export interface PassphraseFieldsProps {
  readonly label?: string
  readonly value: NewPassphrase
  readonly autoFocus?: boolean
  readonly onValue: (value: NewPassphrase) => void
}

/** Takes a new passphrase. Nobody can look it up afterwards, so it is typed twice. */
export function PassphraseFields({ label = 'Passphrase', value, autoFocus = false, onValue }: PassphraseFieldsProps) {
  const differs = value.again !== '' && !value.once.startsWith(value.again)
  return (
    <div className="grid gap-2">
      <Field
        layout="stack"
        label={label}
        help={`At least ${SHORTEST} characters; several words are good. Parley cannot tell it to you later.`}
      >
        {(control) => <SecretField {...control} autoFocus={autoFocus} value={value.once} onValue={(once) => onValue({ ...value, once })} />}
      </Field>
      <Field layout="stack" label="The same again" error={differs ? 'This is not the same.' : undefined}>
        {(control) => <SecretField {...control} value={value.again} onValue={(again) => onValue({ ...value, again })} />}
      </Field>
    </div>
  )
}
