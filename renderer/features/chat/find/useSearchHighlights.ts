import { useEffect, useRef, type RefObject } from 'react'
import type { Conversation } from '../../../../shared/domain/chat'
import { throttle } from '../../../../shared/lib/throttle'
import { callHost } from '../../../rpc/callHost'
import { endMarks, useMarkedPlace, type MarkedPlace } from '../../../state/markedPlace'
import { afterMs } from '../../../ui/afterMs'
import { showChatError } from '../chatErrors'
import { drawMarks, finderOf, rangesIn } from './searchHighlights'

/** How often marks are drawn anew while the text changes. */
const DRAW_MS = 150
/** How long the marks of a search stay. */
const FADE_MS = 6_000

export interface SearchHighlightsOptions {
  readonly conversation: Conversation
  readonly box: RefObject<HTMLElement | null>
  /** Draws at least so many of the last messages. */
  readonly showAtLeast: (count: number) => void
  /** Called before the list scrolls to a place: it must not follow the end any more. */
  readonly onLeaveEnd: () => void
}

/** Shows the marked place of a conversation: brings the version that a search found to the front, draws it, scrolls to it, and marks the words. */
export function useSearchHighlights({ conversation: { id, messages }, box, showAtLeast, onLeaveEnd }: SearchHighlightsOptions): void {
  const place = useMarkedPlace((state) => (state.place?.conversationId === id ? state.place : undefined))
  const position = place ? messages.findIndex((message) => message.id === place.messageId) : -1
  const count = messages.length
  const asked = useRef<MarkedPlace>(undefined)
  const seen = useRef<MarkedPlace>(undefined)
  const shown = useRef<MarkedPlace>(undefined)
  useEffect(() => {
    // What is looked for in this conversation is only in the versions in front.
    if (place?.by !== 'search') return
    if (position !== -1) {
      seen.current = place
      return
    }
    // The person has chosen another version since.
    if (seen.current === place) {
      endMarks(place)
      return
    }
    if (asked.current === place) return
    asked.current = place
    callHost('chat.showVersion', { conversationId: id, messageId: place.messageId }).catch((thrown: unknown) => {
      endMarks(place)
      showChatError(id)(thrown)
    })
  }, [place, position, id])
  useEffect(() => {
    if (place && position !== -1) showAtLeast(count - position)
  }, [place, position, count, showAtLeast])
  useEffect(() => {
    const list = box.current
    if (!place || position === -1 || !list) return undefined
    let isShown = false
    const find = finderOf(place)
    const draw = (): void => {
      const { ranges, front, target } = marksIn(list, place, find)
      drawMarks(ranges, front)
      if (isShown || !target) return
      // What is opened or drawn later has the words: it is scrolled to once more then.
      isShown = front !== undefined
      shown.current = place
      onLeaveEnd()
      scrollTo(list, front ?? target)
    }
    const drawSoon = throttle(draw, { ms: DRAW_MS, leading: false, after: afterMs })
    const observer = new MutationObserver(() => drawSoon())
    observer.observe(list, { childList: true, subtree: true, characterData: true })
    draw()
    const stopFading = place.by === 'search' ? afterMs(FADE_MS, () => endMarks(place)) : undefined
    return () => {
      observer.disconnect()
      drawSoon.cancel()
      stopFading?.()
      drawMarks([], undefined)
    }
  }, [place, position, box, onLeaveEnd])
  // Who leaves the conversation has seen it: the next time it opens where they read.
  useEffect(() => () => void (shown.current?.by === 'search' && endMarks(shown.current)), [id])
}

function marksIn(list: HTMLElement, place: MarkedPlace, find: ReturnType<typeof finderOf>) {
  const part = list.querySelector(`[data-part="${place.partId}"]`) ?? list.querySelector(`[data-message="${place.messageId}"]`)
  // A call has its result inside of it.
  const target = (place.kind === 'result' && part?.querySelector('[data-found="result"]')) || part
  const inTarget = target ? rangesIn(target, find) : []
  const front = frontIn(target, inTarget, place)
  if (place.by === 'search') return { ranges: inTarget, front, target }
  return { ranges: rangesIn(list, find), front, target }
}

/** The place that the person wants to see. A view that draws only rows in sight says itself where it is, once it is drawn. */
function frontIn(target: Element | null | undefined, ranges: readonly Range[], { kind, index }: MarkedPlace): Range | undefined {
  if (kind !== 'result' || !target?.querySelector('[data-looks-for]')) return ranges[index] ?? ranges.at(-1)
  const mark = target.querySelector('[data-looks-for] .found-in-result-front')
  return mark ? ranges.find(({ startContainer }) => mark.contains(startContainer)) : undefined
}

function scrollTo(list: HTMLElement, to: Range | Element): void {
  // A long table scrolls by itself, inside of the list.
  const box = (to instanceof Range ? to.startContainer.parentElement : to)?.closest('[data-own-scroll]')
  if (box) box.scrollTop += to.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
  const shown = to.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  list.scrollTo({ top: list.scrollTop + shown.top - frame.top - (frame.height - Math.min(shown.height, frame.height / 2)) / 3 })
}
