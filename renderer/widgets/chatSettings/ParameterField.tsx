import { useEffect, useRef, useState } from 'react'
import { numberAsTyped } from '../../../shared/i18n/numberAsTyped'
import { readNumber } from '../../../shared/i18n/readNumber'
import { t, translator } from '../../i18n/t'
import { Field } from '../../ui/form/Field'
import { NumberField } from '../../ui/form/NumberField'
import { numericParameters, type NumericParameter } from './numericParameters'

export interface ParameterFieldProps {
  readonly parameter: NumericParameter
  /** Undefined: as the model does by itself. */
  readonly value: number | undefined
  /** Says what counts while it is empty. */
  readonly placeholder: string
  /** Null: as it is inherited. */
  readonly onValue: (value: number | null) => void
}

/** One number that is asked of a model. It is saved when the person leaves it; empty means as it is inherited. */
export function ParameterField({ parameter, value, placeholder, onValue }: ParameterFieldProps) {
  const { locale } = translator()
  const saved = value === undefined ? '' : numberAsTyped(value, locale)
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const { least, most, whole } = numericParameters[parameter]
  const save = (): void => {
    if (typed === undefined || typed === saved) return
    const number = readNumber(typed, locale)
    const isEmpty = typed.trim() === ''
    const fits = number !== undefined && number >= least && number <= most && (!whole || Number.isInteger(number))
    setWrong(!isEmpty && !fits)
    if (isEmpty) onValue(null)
    else if (fits) onValue(number)
    else return
    setTyped(undefined)
  }
  // A dialog that is closed by a key takes the field away without leaving it.
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => latest.current(), [])
  return (
    <Field
      layout="stack"
      label={t(`projects.parameter.${parameter}`)}
      error={wrong ? t(`projects.parameter.${parameter}.wrong`, { least, most }) : undefined}
    >
      {(control) => (
        <NumberField
          {...control}
          height="small"
          placeholder={placeholder}
          value={typed ?? saved}
          onValue={setTyped}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
      )}
    </Field>
  )
}
