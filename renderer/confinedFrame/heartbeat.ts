const EVERY_MS = 2_000
/** Unanswered beats after which a frame counts as silent, and as gone. */
const SILENT = 2
const GONE = 9

/** A port of a message channel. */
export type BeatPort = Pick<MessagePort, 'start' | 'close' | 'postMessage'> & EventTarget

export interface HeartbeatEvents {
  /** The frame answers nothing for some seconds, or answers again. */
  readonly onSilent: (silent: boolean) => void
  /** Called at most once. */
  readonly onGone: () => void
}

/**
 * Asks a frame over its port whether it still lives. No event tells a page that the process of a frame is gone (Chromium 156), and one that
 * computes for so long is of no use either. Times count in beats, so that a computer that slept has not missed any.
 */
export class Heartbeat {
  readonly #port: BeatPort
  readonly #events: HeartbeatEvents
  readonly #timer: ReturnType<typeof setInterval>
  #unanswered = 0

  constructor(port: BeatPort, events: HeartbeatEvents) {
    this.#port = port
    this.#events = events
    port.addEventListener('message', () => this.#answered())
    port.start()
    this.#timer = setInterval(() => this.#beat(), EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#port.close()
  }

  #answered(): void {
    if (this.#unanswered >= SILENT) this.#events.onSilent(false)
    this.#unanswered = 0
  }

  #beat(): void {
    if (this.#unanswered >= GONE) {
      this.stop()
      return this.#events.onGone()
    }
    this.#port.postMessage('beat')
    if (++this.#unanswered === SILENT) this.#events.onSilent(true)
  }
}
