import { Check as Tick } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { OptionLabel } from './OptionLabel'

export interface CheckboxProps {
  /** Its accessible name. */
  readonly label: string
  readonly checked: boolean
  readonly onChecked: (checked: boolean) => void
  /** The label comes from a server. */
  readonly said?: boolean
  /** The label is data, such as the name of an argument. */
  readonly data?: boolean
  /** Hides the label when other text beside the checkbox shows it. */
  readonly labelHidden?: boolean
  /** Below the label. Also gives the reason when the checkbox is disabled. */
  readonly help?: ReactNode
  readonly disabled?: boolean
}

/** On or off, as part of input that is sent later. A Switch takes effect at once. */
export function Checkbox({
  label,
  checked,
  onChecked,
  said = false,
  data = false,
  labelHidden = false,
  help,
  disabled = false,
}: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <span {...((said || data) && { translate: 'no' })} className="relative mt-0.5 inline-grid size-4 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChecked(event.currentTarget.checked)}
          {...(labelHidden && { 'aria-label': label })}
          {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
          className="size-4 appearance-none rounded-1 border border-line-control bg-raised checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        {checked && <Tick size={12} strokeWidth={3} aria-hidden="true" className="pointer-events-none absolute text-on-accent" />}
      </span>
      {!labelHidden && <OptionLabel id={id} label={label} said={said} data={data} help={help} disabled={disabled} />}
    </div>
  )
}
