import type { ReactNode } from 'react'
import { cx } from './cx'

export interface OptionLabelProps {
  /** Of its control; `${id}-help` describes it. */
  readonly id: string
  readonly label: string
  /** The label is a server's. */
  readonly said: boolean
  readonly help: ReactNode
  readonly disabled: boolean
}

/** What stands beside a Check or RadioOption: its name, and what helps to choose it. */
export function OptionLabel({ id, label, said, help, disabled }: OptionLabelProps) {
  return (
    <span className="grid min-w-0">
      <label htmlFor={id} className={cx('breakable', said && 'quote text-14 leading-5 text-quote-text', disabled && 'text-text-3')}>
        {label}
      </label>
      {help !== undefined && (
        <span id={`${id}-help`} className="breakable text-12 text-text-3">
          {help}
        </span>
      )}
    </span>
  )
}
