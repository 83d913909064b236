import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import type { FrameContent } from '../../shared/confinedFrames/frameContentSchema'

/** Asks the host for a frame. */
export type FrameOpener = (content: FrameContent) => Promise<OpenedFrame>

let opener: FrameOpener | undefined

/** Sets how frames are opened, once when the page starts. Without it, as in most tests, nothing has a preview. */
export function setFrameOpener(open: FrameOpener | undefined): void {
  opener = open
}

/** Returns how frames are opened, if they can be. */
export function currentFrameOpener(): FrameOpener | undefined {
  return opener
}
