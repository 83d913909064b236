import type { AppNotice } from '../../shared/confinedFrames/appNotices'
import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import { connectFrame, type FrameConnection, type FrameEnd, type FrameEvents } from './connectFrame'
import { takeFocusOf } from './frameFocus'
import { guardFocus, type FocusGuard, type FocusTheft } from './guardFocus'
import { moveFrame, newFrame, newSlot, park } from './parking'

/** `stole`: it went on taking the focus by itself. */
export type PooledFrameEnd = FrameEnd | 'stole'

export interface PooledFrameEvents extends Omit<FrameEvents, 'onEnd'> {
  /** Called at most once. The frame is empty then. */
  readonly onEnd: (end: PooledFrameEnd) => void
  /** The frame took the focus by itself. It has been given back, and the frame is hidden until `show`. */
  readonly onTheft: (theft: FocusTheft) => void
}

export interface FrameStart {
  readonly title: string
  readonly prepared?: HTMLIFrameElement | undefined
}

/** A frame that is kept, wherever it is shown. */
export interface PooledFrame {
  /** It stays the same one wherever the frame is shown. */
  readonly element: HTMLIFrameElement
  /** Sends to the confined document. */
  readonly post: (data: unknown) => void
  /** Shows a frame that took the focus by itself, because the person wants to see it. */
  readonly show: () => void
  /** Moves the focus into the frame. */
  readonly focus: () => void
}

interface Kept {
  readonly iframe: HTMLIFrameElement
  readonly connection: FrameConnection
  readonly guard: FocusGuard
  /** Where it is while nobody sees it. */
  readonly slot: HTMLElement
  /** Where it may be shown; the last one has it. */
  readonly places: HTMLElement[]
}

/**
 * Keeps frames outside of what React draws, so that a document lives on while its row is not drawn, and moves between places of the page
 * without being loaded again (`moveBefore`). A frame without a place is alive and not seen.
 */
export class FramePool {
  readonly #kept = new Map<string, Kept>()

  /**
   * Loads a frame, first without a place. A key has one frame: the one before is closed.
   * @param about `title` names the frame for screen readers. `prepared` is the frame that was prepared, where `opened` says so.
   */
  open(key: string, opened: OpenedFrame, { title, prepared, onTheft, ...events }: PooledFrameEvents & FrameStart): PooledFrame {
    this.close(key)
    const iframe = prepared ?? newFrame(title)
    iframe.title = title
    const slot = newSlot()
    park(iframe, slot)
    const onThief = (): void => {
      connection.close()
      events.onEnd('stole')
    }
    const guard = guardFocus(() => iframe, { hides: true, onTheft, onThief })
    const onNotice = (notice: AppNotice): void => {
      if (notice.kind === 'press') guard.pressed()
      else if (notice.kind === 'left') takeFocusOf(iframe)
      else events.onNotice?.(notice)
    }
    const connection = connectFrame(iframe, opened, { ...events, onNotice })
    this.#kept.set(key, { iframe, connection, guard, slot, places: [] })
    return { element: iframe, post: connection.post, show: guard.show, focus: () => iframe.focus() }
  }

  has(key: string): boolean {
    return this.#kept.has(key)
  }

  /** Names a frame anew for screen readers. */
  name(key: string, title: string): void {
    const iframe = this.#kept.get(key)?.iframe
    if (iframe) iframe.title = title
  }

  /** Shows a frame in an element of the page, whose size it takes. The element must be in the document. */
  place(key: string, element: HTMLElement): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    remove(kept.places, element)
    kept.places.push(element)
    this.#settle(kept)
  }

  /** The element will not show the frame any longer. Must run before it leaves the document, which would load the frame again. */
  leave(key: string, element: HTMLElement): void {
    const kept = this.#kept.get(key)
    if (!kept || !remove(kept.places, element)) return
    this.#settle(kept)
  }

  /** Ends a frame. Nothing is left of its document. */
  close(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    kept.guard.stop()
    kept.connection.close()
    kept.iframe.remove()
    kept.slot.remove()
  }

  #settle({ iframe, slot, places }: Kept): void {
    const place = places.at(-1)
    if (!place?.isConnected) return park(iframe, slot)
    if (iframe.parentNode !== place) moveFrame(iframe, place)
    iframe.inert = false
    iframe.removeAttribute('aria-hidden')
  }
}

/** The page's frames of apps. */
export const framePool = new FramePool()

function remove(places: HTMLElement[], element: HTMLElement): boolean {
  const index = places.indexOf(element)
  if (index >= 0) places.splice(index, 1)
  return index >= 0
}
