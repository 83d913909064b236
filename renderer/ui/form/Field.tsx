import { TriangleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '../classNames'

/** What the control inside a Field must carry, so that its label, help and error belong to it. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
  readonly 'aria-required'?: true
}

export interface FieldProps {
  /** Exactly the control's name. */
  readonly label: string
  /** `row`: label column of 116 px; `stack`: label above, for forms of servers. */
  readonly layout?: 'row' | 'stack'
  /** The label is a server's: set in its serif. */
  readonly said?: boolean
  /** The label is data, such as the name of an argument: set in mono, with the note below it. */
  readonly data?: boolean
  /** What Parley adds beside the label, such as "required" or "0 to 100". Never part of the label itself. */
  readonly note?: string
  /** Under the control, in Parley's words. */
  readonly help?: ReactNode
  /** Under the control, in a server's words; the caller wraps it in ServerQuoteLine or SafeText. */
  readonly description?: ReactNode
  /** A sentence that says how to mend it. Set it when the field is left, never while somebody types. */
  readonly error?: string | undefined
  readonly required?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** A label, a control, and what belongs to both. */
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
    <div className={layout === 'row' ? 'grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]' : 'grid gap-1'}>
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
      <div className="grid gap-1">
        {description !== undefined && <div id={parts.description}>{description}</div>}
        {children({
          id,
          ...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') }),
          ...(error !== undefined && { 'aria-invalid': true }),
          ...(required && { 'aria-required': true }),
        })}
        {error !== undefined && (
          <div id={parts.error} className="flex items-start gap-[0.3125rem] text-12 text-danger-text">
            <TriangleAlert size={13} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span className="breakable">{error}</span>
          </div>
        )}
        {help !== undefined && (
          <div id={parts.help} className="breakable text-12 text-text-3">
            {help}
          </div>
        )}
      </div>
    </div>
  )
}
