import { useState } from 'react'
import type { ArgumentCondition } from '../../shared/domain/rule'
import { numberAsTyped } from '../../shared/i18n/numberAsTyped'
import { readNumber } from '../../shared/i18n/readNumber'
import { translator } from '../i18n/t'
import { NumberField } from '../ui/form/NumberField'
import { SelectField } from '../ui/form/SelectField'
import { TextField } from '../ui/form/TextField'

type ConditionValueOf = ArgumentCondition['value']

export interface ConditionValueFieldProps {
  /** Its accessible name: "Value of priority". */
  readonly label: string
  readonly test: ArgumentCondition['test']
  /** Undefined while the field has no valid value. */
  readonly value: ConditionValueOf | undefined
  readonly onValue: (value: ConditionValueOf | undefined) => void
  /** The possible values that the call provides: a folder and those above it. */
  readonly choices?: readonly ConditionValueOf[]
  /** The type of the argument, when the value does not show it yet. */
  readonly holds?: 'text' | 'number' | 'boolean'
}

/** The value that an argument is compared with. Numbers have number fields, and values from a list are selected. */
export function ConditionValueField({ label, test, value, onValue, choices = [], holds = holdsOf(value) }: ConditionValueFieldProps) {
  if (choices.length > 1 || holds === 'boolean' || value === null) {
    const options = holds === 'boolean' ? [true, false] : value === null ? [null] : choices
    return (
      <SelectField
        label={label}
        height="small"
        className="mono w-full"
        value={value === undefined ? undefined : JSON.stringify(value)}
        onValue={(text) => onValue(options.find((option) => JSON.stringify(option) === text))}
        options={options.map((option) => ({ value: JSON.stringify(option), label: String(option) }))}
      />
    )
  }
  if (test === 'atLeast' || test === 'atMost' || holds === 'number') {
    return <NumberValue label={label} value={value} onValue={onValue} />
  }
  return (
    <TextField
      aria-label={label}
      mono
      height="small"
      value={typeof value === 'string' ? value : ''}
      maxLength={4096}
      onValue={(text) => onValue(text === '' && test !== 'is' ? undefined : text)}
    />
  )
}

function holdsOf(value: ConditionValueOf | undefined): 'text' | 'number' | 'boolean' {
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
}

/** Keeps the typed text, and reports it when it is a number. */
function NumberValue({ label, value, onValue }: Pick<ConditionValueFieldProps, 'label' | 'value' | 'onValue'>) {
  const { locale } = translator()
  const [text, setText] = useState(typeof value === 'number' ? numberAsTyped(value, locale) : '')
  return (
    <NumberField
      aria-label={label}
      aria-invalid={readNumber(text, locale) === undefined}
      height="small"
      value={text}
      onValue={(next) => {
        setText(next)
        onValue(readNumber(next, locale))
      }}
    />
  )
}
