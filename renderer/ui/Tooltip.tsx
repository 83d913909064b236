import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { Kbd } from './Kbd'

export interface TooltipProps {
  /** Parley's own words. A tooltip never contains a server's text. */
  readonly label: string
  readonly keys?: string
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactElement
}

/** Names the element under the pointer or in focus, and its keyboard shortcut. */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={100}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={document.getElementById('hints')}>
          <Radix.Content
            data-hint
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="fading pointer-events-none z-(--z-inside) flex max-w-80 items-center gap-2 rounded-2 bg-raised px-2 py-1 text-12 text-text shadow-menu"
          >
            {label}
            {keys !== undefined && <Kbd keys={keys} />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
