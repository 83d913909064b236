import { isBehindDialog } from '../ui/dialogOverlay'
import { focusBeside, followFrameFocus } from './frameFocus'

/** Milliseconds after Tab in which the focus may arrive in the frame. */
const TAB_MS = 500
/** Who typed so many milliseconds ago still types. */
const TYPING_MS = 1_000
/** A frame tells of a press so many milliseconds before or after the focus moves, or there was none. */
const PRESS_MS = 1_000
/** A hidden frame that takes the focus more often goes on with it: each time may cost the person a letter. */
const MOST_THEFTS = 5

/** A frame took the focus by itself. */
export interface FocusTheft {
  /** Where the focus was, and is again. */
  readonly from: HTMLElement
  /** The person was typing there: what they typed in the meantime may have gone into the frame. */
  readonly typing: boolean
}

export interface FocusGuardOptions {
  /** Hides a frame that took the focus by itself. */
  readonly hides?: boolean
  readonly onTheft?: (theft: FocusTheft) => void
  /** The frame goes on taking the focus, though it is given back each time. Hiding a frame does not keep it from that (Chromium 156). */
  readonly onThief?: () => void
}

export interface FocusGuard {
  /** Shows a hidden frame. */
  readonly show: () => void
  /** The frame tells that the person pressed in it, which the page does not see where it was no mouse. */
  readonly pressed: () => void
  readonly stop: () => void
}

/**
 * Gives the focus back when a frame took it without the person's doing: where another frame had it, to the page beside that. It may have it
 * when Tab was just pressed, or when the person is active in the page without typing and the pointer is over it, or it tells of a press, and
 * never behind a dialog. Otherwise a document could read what is typed elsewhere. Of what is typed in another frame, and where Tab leads
 * from there, the page hears nothing: from a frame the focus moves with a press alone.
 */
export function guardFocus(frame: () => HTMLIFrameElement | null, { hides = false, onTheft, onThief }: FocusGuardOptions = {}): FocusGuard {
  let tabAt = -Infinity
  let typedAt = -Infinity
  let pressedAt = -Infinity
  /** Runs while a frame that took the focus, and does not have it, may still tell of a press. */
  let suspected: ReturnType<typeof setTimeout> | undefined
  /** Since the person last let it have the focus, or showed it. */
  let thefts = 0
  const isRecent = (at: number, within: number): boolean => performance.now() - at <= within
  // A press in a frame activates the page around it too; a script cannot (HTML, 6.4.1).
  const mayBePress = (): boolean => !isRecent(typedAt, TYPING_MS) && (navigator.userActivation?.isActive ?? true)

  const caught = (from: HTMLElement): void => {
    clear()
    const element = frame()
    if (element && hides) element.style.visibility = 'hidden'
    onTheft?.({ from, typing: isRecent(typedAt, TYPING_MS) })
  }
  const forgive = (): void => {
    thefts = 0
    clear()
  }
  const clear = (): void => {
    clearTimeout(suspected)
    suspected = undefined
  }
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab') tabAt = performance.now()
    else typedAt = performance.now()
  }
  const onLeave = ({ target }: FocusEvent): void => {
    // The focus has arrived only after this event.
    setTimeout(() => target instanceof HTMLElement && took(target))
  }
  /** The frame has the focus, which was there before. */
  const took = (from: HTMLElement): void => {
    const element = frame()
    if (!element || document.activeElement !== element || from === element) return
    const covered = isBehindDialog(element)
    const isFromPage = !(from instanceof HTMLIFrameElement)
    if (!covered && isFromPage && isRecent(tabAt, TAB_MS)) return
    const mayPress = !covered && mayBePress()
    if (mayPress && ((isFromPage && element.matches(':hover')) || isRecent(pressedAt, PRESS_MS))) return forgive()
    if (from instanceof HTMLIFrameElement) {
      element.blur()
      focusBeside(from)
    } else from.focus()
    if (++thefts === MOST_THEFTS) onThief?.()
    if (!mayPress) return caught(from)
    suspected ??= setTimeout(() => caught(from), PRESS_MS)
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('focusout', onLeave, true)
  const unfollow = followFrameFocus((from, to) => to === frame() && took(from))
  return {
    show: () => {
      thefts = 0
      const element = frame()
      if (element) element.style.visibility = ''
    },
    pressed: () => {
      pressedAt = performance.now()
      const element = frame()
      if (suspected === undefined || !element || isBehindDialog(element) || !mayBePress()) return
      forgive()
      element.focus()
    },
    stop: () => {
      clear()
      unfollow()
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('focusout', onLeave, true)
    },
  }
}
