import { DropdownMenu as Radix } from 'radix-ui'
import { useRef, type ReactElement, type ReactNode } from 'react'
import { classNames } from './classNames'
import { Kbd } from './Kbd'

export type MenuEntry =
  | {
      readonly kind: 'item'
      readonly label: string
      readonly icon?: ReactNode
      readonly keys?: string
      readonly danger?: boolean
      /** Why the entry is disabled. Shown below its label. */
      readonly disabledReason?: string
      /**
       * The opened content takes the focus. So the action starts after the menu has closed, because the menu would otherwise return the
       * focus.
       */
      readonly takesFocus?: boolean
      readonly onSelect: () => void
    }
  | { readonly kind: 'line' }

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly entries: readonly MenuEntry[]
  readonly align?: 'start' | 'end'
  /** Its button is inside a dialog or the drawer, so it lies over that. */
  readonly inside?: boolean
  /** Opens and closes it from outside. */
  readonly open?: boolean
  readonly onOpen?: (open: boolean) => void
}

/** A menu under a button. */
export function Menu({ trigger, entries, align = 'end', inside = false, open, onOpen }: MenuProps) {
  const afterwards = useRef<() => void>(undefined)
  return (
    <Radix.Root {...(open !== undefined && { open })} {...(onOpen && { onOpenChange: onOpen })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!afterwards.current) return
            event.preventDefault()
            afterwards.current()
            afterwards.current = undefined
          }}
          className={classNames(
            'fading min-w-44 rounded-3 bg-raised p-1 text-13 shadow-menu outline-none',
            inside ? 'z-(--z-inside)' : 'z-(--z-popover)',
          )}
        >
          {entries.map((entry, index) =>
            entry.kind === 'line' ? (
              <Radix.Separator key={index} className="my-1 h-px bg-line" />
            ) : (
              <Radix.Item
                key={entry.label}
                disabled={entry.disabledReason !== undefined}
                onSelect={() => {
                  if (entry.takesFocus === true) afterwards.current = entry.onSelect
                  else entry.onSelect()
                }}
                className={classNames(
                  'flex min-h-row items-center gap-2 rounded-2 px-2 py-[0.1875rem] outline-none data-disabled:text-text-3 data-highlighted:bg-accent-soft',
                  entry.danger === true && 'text-danger-text',
                )}
              >
                {entry.icon}
                <span className="grid grow">
                  {entry.label}
                  {entry.disabledReason !== undefined && <span className="text-12 text-text-3">{entry.disabledReason}</span>}
                </span>
                {entry.keys !== undefined && <Kbd keys={entry.keys} />}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
