import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
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
  /** Told whenever what is typed begins or ceases to be a value that no model takes, and so is not saved. */
  readonly onUnfit?: (parameter: NumericParameter, isUnfit: boolean) => void
  /** The person is about to leave it behind: one that is not saved says so, and takes the focus. */
  readonly isLeaving?: boolean
  /** Below it: where its value comes from. */
  readonly children?: ReactNode
}

/** One number that is asked of a model. It is saved when the person leaves it; empty means as it is inherited. */
export function ParameterField({ parameter, value, placeholder, onValue, onUnfit, isLeaving = false, children }: ParameterFieldProps) {
  const { locale } = translator()
  const saved = value === undefined ? '' : numberAsTyped(value, locale)
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { least, most, whole } = numericParameters[parameter]
  const read = (text: string): number | null | undefined => {
    if (text.trim() === '') return null
    const number = readNumber(text, locale)
    return number !== undefined && number >= least && number <= most && (!whole || Number.isInteger(number)) ? number : undefined
  }
  const isUnfit = typed !== undefined && read(typed) === undefined
  const save = (): void => {
    if (typed === undefined || typed === saved) return
    const number = read(typed)
    setLeft(number === undefined)
    if (number === undefined) return
    onValue(number)
    setTyped(undefined)
  }
  // A dialog that is closed by a key takes the field away without leaving it.
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => latest.current(), [])
  const tell = useEffectEvent((now: boolean) => onUnfit?.(parameter, now))
  useEffect(() => {
    tell(isUnfit)
    return () => tell(false)
  }, [isUnfit])
  useEffect(() => {
    if (isLeaving && isUnfit) field.current?.focus()
  }, [isLeaving, isUnfit])
  const range = t(`projects.parameter.${parameter}.wrong`, { least, most })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <Field
        layout="stack"
        label={t(`projects.parameter.${parameter}`)}
        error={isUnfit && isLeaving ? `${range} ${t('projects.parameter.notSaved')}` : left && isUnfit ? range : undefined}
      >
        {(control) => (
          <NumberField
            {...control}
            ref={field}
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
      {children}
    </div>
  )
}
