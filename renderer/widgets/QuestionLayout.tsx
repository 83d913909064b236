import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useCallback, useEffect, useId, useRef, type ReactNode } from 'react'
import { Text } from '../messages/Text'
import { t } from '../messages/t'
import { Facts } from '../ui/Facts'
import { Button } from '../ui/Button'
import { DialogContent } from '../ui/DialogContent'
import { IconButton } from '../ui/IconButton'
import { Kbd } from '../ui/Kbd'
import { Logo } from '../ui/Logo'
import { Tile } from '../ui/Tile'
import { useClickGuard } from '../ui/hooks/useClickGuard'
import { useSteadyHeight } from '../ui/hooks/useSteadyHeight'
import { useRequiredReading } from '../ui/hooks/useRequiredReading'

export interface QuestionLayoutProps {
  /** Changes whenever another question, or another content, stands in the frame: the answers wait again. */
  readonly contentKey: string
  /** What kind of question it is: "Approval". */
  readonly kind: string
  /** The title of the conversation it belongs to. */
  readonly conversation?: string
  /** What it is for, or a part of, where it belongs to no conversation: "Notion". */
  readonly subject?: string
  readonly subjectIs?: 'for' | 'of'
  /** How many more wait. */
  readonly waiting: number
  readonly onPrevious?: () => void
  readonly onNext?: () => void
  readonly server: string
  /** One sentence; its text is the dialog's name. */
  readonly title: ReactNode
  /** Who and where, under the title. */
  readonly who: ReactNode
  /** QuestionRows. */
  readonly children: ReactNode
  /**
   * Refusing answers left, allowing ones right. Buttons of size `action` that take `arming`. `unseen` is what was not shown whole yet: as long
   * nothing is allowed.
   */
  readonly foot: (arming: boolean, unseen: string | undefined) => ReactNode
  /** Left out where nothing is left to answer. */
  readonly onLater?: (() => void) | undefined
  /** Escape, where it is not Later. Where it answers, it waits like the other answers. */
  readonly onEscape?: ((arming: boolean) => void) | undefined
  /** Out of sight while a folder is chosen. */
  readonly aside?: boolean
}

/**
 * One frame for everything that asks. Nothing in it can be pressed for 500 ms after it appears, changes or moves, and its foot stays where it
 * is while the body changes.
 */
export function QuestionLayout(props: QuestionLayoutProps) {
  const {
    contentKey,
    kind,
    conversation,
    subject,
    subjectIs = 'for',
    waiting,
    onPrevious,
    onNext,
    server,
    title,
    who,
    children,
    foot,
    onLater,
    onEscape,
    aside = false,
  } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const whoId = useId()
  const { box, armed } = useClickGuard(contentKey)
  const { box: steadyBox, foot: steadyFoot } = useSteadyHeight(contentKey)
  const { body, unseen } = useRequiredReading()
  const setBox = useCallback(
    (element: HTMLElement | null) => {
      box(element)
      steadyBox(element)
    },
    [box, steadyBox],
  )
  useEffect(() => heading.current?.focus(), [contentKey])
  return (
    <DialogContent
      box={setBox}
      heading={heading}
      describedBy={whoId}
      onEscape={() => (onEscape ? onEscape(!armed) : onLater?.())}
      aside={aside}
      className="w-dialog grid-rows-[auto_auto_minmax(0,1fr)_auto]"
    >
      {/* Read last, shown first: Later comes after the answers in the order of the focus. */}
      <div className="order-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 px-6 pt-5 pb-4">
        <Tile name={server} size={36} />
        <div className="min-w-0">
          <Radix.Title
            ref={heading}
            tabIndex={-1}
            data-quiet-focus
            className="breakable text-20 font-title tracking-(--track-title) [&_code]:text-[0.94em]"
          >
            {title}
          </Radix.Title>
          <Facts id={whoId}>{who}</Facts>
        </div>
      </div>
      {/* It scrolls, so it takes the focus: the arrow keys and Page Down reach all of it. */}
      <div
        ref={body}
        data-body
        role="group"
        aria-label={t('questions.whatIsAsked')}
        tabIndex={0}
        className="order-3 overflow-y-auto border-t border-line -outline-offset-2 *:border-b *:border-line *:last:border-b-0"
      >
        {children}
      </div>
      <div
        data-foot
        {...steadyFoot}
        className="order-4 flex items-center gap-2 border-t border-line bg-raised px-6 pt-3 max-medium:flex-col-reverse max-medium:items-stretch pb-[0.8125rem]"
      >
        {foot(!armed, unseen)}
        <span role="status" className="sr-only">
          {armed ? '' : t('questions.inAMoment')}
        </span>
      </div>
      <div className="order-1 flex h-[2.375rem] items-center gap-2 border-b border-line bg-frame pe-[0.4375rem] ps-4 text-12 text-text-2">
        <Logo size={14} />
        <span className="shrink-0 font-title text-text">{kind}</span>
        {conversation !== undefined && <Place id="questions.in" name={conversation} />}
        {conversation === undefined && subject !== undefined && (
          <Place id={subjectIs === 'of' ? 'questions.of' : 'questions.for'} name={subject} />
        )}
        <span className="grow" />
        {waiting > 0 && <span className="num shrink-0">{t('questions.moreWaiting', { count: waiting })}</span>}
        {onPrevious && (
          <IconButton
            size="small"
            label={t('questions.previous')}
            keys="Ctrl ["
            icon={<ChevronLeft size={14} className="rtl:-scale-x-100" aria-hidden="true" />}
            onClick={onPrevious}
          />
        )}
        {onNext && (
          <IconButton
            size="small"
            label={t('questions.next')}
            keys="Ctrl ]"
            icon={<ChevronRight size={14} className="rtl:-scale-x-100" aria-hidden="true" />}
            onClick={onNext}
          />
        )}
        {onLater && (
          <Button look="bare" size="small" onClick={onLater}>
            {t('questions.later')}
            {!onEscape && (
              <span aria-hidden="true">
                <Kbd keys="Esc" bare />
              </span>
            )}
          </Button>
        )}
      </div>
    </DialogContent>
  )
}

/** Where a question belongs: "in Release 2.4". */
function Place({ id, name }: { readonly id: 'questions.in' | 'questions.of' | 'questions.for'; readonly name: string }) {
  return (
    <span className="flex min-w-0 gap-2 whitespace-nowrap">
      <Text
        id={id}
        components={{
          name: (
            <span translate="no" className="cut">
              {name}
            </span>
          ),
        }}
      />
    </span>
  )
}
