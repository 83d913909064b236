import type { AmongCalls } from './cardProps'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useCallback, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import { mainKey } from '../../state/shortcutLabels'
import { Facts } from '../../ui/Facts'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { DialogContent } from '../../ui/DialogContent'
import { IconButton } from '../../ui/IconButton'
import { Kbd } from '../../ui/Kbd'
import { Logo } from '../../ui/Logo'
import { LetterTile } from '../../ui/LetterTile'
import { useClickGuard } from '../../ui/hooks/useClickGuard'
import { useSteadyHeight } from '../../ui/hooks/useSteadyHeight'
import { useStickyFoot } from '../../ui/hooks/useStickyFoot'
import { useRequiredReading } from '../../ui/hooks/useRequiredReading'
import { usePrintedKeys } from '../../ui/hooks/usePrintedKeys'

export interface QuestionDialogLayoutProps {
  /** Changes whenever the frame shows another question or other content. The answers are then disabled for a moment. */
  readonly contentKey: string
  /**
   * What of the same question the person chose to see. The frame takes the height of another view at once, so that a shorter one leaves no
   * hole above the foot.
   */
  readonly view?: string
  /** The kind of the question: "Approval". */
  readonly kind: string
  /** The title of its conversation. */
  readonly conversation?: string
  /** The subject when the question belongs to no conversation: "Notion". */
  readonly subject?: string
  readonly subjectIs?: 'for' | 'of'
  /** The number of further waiting questions. */
  readonly waiting: number
  /** Its place among the calls that are asked about at once, where it is shown alone. */
  readonly among?: AmongCalls
  readonly onPrevious?: () => void
  readonly onNext?: () => void
  readonly server: string
  /** All of them, if it is about several. */
  readonly servers?: readonly string[]
  /** One sentence. Its text is the dialog's accessible name. */
  readonly title: ReactNode
  /** Beside the title, and no part of the name. */
  readonly beside?: ReactNode
  /** Who asks and where, below the title. */
  readonly who: ReactNode
  /** QuestionRow elements. `arming`: the answers among them are disabled. */
  readonly children: ReactNode | ((arming: boolean) => ReactNode)
  /**
   * Refusing answers are on the left, allowing ones on the right. The Buttons have the size `action` and take `arming`.
   * `unseen` names the content that has not been shown completely. While it is set, no answer can allow anything.
   */
  readonly foot: (arming: boolean, unseen: string | undefined) => ReactNode
  /** Undefined when there is nothing to answer any more. */
  readonly onLater?: (() => void) | undefined
  /** Called on Escape instead of `onLater`. If it answers the question, it is disabled together with the other answers. */
  readonly onEscape?: ((arming: boolean) => void) | undefined
  /** Hidden while the person chooses a folder. */
  readonly aside?: boolean
}

/**
 * The frame of every question. Nothing in it can be pressed for 500 ms after it appears, changes or moves. Its foot stays in place while
 * the body changes, unless the person opened another view of the question.
 */
export function QuestionDialogLayout(props: QuestionDialogLayoutProps) {
  const {
    contentKey: content,
    view = '',
    kind,
    conversation,
    subject,
    subjectIs = 'for',
    waiting,
    among,
    onPrevious,
    onNext,
    server,
    servers = [server],
    title,
    beside,
    who,
    children,
    foot,
    onLater,
    onEscape,
    aside = false,
  } = props
  const contentKey = `${content} ${view}`
  const heading = useRef<HTMLHeadingElement>(null)
  const whoId = useId()
  const { box, armed } = useClickGuard(contentKey)
  const { box: steadyBox, foot: steadyFoot } = useSteadyHeight(content, view)
  const { box: stickyBox, foot: stickyFoot, sticks } = useStickyFoot()
  const { body, unseen } = useRequiredReading()
  const scrolled = useRef<HTMLElement | null>(null)
  const setBody = useCallback(
    (element: HTMLElement | null) => {
      body(element)
      scrolled.current = element
    },
    [body],
  )
  const setBox = useCallback(
    (element: HTMLElement | null) => {
      box(element)
      steadyBox(element)
      stickyBox(element)
    },
    [box, steadyBox, stickyBox],
  )
  useEffect(() => heading.current?.focus(), [contentKey])
  const printed = usePrintedKeys()
  return (
    <DialogContent
      box={setBox}
      firstFocus={heading}
      describedBy={whoId}
      onEscape={() => (onEscape ? onEscape(!armed) : onLater?.())}
      aside={aside}
      className={classNames('w-dialog grid-rows-[auto_auto_minmax(7rem,1fr)_auto] overflow-y-auto', sticks && 'scroll-pb-36')}
    >
      {/* Visually first, but last in the reading order: the focus reaches Later after the answers. */}
      <div className="order-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 px-6 pt-5 pb-4">
        {servers.length > 1 ? (
          <span className="inline-flex gap-[3px]">
            {servers.slice(0, MOST_TILES).map((name) => (
              <LetterTile key={name} name={name} />
            ))}
          </span>
        ) : (
          <LetterTile name={server} size={36} />
        )}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Radix.Title
              ref={heading}
              tabIndex={-1}
              data-quiet-focus
              onKeyDown={(event) => scrollByKey(event, scrolled.current)}
              className="breakable text-20 font-title tracking-(--track-title) [&_code]:text-[0.94em]"
            >
              {title}
            </Radix.Title>
            {beside}
          </div>
          <Facts id={whoId}>{who}</Facts>
        </div>
      </div>
      {/* It scrolls, so it can take the focus. The arrow keys and Page Down then reach all of it. */}
      <div
        ref={setBody}
        data-body
        role="group"
        aria-label={t('questions.whatIsAsked')}
        tabIndex={0}
        className="order-3 overflow-y-auto border-t border-line -outline-offset-2 *:border-b *:border-line *:last:border-b-0"
      >
        {typeof children === 'function' ? children(!armed) : children}
      </div>
      {/* In a window without room for the head and a piece of the body, the dialog scrolls as a whole. The answers stay on the screen, unless
          they would hide most of what is asked. */}
      <div
        ref={stickyFoot}
        data-foot
        {...steadyFoot}
        className={classNames(
          'order-4 flex items-center gap-2 border-t border-line bg-raised px-6 pt-3 max-medium:flex-col-reverse max-medium:items-stretch pb-[0.8125rem]',
          sticks && 'sticky bottom-0',
        )}
      >
        {foot(!armed, unseen)}
        <span role="status" className="sr-only">
          {armed ? '' : t('questions.inAMoment')}
        </span>
      </div>
      <div className="order-1 flex min-h-[2.375rem] flex-wrap items-center gap-x-2 border-b border-line bg-frame pe-[0.4375rem] ps-4 text-12 text-text-2">
        <Logo size={14} />
        <span className="shrink-0 font-title text-text">{kind}</span>
        {conversation !== undefined && <Place id="questions.in" name={conversation} />}
        {conversation === undefined && subject !== undefined && (
          <Place id={subjectIs === 'of' ? 'questions.of' : 'questions.for'} name={subject} />
        )}
        {among && <span className="num shrink-0">{t('questions.callOf', { position: among.position, count: among.count })}</span>}
        {among?.onBack && (
          <Button look="bare" size="small" onClick={among.onBack}>
            {t('questions.backToAll', { count: among.count })}
          </Button>
        )}
        {waiting > 0 && <span className="num shrink-0">{t('questions.moreWaiting', { count: waiting })}</span>}
        {onPrevious && (
          <IconButton
            size="small"
            label={t('questions.previous')}
            keys={`${mainKey()} ${printed.BracketLeft}`}
            icon={<ChevronLeft size={14} className="rtl:-scale-x-100" aria-hidden="true" />}
            onClick={onPrevious}
          />
        )}
        {onNext && (
          <IconButton
            size="small"
            label={t('questions.next')}
            keys={`${mainKey()} ${printed.BracketRight}`}
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

/** The first focus is on the title, which does not scroll. The keys that scroll move the body from there too. */
function scrollByKey(event: KeyboardEvent<HTMLElement>, body: HTMLElement | null): void {
  if (!body || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const page = body.clientHeight - SCROLL_OVERLAP
  const top = { PageDown: body.scrollTop + page, PageUp: body.scrollTop - page, End: body.scrollHeight, Home: 0 }[event.key]
  const line = { ArrowDown: SCROLL_OVERLAP, ArrowUp: -SCROLL_OVERLAP }[event.key]
  if (top === undefined && line === undefined) return
  event.preventDefault()
  body.scrollTop = top ?? body.scrollTop + (line ?? 0)
}

/** Every server has its name below the title. */
const MOST_TILES = 4

/** How much of the last page stays on the screen, in CSS pixels. */
const SCROLL_OVERLAP = 40

/** Says where a question belongs: "in “Release 2.4”". */
function Place({ id, name }: { readonly id: 'questions.in' | 'questions.of' | 'questions.for'; readonly name: string }) {
  return (
    <span className="flex min-w-0 grow basis-24 whitespace-nowrap">
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
