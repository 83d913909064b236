import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { classNames } from './classNames'
import { dialogOverlay } from './dialogOverlay'
import { useFocusReturn } from './hooks/useFocusReturn'

export interface DialogContentProps {
  /** For useClickGuard. */
  readonly box: (element: HTMLElement | null) => void
  /** Its Radix.Title, where the focus starts. */
  readonly heading: RefObject<HTMLElement | null>
  /** A click beside the box does nothing: what was typed is not lost by a slip. */
  readonly onEscape: () => void
  /** The id of what says more than its title: read out with it. */
  readonly describedBy?: string
  /** Out of sight while another one stands in its place. */
  readonly aside: boolean
  /** Its width and rows. */
  readonly className: string
  readonly children: ReactNode
}

/** The place, look and behaviour that every dialog shares: it hangs from the window's top bar, never moves sideways, and keeps the focus until it gives it back. */
export function DialogContent({ box, heading, onEscape, describedBy, aside, className, children }: DialogContentProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onEscape()}>
      <Radix.Portal>
        {/* Not Radix' overlay: it keeps the page from scrolling, which ours never does, by a style that makes the browser lay out everything anew. */}
        <div aria-hidden="true" className={classNames(dialogOverlay, aside && 'invisible')} />
        <Radix.Content
          ref={box}
          aria-describedby={describedBy}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focus.opened(event)
            heading.current?.focus()
          }}
          onCloseAutoFocus={focus.closed}
          className={classNames(
            'appearing fixed top-bar left-1/2 z-(--z-question) grid grid-cols-[minmax(0,1fr)] max-h-[calc(100%-2*var(--h-bar))] max-w-[calc(100%-2rem)] -translate-x-1/2 overflow-hidden rounded-4 bg-raised shadow-dialog outline-none',
            className,
            aside && 'invisible',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
