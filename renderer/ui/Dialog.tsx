import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode, type RefObject } from 'react'
import { DialogContent } from './DialogContent'
import { useClickGuard } from './hooks/useClickGuard'
import { useRequiredReading } from './hooks/useRequiredReading'

export interface DialogProps {
  readonly title: string
  /** Below the title: what the dialog is about. */
  readonly note?: ReactNode
  /** Content to the right of the title. */
  readonly end?: ReactNode
  /**
   * Refusing answers and Cancel come first, allowing answers last. A function when a Button inside needs `arming`, or may not be pressed
   * before all was on the screen: `unseen` names the content that has not been shown to its end.
   */
  readonly foot: ReactNode | ((arming: boolean, unseen: string | undefined) => ReactNode)
  /** Changes whenever the foot would act on something else. */
  readonly contentKey?: string
  readonly children: ReactNode
  /** Called on Escape. */
  readonly onClose: () => void
  /** Hides the dialog while another one takes its place. */
  readonly aside?: boolean
  readonly width?: 'usual' | 'narrow' | 'window'
  /** The field that the person opened it to fill in: what is pasted at once goes there. Absent: the title takes the first focus. */
  readonly firstField?: RefObject<HTMLElement | null> | undefined
}

const widths = { usual: 'w-dialog', narrow: 'w-120', window: 'w-[calc(100%-2rem)]' } as const

/** A dialog that a person opened. Questions use QuestionDialogLayout. It is open while it is rendered. */
export function Dialog({
  title,
  note,
  end,
  foot,
  contentKey = '',
  children,
  onClose,
  aside = false,
  width = 'usual',
  firstField,
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { box, armed } = useClickGuard(`${title} ${contentKey}`)
  const { body, unseen } = useRequiredReading()
  return (
    <DialogContent
      box={box}
      firstFocus={firstField ?? heading}
      onEscape={onClose}
      aside={aside}
      className={`grid-rows-[auto_minmax(0,1fr)_auto] ${widths[width]}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 pt-5 pb-3.5">
        <Radix.Title ref={heading} tabIndex={-1} data-quiet-focus className="breakable grow text-20 font-title tracking-(--track-title)">
          {title}
        </Radix.Title>
        {end}
        {note !== undefined && <p className="breakable -mt-1 w-full text-12 text-text-2">{note}</p>}
      </div>
      <div ref={body} className="overflow-y-auto border-t border-line">
        {children}
      </div>
      <div
        data-foot
        className="flex items-center gap-2 border-t border-line px-6 pt-3 max-medium:flex-col-reverse max-medium:items-stretch pb-[0.8125rem]"
      >
        {typeof foot === 'function' ? foot(!armed, unseen) : foot}
      </div>
    </DialogContent>
  )
}
