import { RadioGroup as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../classNames'

export interface RadioGroupProps {
  /** Its accessible name. */
  readonly label: string
  /** The label and the options come from a server. */
  readonly said?: boolean
  readonly value: string
  readonly onValue: (value: string) => void
  /** `line`: the options are next to each other. */
  readonly layout?: 'stack' | 'line'
  readonly className?: string
  readonly children: ReactNode
}

/** A choice of one of a few options, all visible. Contains RadioOptions. */
export function RadioGroup({ label, said = false, value, onValue, layout = 'stack', className, children }: RadioGroupProps) {
  return (
    <Radix.Root
      aria-label={label}
      {...(said && { translate: 'no' })}
      value={value}
      onValueChange={onValue}
      className={classNames(className ?? (layout === 'line' ? 'flex flex-wrap items-center gap-x-5 gap-y-1.5' : 'grid gap-1.5'))}
    >
      {children}
    </Radix.Root>
  )
}
