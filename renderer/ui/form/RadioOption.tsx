import { RadioGroup as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { OptionLabel } from './OptionLabel'

export interface RadioOptionProps {
  readonly value: string
  /** Its text is the option's accessible name. */
  readonly label: ReactNode
  /** The label comes from a server. */
  readonly said?: boolean
  readonly help?: ReactNode
  readonly disabled?: boolean
}

/** One option of a RadioGroup. */
export function RadioOption({ value, label, said = false, help, disabled = false }: RadioOptionProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <Radix.Item
        id={id}
        value={value}
        disabled={disabled}
        {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
        className="mt-0.5 size-4 shrink-0 rounded-full border border-line-control bg-raised disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:inset-ring-[3.5px] data-[state=checked]:inset-ring-accent"
      />
      <OptionLabel id={id} label={label} said={said} help={help} disabled={disabled} />
    </div>
  )
}
