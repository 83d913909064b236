import type { AppKey } from '../../../../shared/confinedFrames/appNotices'
import { lookAtFrameFocus } from '../../../confinedFrame/frameFocus'

/** Presses a key of Parley's that a person pressed in an app, so that it does what it does everywhere. */
export function pressKey(code: Exclude<AppKey, 'Escape'>): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { code, ctrlKey: true, bubbles: true, cancelable: true }))
}

/** Moves the focus out of the frame, to the region of its app. */
export function leaveFrame(slot: HTMLElement | undefined): void {
  slot?.closest<HTMLElement>('[data-app-region]')?.focus()
}

/** Whether the person uses what is in a place of an app. An app that has just taken the keyboard from another one has given it back then. */
export function isUsed(slot: HTMLElement | undefined): boolean {
  lookAtFrameFocus()
  const { activeElement } = document
  return activeElement instanceof HTMLIFrameElement && slot?.contains(activeElement) === true
}
