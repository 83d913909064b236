import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { classNames } from './classNames'
import { dialogOverlay } from './dialogOverlay'
import { useFocusReturn } from './hooks/useFocusReturn'

export interface DialogContentProps {
  /** The ref of useClickGuard. */
  readonly box: (element: HTMLElement | null) => void
  /** What takes the first focus: the dialog's Radix.Title, or the field that the person opened it to fill in. */
  readonly firstFocus: RefObject<HTMLElement | null>
  /** Called on Escape. A click outside the box does nothing, so that a slip loses no input. */
  readonly onEscape: () => void
  /** The id of an element that describes the dialog further. Screen readers read it with the title. */
  readonly describedBy?: string
  /** Hides the dialog while another one takes its place. */
  readonly aside: boolean
  /** Classes for its width and rows. */
  readonly className: string
  readonly children: ReactNode
}

/**
 * The shared position, look and behaviour of every dialog. It hangs from the window's top bar, or just below the window's edge where it is low for the size of its text, never moves sideways, and keeps the focus
 * until it returns it.
 */
export function DialogContent({ box, firstFocus, onEscape, describedBy, aside, className, children }: DialogContentProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onEscape()}>
      <Radix.Portal>
        {/* This is not Radix's overlay. That one blocks the page's scrolling, which ours never does, with a style that forces a new layout
            of everything. */}
        <div aria-hidden="true" className={classNames(dialogOverlay, aside && 'invisible')} />
        <Radix.Content
          ref={box}
          aria-describedby={describedBy}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focus.opened(event)
            firstFocus.current?.focus()
          }}
          onCloseAutoFocus={focus.closed}
          className={classNames(
            'appearing fixed top-(--h-dialog-gap) left-1/2 z-(--z-question) grid grid-cols-[minmax(0,1fr)] max-h-[calc(100%-2*var(--h-dialog-gap))] max-w-[calc(100%-2rem)] -translate-x-1/2 overflow-hidden rounded-4 bg-raised shadow-dialog outline-none',
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
