import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { cx } from './cx'
import { dialogBox, dialogScrim } from './dialogBox'

export interface DialogProps {
  readonly title: string
  /** Right of the title. */
  readonly end?: ReactNode
  /** Refusing answers and Cancel first, allowing ones last. */
  readonly foot: ReactNode
  readonly children: ReactNode
  /** Escape. A click beside the dialog does nothing: what was typed is not lost by a slip. */
  readonly onClose: () => void
  /** Out of sight while another one stands in its place. */
  readonly aside?: boolean
  readonly width?: 'usual' | 'narrow'
}

/** A dialog that a person opened. Questions use QuestionFrame. It is open while it is rendered. */
export function Dialog({ title, end, foot, children, onClose, aside = false, width = 'usual' }: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={cx(dialogScrim, aside && 'invisible')} />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            heading.current?.focus()
          }}
          className={cx(dialogBox, 'grid-rows-[auto_minmax(0,1fr)_auto]', width === 'usual' ? 'w-dialog' : 'w-120', aside && 'invisible')}
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 pt-5 pb-3.5">
            <Radix.Title ref={heading} tabIndex={-1} data-quiet-focus className="grow text-20 font-title tracking-(--track-title)">
              {title}
            </Radix.Title>
            {end}
          </div>
          <div className="overflow-y-auto border-t border-line">{children}</div>
          <div className="flex items-center gap-2 border-t border-line px-6 pt-3 max-medium:flex-col-reverse max-medium:items-stretch pb-[0.8125rem]">
            {foot}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
