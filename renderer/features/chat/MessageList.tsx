import { ArrowDown } from 'lucide-react'
import { Fragment, useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { t } from '../../i18n/t'
import type { Call, Conversation } from '../../../shared/domain/chat'
import type { CallId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { startPick } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { AssistantMessage } from './AssistantMessage'
import { useSearchHighlights } from './find/useSearchHighlights'
import { isRunning } from './turnState'
import { useAutoScroll } from './useAutoScroll'
import { useReadingPlaceOf } from './useReadingPlaceOf'
import { showChatError } from './chatErrors'
import { QuoteButton } from './quote/QuoteButton'
import { SummaryBlock } from './summaries/SummaryBlock'
import { useSummaryInUse } from './summaries/useSummaryInUse'
import { UserMessage } from './UserMessage'

/** Enough for the tallest window in most conversations. Others get more once these are painted. */
const MESSAGES_AT_FIRST = 16
const MORE_MESSAGES = 60

export interface MessageListProps {
  readonly conversation: Conversation
  readonly onReview: (callId: CallId) => void
}

/** The conversation as a log. It follows new text until the person scrolls up. It shows older messages when the person reaches them. */
export function MessageList({ conversation, onReview }: MessageListProps) {
  const { id, messages, summaries } = conversation
  const inUse = useSummaryInUse(conversation)
  const { box, following, jump, leaveEnd } = useAutoScroll(messages)
  const [shown, setShown] = useState(MESSAGES_AT_FIRST)
  const showMore = useCallback(() => {
    // The browser keeps what is in view in its place only where something is scrolled away above it.
    if (box.current?.scrollTop === 0) box.current.scrollTo({ top: 1 })
    setShown((count) => count + MORE_MESSAGES)
  }, [box])
  const showAtLeast = useCallback((count: number) => setShown((before) => Math.max(before, count)), [])
  useSearchHighlights({ conversation, box, showAtLeast, onLeaveEnd: leaveEnd })
  useReadingPlaceOf({ conversation, box, following, showAtLeast, onLeaveEnd: leaveEnd })
  const running = isRunning(conversation)
  const runAgain = useCallback(
    ({ serverId, tool, state, approved, asked, definitionHash }: Call) => {
      const args = approved ?? asked
      // The same arguments would mostly fail the same way: the person can correct them first. And those of an imported call are a stranger's.
      if (state === 'failed' || definitionHash === '') return startPick({ kind: 'tool', serverId, name: tool, arguments: args })
      callHost('chat.runTool', { conversationId: id, serverId, tool, arguments: args }).catch(showChatError(id))
    },
    [id],
  )
  const visible = messages.slice(-shown)
  return (
    <div className="group relative min-h-0 grow">
      {/* A log can take the focus, so that the keyboard can scroll it. At the end the browser does not hold on to what is in view: that looks as if the person scrolled. */}
      <div
        ref={box}
        role="log"
        aria-label={t('chat.conversation')}
        tabIndex={0}
        className={`h-full overflow-y-auto pt-5 -outline-offset-2 ${following ? '[overflow-anchor:none]' : ''}`}
      >
        <div className="mx-auto grid w-full max-w-[calc(var(--w-measure)+3rem)] grid-cols-[minmax(0,1fr)] px-4 medium:px-6">
          {visible.length < messages.length && <Earlier box={box} onNear={showMore} />}
          {visible.map((message) => (
            <Fragment key={message.id}>
              {message.role === 'user' ? (
                <UserMessage conversationId={id} message={message} running={running} />
              ) : (
                <AssistantMessage
                  conversationId={id}
                  message={message}
                  last={message === messages.at(-1)}
                  question={message === messages.at(-1) ? messages.findLast(({ id: before }) => before === message.parent) : undefined}
                  running={running}
                  onReview={onReview}
                  {...(!running && { onRunAgain: runAgain })}
                />
              )}
              {summaries?.map(
                (summary) =>
                  summary.through === message.id && (
                    <SummaryBlock key={summary.through} conversationId={id} summary={summary} inUse={inUse} />
                  ),
              )}
            </Fragment>
          ))}
        </div>
      </div>
      <QuoteButton list={box} />
      {!following && (
        // Nothing covers a question: where the answers of a card are in view, it is away.
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center group-has-[[data-approval-card][data-in-view]]:hidden">
          <Button className="pointer-events-auto shadow-menu" onClick={jump}>
            <ArrowDown size={14} strokeWidth={1.75} aria-hidden="true" />
            {t('chat.jumpToLatest')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A marker before the oldest shown message. When it comes near, the list shows more. The browser keeps the visible text in place. */
function Earlier({ box, onNear }: { readonly box: RefObject<HTMLDivElement | null>; readonly onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onNear(), {
      root: box.current,
      rootMargin: '600px 0px 0px 0px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  })
  return (
    <div ref={mark} className="flex justify-center pb-4">
      <Button size="small" look="bare" onClick={onNear}>
        {t('chat.showEarlier')}
      </Button>
    </div>
  )
}
