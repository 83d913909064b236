import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Conversation } from '../../../shared/domain/chat'
import { MessageId, PartId } from '../../../shared/domain/ids'
import { throttle } from '../../../shared/lib/throttle'
import { useReadingPlace, type ReadingPlace } from '../../state/readingPlace'
import { afterMs } from '../../ui/afterMs'

const NOTE_MS = 150

export interface ReadingPlaceOptions {
  readonly conversation: Conversation
  readonly box: RefObject<HTMLElement | null>
  readonly following: boolean
  /** Draws at least so many of the last messages. */
  readonly showAtLeast: (count: number) => void
  readonly onLeaveEnd: () => void
}

/** Begins where somebody was reading when the window was last closed, and notes where they read now. */
export function useReadingPlaceOf({
  conversation: { id, messages, earlier = 0 },
  box,
  following,
  showAtLeast,
  onLeaveEnd,
}: ReadingPlaceOptions): void {
  const wanted = useReadingPlace((state) => (state.wanted?.conversationId === id ? state.wanted : undefined))
  const position = wanted ? messages.findIndex((message) => message.id === wanted.messageId) : -1
  const needed = position === -1 ? 0 : messages.length - position
  useLayoutEffect(() => {
    if (needed > 0) showAtLeast(needed)
  }, [needed, showAtLeast])
  // After each paint of the list until the message is there; a message that is gone leaves the end in view.
  useLayoutEffect(() => {
    const list = box.current
    // It may be among those that are still being read.
    if (!wanted || !list || (position === -1 && earlier > 0)) return
    const message = list.querySelector(`[data-message="${wanted.messageId}"]`)
    if (position !== -1 && !message) return
    useReadingPlace.setState({ wanted: undefined })
    if (!message) return
    onLeaveEnd()
    const slice = wanted.slice && sliceIn(message, wanted.slice)
    const below = (slice ?? message).getBoundingClientRect().top - list.getBoundingClientRect().top
    list.scrollTo({ top: list.scrollTop + below + (slice && wanted.slice ? wanted.slice.offset : wanted.offset) })
  })
  const follows = useRef(following)
  useEffect(() => {
    follows.current = following
  }, [following])
  useEffect(() => {
    const list = box.current
    if (!list) return undefined
    const note = (): void => {
      const place = follows.current ? undefined : placeIn(list)
      useReadingPlace.setState({ place: place && { conversationId: id, ...place } })
    }
    const noteSoon = throttle(note, { ms: NOTE_MS, leading: false, after: afterMs })
    const onScroll = (): void => noteSoon()
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      list.removeEventListener('scroll', onScroll)
      noteSoon.cancel()
      useReadingPlace.setState({ place: undefined })
    }
  }, [id, box])
}

type Place = Omit<ReadingPlace, 'conversationId'>

/** The first message that reaches below the upper edge, and the first slice of it that does. */
function placeIn(list: HTMLElement): Place | undefined {
  const { top } = list.getBoundingClientRect()
  const message = firstBelow(list.querySelectorAll('[data-message]'), top)
  const messageId = MessageId.safeParse(message?.getAttribute('data-message')).data
  if (!message || messageId === undefined) return undefined
  const slice = firstBelow(message.querySelectorAll(SLICE), top)
  const offset = offsetOf(message, top)
  const partId = PartId.safeParse(slice?.closest('[data-part]')?.getAttribute('data-part')).data
  if (!slice || partId === undefined) return { messageId, offset }
  return { messageId, offset, slice: { partId, index: Number(slice.getAttribute('data-slice')), offset: offsetOf(slice, top) } }
}

function sliceIn(message: Element, { partId, index }: NonNullable<Place['slice']>): Element | null {
  return message.querySelector(`[data-part="${partId}"] [data-slice="${index}"]:not(details *)`)
}

/** Slices of the text itself. Those in details, which may be closed, have numbers of their own. */
const SLICE = '[data-slice]:not(details *)'

function firstBelow(elements: Iterable<Element>, top: number): Element | undefined {
  for (const element of elements) if (element.getBoundingClientRect().bottom > top) return element
  return undefined
}

function offsetOf(element: Element, top: number): number {
  return Math.round(top - element.getBoundingClientRect().top)
}
