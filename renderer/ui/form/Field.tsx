import { useId, type ReactNode } from 'react'
import { classNames } from '../classNames'
import { FieldError } from './FieldError'

/** The attributes of the control inside a Field. They connect it with its label, help and error. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
  readonly 'aria-required'?: true
}

export interface FieldProps {
  /** Exactly the control's accessible name. */
  readonly label: string
  /** `row`: label column of 116 px. `stack`: label above, for forms of servers. */
  readonly layout?: 'row' | 'stack'
  /** The label comes from a server and uses its serif typeface. */
  readonly said?: boolean
  /** The label is data, such as the name of an argument. It uses the mono typeface, with the note below it. */
  readonly data?: boolean
  /** Parley's addition beside the label, such as "required" or "0 to 100". Never part of the label itself. */
  readonly note?: string
  /** Below the control, in Parley's words. */
  readonly help?: ReactNode
  /** Below the control, in a server's words. The caller wraps it in ServerQuoteLine or SafeText. */
  readonly description?: ReactNode
  /** A sentence that says how to correct the input. Set it when the person leaves the field, never while they type. */
  readonly error?: ReactNode
  readonly required?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** A label and a control, with their help and error. */
export function Field({
  label,
  layout = 'row',
  said = false,
  data = false,
  note,
  help,
  description,
  error,
  required = false,
  children,
}: FieldProps) {
  const id = useId()
  const parts = { note: `${id}-note`, description: `${id}-description`, help: `${id}-help`, error: `${id}-error` }
  const describedBy = [
    note !== undefined && parts.note,
    description !== undefined && parts.description,
    help !== undefined && parts.help,
    error !== undefined && parts.error,
  ].filter((part) => part !== false)
  return (
    <div
      className={
        layout === 'row'
          ? 'grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]'
          : 'grid grid-cols-[minmax(0,1fr)] gap-1'
      }
    >
      <div className={classNames('flex flex-wrap items-baseline gap-x-1.5', layout === 'row' && 'medium:pt-[0.4375rem]')}>
        <label
          htmlFor={id}
          {...((said || data) && { translate: 'no' })}
          className={classNames(
            'breakable',
            said
              ? 'quote text-14 leading-5 font-title text-quote-text'
              : data
                ? 'w-full font-code text-12'
                : 'text-12 leading-5 text-text-3',
          )}
        >
          {label}
        </label>
        {note !== undefined && (
          <span id={parts.note} className={data ? 'text-11 text-text-3' : 'text-12 text-text-2'}>
            {note}
          </span>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {description !== undefined && <div id={parts.description}>{description}</div>}
        {children({
          id,
          ...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') }),
          ...(error !== undefined && { 'aria-invalid': true }),
          ...(required && { 'aria-required': true }),
        })}
        {error !== undefined && <FieldError id={parts.error}>{error}</FieldError>}
        {help !== undefined && (
          <div id={parts.help} className="breakable text-12 text-text-3">
            {help}
          </div>
        )}
      </div>
    </div>
  )
}
