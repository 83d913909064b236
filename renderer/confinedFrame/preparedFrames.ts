import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import { PING, type FrameReport } from '../../shared/confinedFrames/frameMessages'
import { hearFrame } from './connectFrame'
import { guardFocus } from './guardFocus'
import { newFrame, newSlot, park } from './parking'

/** Nobody has started an app for so long: its process is given back. */
const KEPT_MS = 5 * 60_000
/** The outer document itself gives the self-test ten seconds. One that does not even load says nothing. */
const READY_WITHIN_MS = 20_000
/** The process of a frame that is gone answers nothing, and no event tells so. */
const ANSWERS_WITHIN_MS = 250

/** A frame that has passed its self-test, and holds nothing of anybody's. */
export interface PreparedFrame {
  readonly iframe: HTMLIFrameElement
  readonly origin: string
  /** It is used, and has moved, or nobody needs it, and it leaves the page. */
  readonly leave: () => void
}

export interface PreparedFramesDeps {
  /** Asks the host for a frame that an app may get. */
  readonly open: () => Promise<OpenedFrame>
  /** Calls after so many milliseconds. Returns what keeps it from that. */
  readonly after: (ms: number, run: () => void) => () => void
}

interface Kept extends PreparedFrame {
  isReady: boolean
  readonly onReady: Set<() => void>
}

/** Keeps one frame ready for the next app, from when it is likely that there will be one. An app that gets it needs to load nothing but its document. */
export class PreparedFrames {
  readonly #deps: PreparedFramesDeps
  #kept: Kept | undefined
  #isOpening = false
  /** This browser shuts nothing in. */
  #isUseless = false
  #keepNoLonger: (() => void) | undefined

  constructor(deps: PreparedFramesDeps) {
    this.#deps = deps
  }

  /** An app may come soon. */
  prepare(): void {
    this.#keepNoLonger?.()
    this.#keepNoLonger = this.#deps.after(KEPT_MS, () => this.#kept?.leave())
    if (!this.#kept && !this.#isOpening && !this.#isUseless) void this.#open()
  }

  /** Takes the frame that is ready, if there is one and its process lives. Whoever gets it lets it `leave` when it is used, or is not. */
  async take(): Promise<PreparedFrame | undefined> {
    const kept = this.#kept
    if (!kept?.isReady) return undefined
    this.#kept = undefined
    if (await this.#lives(kept)) {
      // An app that runs can give the focus to any frame of the page. No app begins with the keyboard.
      if (document.activeElement === kept.iframe) kept.iframe.blur()
      return kept
    }
    kept.leave()
    return undefined
  }

  /** What an app asks for without it, it asks for again: a failure is nobody's to hear of. */
  async #open(): Promise<void> {
    this.#isOpening = true
    try {
      this.#kept = this.#load(await this.#deps.open())
    } catch {
      // The app that comes loads a frame of its own, and says what is wrong.
    } finally {
      this.#isOpening = false
    }
  }

  #load({ address, origin }: OpenedFrame): Kept {
    const iframe = newFrame('')
    const slot = newSlot()
    const leave = (): void => {
      stopHearing()
      guard.stop()
      tooLate()
      if (this.#kept === kept) this.#kept = undefined
      slot.remove()
    }
    const take = ({ parleyFrame }: FrameReport): void => {
      if (parleyFrame === 'prepared') {
        tooLate()
        kept.isReady = true
        for (const told of kept.onReady) told()
      } else if (!kept.isReady) {
        this.#isUseless ||= parleyFrame === 'unconfined'
        leave()
      }
    }
    const kept: Kept = { iframe, origin, leave, isReady: false, onReady: new Set() }
    const stopHearing = hearFrame(iframe, origin, { onReport: take })
    const guard = guardFocus(() => iframe, { onThief: leave })
    const tooLate = this.#deps.after(READY_WITHIN_MS, leave)
    park(iframe, slot)
    iframe.src = address
    return kept
  }

  #lives({ iframe, origin, onReady }: Kept): Promise<boolean> {
    return new Promise((resolve) => {
      const tooLate = this.#deps.after(ANSWERS_WITHIN_MS, () => resolve(false))
      onReady.add(() => {
        tooLate()
        resolve(true)
      })
      iframe.contentWindow?.postMessage(PING, origin)
    })
  }
}
