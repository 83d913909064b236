import { useState } from 'react'
import type { ArgumentCondition } from '../../shared/domain/rule'
import { NumberField } from '../ui/form/NumberField'
import { SelectField } from '../ui/form/SelectField'
import { TextField } from '../ui/form/TextField'

type ConditionValueOf = ArgumentCondition['value']

export interface ConditionValueProps {
  /** Its name: "Value of priority". */
  readonly label: string
  readonly test: ArgumentCondition['test']
  /** Undefined while what stands in the field is none. */
  readonly value: ConditionValueOf | undefined
  readonly onValue: (value: ConditionValueOf | undefined) => void
  /** What can be chosen, where the call says it: a folder and those above it. */
  readonly choices?: readonly ConditionValueOf[]
  /** What the argument holds, where the value does not say it yet. */
  readonly holds?: 'text' | 'number' | 'boolean'
}

/** What an argument is compared with. Numbers are typed as numbers, and everything that is a choice is chosen. */
export function ConditionValue({ label, test, value, onValue, choices = [], holds = holdsOf(value) }: ConditionValueProps) {
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

/** Keeps what is typed, and tells of it once it is a number. */
function NumberValue({ label, value, onValue }: Pick<ConditionValueProps, 'label' | 'value' | 'onValue'>) {
  const [text, setText] = useState(typeof value === 'number' ? String(value) : '')
  return (
    <NumberField
      aria-label={label}
      aria-invalid={readNumber(text) === undefined}
      height="small"
      value={text}
      onValue={(next) => {
        setText(next)
        onValue(readNumber(next))
      }}
    />
  )
}

function readNumber(text: string): number | undefined {
  const number = Number(text.trim())
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}
