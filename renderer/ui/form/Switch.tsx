import { Switch as Radix } from 'radix-ui'
import { classNames } from '../classNames'

export interface SwitchProps {
  /** Its accessible name. The visible label is beside it. */
  readonly label: string
  /** The label is a name, such as that of a tool. */
  readonly data?: boolean
  readonly checked: boolean
  readonly onChecked: (checked: boolean) => void
  /** Show the reason beside it. */
  readonly disabled?: boolean
  readonly className?: string
}

/** On or off, with immediate effect. */
export function Switch({ label, data = false, checked, onChecked, disabled = false, className }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      {...(data && { translate: 'no' })}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChecked}
      className={classNames(
        'flex h-[1.0625rem] w-7 shrink-0 rounded-full p-0.5 transition-colors duration-(--d-instant) disabled:opacity-55',
        checked ? 'justify-end bg-accent' : 'bg-line-control',
        className,
      )}
    >
      <Radix.Thumb className="size-[0.8125rem] rounded-full bg-[light-dark(#fff,oklch(0.16_0.006_250))]" />
    </Radix.Root>
  )
}
