import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Conversation } from '../../../shared/domain/chat'

const NEAR_END_PX = 32
/** What opens something in its place. A menu lies above it. */
const OPENS = '[aria-expanded]:not([aria-haspopup]), summary'
/** What a press opens has its height by then. */
const OPENS_WITHIN_MS = 1_000
const ABOVE_OPENED_PX = 8

interface Opened {
  readonly button: Element
  /** By `performance.now()`. */
  readonly at: number
}

interface Follow {
  readonly box: RefObject<HTMLDivElement | null>
  readonly following: boolean
  readonly jump: () => void
  /** Stops following, until the person is at the end again. */
  readonly leaveEnd: () => void
}

/**
 * Keeps the end in view while the person is at the end. Also scrolls to the end when they have sent a message. What the person opens at the end grows
 * downwards: the button that they pressed stays in view.
 */
export function useAutoScroll(messages: Conversation['messages']): Follow {
  const box = useRef<HTMLDivElement>(null)
  const wants = useRef(true)
  const opened = useRef<Opened>(undefined)
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
    const showFrom = (button: Element) => {
      const room = button.getBoundingClientRect().top - element.getBoundingClientRect().top - ABOVE_OPENED_PX
      if (element.scrollHeight - element.scrollTop - element.clientHeight <= room) return toEnd()
      element.scrollTop += Math.max(room, 0)
      wants.current = false
      setFollowing(false)
    }
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest(OPENS) : null
      opened.current = button ? { button, at: performance.now() } : undefined
    }
    const observer = new ResizeObserver(() => {
      // Something was folded or removed, and nothing is left to jump to.
      if (!wants.current && element.scrollHeight - element.clientHeight < NEAR_END_PX) {
        wants.current = true
        setFollowing(true)
      }
      if (wants.current && opened.current && performance.now() - opened.current.at < OPENS_WITHIN_MS) showFrom(opened.current.button)
      else if (wants.current) toEnd()
      // What grew or went has moved the place, not the person.
      lastTop = element.scrollTop
    })
    observer.observe(content)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('click', onClick, { capture: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('click', onClick, { capture: true })
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
