import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Conversation } from '../../../shared/domain/chat'
import type { MessageId, PartId } from '../../../shared/domain/ids'
import { isUuid } from '../../../shared/domain/idText'
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
  const stopHolding = useRef<() => void>(undefined)
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
    useReadingPlace.setState({ wanted: undefined, place: message ? wanted : undefined })
    if (!message) return
    onLeaveEnd()
    const slice = wanted.slice && sliceIn(message, wanted.slice)
    const summary = wanted.summary && list.querySelector(`[data-summary="${wanted.messageId}"]`)
    stopHolding.current?.()
    stopHolding.current = hold({
      list,
      element: summary ?? slice ?? message,
      offset: slice && wanted.slice ? wanted.slice.offset : wanted.offset,
    })
  })
  useEffect(() => () => stopHolding.current?.(), [])
  const follows = useRef(following)
  useEffect(() => {
    if (following && !follows.current) stopHolding.current?.()
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
    const onLeave = (): void => noteSoon.flush()
    list.addEventListener('scroll', onScroll, { passive: true })
    // Before `rememberScreen` saves what was noted.
    addEventListener('pagehide', onLeave, { capture: true })
    return () => {
      list.removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', onLeave, { capture: true })
      noteSoon.cancel()
      useReadingPlace.setState({ place: undefined })
    }
  }, [id, box])
}

interface Held {
  readonly list: HTMLElement
  readonly element: Element
  /** How far the upper edge of the list is below that of the element, in px. */
  readonly offset: number
}

/**
 * Scrolls to the place, and stays there while what is above it gets its height (a slice has it only once it is drawn and laid out), until
 * the person does something. Returns a function that ends it.
 */
function hold({ list, element, offset }: Held): () => void {
  const scroll = (): void => {
    const by = offset - offsetOf(element, list.getBoundingClientRect().top)
    if (by !== 0) list.scrollTo({ top: list.scrollTop + by })
  }
  scroll()
  const observer = new ResizeObserver(scroll)
  if (list.firstElementChild) observer.observe(list.firstElementChild)
  const stop = (): void => {
    observer.disconnect()
    for (const type of INPUTS) removeEventListener(type, stop, { capture: true })
  }
  for (const type of INPUTS) addEventListener(type, stop, { capture: true, passive: true })
  return stop
}

/** Whatever can scroll a list. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

type Place = Omit<ReadingPlace, 'conversationId'>

/** The first message that reaches below the upper edge, and the first slice of it that does. */
function placeIn(list: HTMLElement): Place | undefined {
  const { top } = list.getBoundingClientRect()
  const message = firstBelow(list.querySelectorAll('[data-message]'), top)
  const messageId = message?.getAttribute('data-message')
  if (!message || !isUuid<MessageId>(messageId)) return undefined
  const slice = firstBelow(message.querySelectorAll(SLICE), top)
  const offset = offsetOf(message, top)
  const partId = slice?.closest('[data-part]')?.getAttribute('data-part')
  if (!slice || !isUuid<PartId>(partId)) return { messageId, offset }
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
