import type { ReactNode } from 'react'
import { classNames } from '../classNames'
import { SafeText } from '../SafeText'

export interface OptionLabelProps {
  /** The id of its control. `${id}-help` describes the control. */
  readonly id: string
  readonly label: ReactNode
  /** The label comes from a server. */
  readonly said: boolean
  /** The label is data, such as the name of an argument. */
  readonly data?: boolean
  readonly help: ReactNode
  readonly disabled: boolean
}

/** The text beside a Checkbox or RadioOption: its label, and help for the choice. */
export function OptionLabel({ id, label, said, data = false, help, disabled }: OptionLabelProps) {
  return (
    <span className="grid min-w-0">
      <label
        htmlFor={id}
        {...((said || data) && { translate: 'no' })}
        className={classNames(
          'breakable',
          said && 'quote text-14 leading-5 text-quote-text',
          data && 'mono text-12 leading-5',
          disabled && 'text-text-3',
        )}
      >
        {data && typeof label === 'string' ? <SafeText text={label} /> : label}
      </label>
      {help !== undefined && (
        <span id={`${id}-help`} className="breakable text-12 text-text-3">
          {help}
        </span>
      )}
    </span>
  )
}
