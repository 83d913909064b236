/** A person types no two letters so quickly. */
const LOOKS_EVERY_MS = 50

type Moved = (from: HTMLIFrameElement, to: HTMLIFrameElement) => void

const followers = new Set<Moved>()
let held: HTMLIFrameElement | undefined
let looking: ReturnType<typeof setInterval> | undefined

function focusedFrame(): HTMLIFrameElement | undefined {
  const { activeElement } = document
  return activeElement instanceof HTMLIFrameElement ? activeElement : undefined
}

/** Looks which frame has the focus, and tells where it moved from one frame into another. It is looked at often enough while a frame has it. */
export function lookAtFrameFocus(): void {
  const [before, now] = [held, focusedFrame()]
  if (before && now && before !== now) for (const moved of followers) moved(before, now)
  held = focusedFrame()
  if (held && followers.size > 0) looking ??= setInterval(lookAtFrameFocus, LOOKS_EVERY_MS)
  else stopLooking()
}

/**
 * A frame has lost the focus. Where the page still believes that the frame has it, another one took it and the browser did not tell: then nobody in
 * a frame gets it.
 */
export function takeFocusOf(frame: HTMLIFrameElement): void {
  const believesFrame = (): boolean => document.activeElement === frame && document.hasFocus()
  // The page may hear of it a moment later than the frame.
  setTimeout(() => {
    // A frame that has just taken the focus, once more, gives it back within a task (`guardFocus`).
    if (believesFrame()) setTimeout(() => believesFrame() && focusBeside(frame))
  }, LOOKS_EVERY_MS)
}

/**
 * Moves the focus from a frame to the part of the page in which the frame is. Into a frame from which another one took it, it does not always get
 * back: the browser may leave it where it is (Chromium 156).
 */
export function focusBeside(frame: HTMLIFrameElement): void {
  frame.blur()
  frame.closest<HTMLElement>('[tabindex]')?.focus()
}

function stopLooking(): void {
  clearInterval(looking)
  looking = undefined
}

// The focus may arrive only after this event.
const onBlur = (): void => void setTimeout(lookAtFrameFocus)

/** Tells when the focus moves from a frame into another. The browser tells a page nothing of that (Chromium 156). */
export function followFrameFocus(moved: Moved): () => void {
  if (followers.size === 0) window.addEventListener('blur', onBlur)
  followers.add(moved)
  return () => {
    followers.delete(moved)
    if (followers.size > 0) return
    window.removeEventListener('blur', onBlur)
    stopLooking()
    held = undefined
  }
}
