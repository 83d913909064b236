import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { t } from '../../i18n/t'
import type { Call, Conversation } from '../../../shared/domain/chat'
import type { CallId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { startPick } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { AssistantMessage } from './AssistantMessage'
import { useSearchHighlights } from './find/useSearchHighlights'
import { isRunning } from './turnState'
import { useReadingPlaceOf } from './useReadingPlaceOf'
import { showChatError } from './chatErrors'
import { UserMessage } from './UserMessage'

/** Enough for the tallest window in most conversations. Others get more once these are painted. */
const MESSAGES_AT_FIRST = 16
const MORE_MESSAGES = 60
const NEAR_END_PX = 32

export interface MessageListProps {
  readonly conversation: Conversation
  readonly onReview: (callId: CallId) => void
}

/** The conversation as a log. It follows new text until the person scrolls up. It shows older messages when the person reaches them. */
export function MessageList({ conversation, onReview }: MessageListProps) {
  const { id, messages } = conversation
  const { box, following, jump, leaveEnd } = useFollow(messages)
  const [shown, setShown] = useState(MESSAGES_AT_FIRST)
  const showMore = useCallback(() => setShown((count) => count + MORE_MESSAGES), [])
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
    <div className="relative min-h-0 grow">
      {/* A log can take the focus, so that the keyboard can scroll it. */}
      <div ref={box} role="log" aria-label={t('chat.conversation')} tabIndex={0} className="h-full overflow-y-auto pt-5 -outline-offset-2">
        <div className="mx-auto grid w-full max-w-[calc(var(--w-measure)+3rem)] grid-cols-[minmax(0,1fr)] px-4 medium:px-6">
          {visible.length < messages.length && <Earlier box={box} onNear={showMore} />}
          {visible.map((message) =>
            message.role === 'user' ? (
              <UserMessage key={message.id} conversationId={id} message={message} running={running} />
            ) : (
              <AssistantMessage
                key={message.id}
                conversationId={id}
                message={message}
                last={message === messages.at(-1)}
                running={running}
                onReview={onReview}
                {...(!running && { onRunAgain: runAgain })}
              />
            ),
          )}
        </div>
      </div>
      {!following && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button className="pointer-events-auto shadow-menu" onClick={jump}>
            <ArrowDown size={14} strokeWidth={1.75} aria-hidden="true" />
            {t('chat.jumpToLatest')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface Follow {
  readonly box: RefObject<HTMLDivElement | null>
  readonly following: boolean
  readonly jump: () => void
  /** Stops following, until the person is at the end again. */
  readonly leaveEnd: () => void
}

/** Keeps the end in view while the person is at the end. Also scrolls to the end when they have sent a message. */
function useFollow(messages: Conversation['messages']): Follow {
  const box = useRef<HTMLDivElement>(null)
  const wants = useRef(true)
  const [following, setFollowing] = useState(true)
  const [seen, setSeen] = useState(messages)
  const [sent, setSent] = useState(0)
  if (seen.length !== messages.length || seen.at(-1)?.id !== messages.at(-1)?.id) {
    setSeen(messages)
    if (hasSent(seen, messages)) {
      setSent(sent + 1)
      setFollowing(true)
    }
  }
  const toEnd = useCallback(() => {
    wants.current = true
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [])
  useLayoutEffect(toEnd, [toEnd, sent])
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    let lastTop = element.scrollTop
    const onScroll = () => {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX
      // Growing text moves the end away without any scrolling. Only scrolling up means that the person reads older text.
      if (atEnd) wants.current = true
      else if (element.scrollTop < lastTop) wants.current = false
      lastTop = element.scrollTop
      setFollowing(wants.current)
    }
    const observer = new ResizeObserver(() => {
      // Something was folded or removed, and nothing is left to jump to.
      if (!wants.current && element.scrollHeight - element.clientHeight < NEAR_END_PX) {
        wants.current = true
        setFollowing(true)
      }
      if (wants.current) toEnd()
    })
    observer.observe(content)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [toEnd])
  const jump = useCallback(() => {
    setFollowing(true)
    toEnd()
  }, [toEnd])
  const leaveEnd = useCallback(() => {
    const element = box.current
    // Where everything is in view, the end is never left.
    if (!element || element.scrollHeight - element.clientHeight < NEAR_END_PX) return
    wants.current = false
    setFollowing(false)
  }, [])
  return { box, following, jump, leaveEnd }
}

/** Pure: whether a message of the person came after what was seen. Another version of a message is nothing that was sent after it. */
function hasSent(seen: Conversation['messages'], now: Conversation['messages']): boolean {
  const after = seen.length
  return now[after - 1]?.id === seen.at(-1)?.id && now.slice(after).some(({ role }) => role === 'user')
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
