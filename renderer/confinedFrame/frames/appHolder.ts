import { readAppNotices, type AppNotice } from '../../../shared/confinedFrames/appNotices'
import { APP_TOO_LONG_CODE, MessageBudget } from '../../../shared/confinedFrames/frameMessages'
import { AppOutbox } from './appOutbox'

/** Parley's script in the document of an app speaks first, at once. A large document takes a while on a busy computer. */
const LOADED_WITHIN_MS = 20_000
const PASSES_EVERY_MS = 20
/** A person presses keys no faster. */
const NOTICES = { burst: 50, perSecond: 40 }
/** JSON-RPC: the request is not valid. */
const INVALID_REQUEST = -32_600
/** The ids of Parley's own requests are shorter. */
const MOST_ID = 100

export type AppEnd = 'late' | 'left' | 'flooded'

export interface AppHolderEvents {
  readonly onMessage: (json: string) => void
  readonly onNotices: (notices: readonly AppNotice[]) => void
  /** The document has answered to `beat`. */
  readonly onBeat: () => void
  /** Called at most once. */
  readonly onEnd: (end: AppEnd) => void
}

/** Holds the document of an app: one document, which is not replaced by another. What it says passes on at the pace of Parley's page. */
export class AppHolder {
  readonly #inner: HTMLIFrameElement
  readonly #events: AppHolderEvents
  readonly #outbox = new AppOutbox(() => performance.now())
  readonly #notices = new MessageBudget(NOTICES, () => performance.now())
  #reporter: MessagePort | undefined
  #passing: ReturnType<typeof setTimeout> | undefined
  readonly #deadline: ReturnType<typeof setTimeout>
  #passedAt = -Infinity
  #tooLong = 0
  #isOver = false

  constructor(inner: HTMLIFrameElement, events: AppHolderEvents) {
    this.#inner = inner
    this.#events = events
    this.#deadline = setTimeout(() => this.#end('late'), LOADED_WITHIN_MS)
    let loads = 0
    // A document of its own comes with the first load. A navigation that was refused loads the browser's words about it.
    inner.addEventListener('load', () => ++loads > 1 && this.#end('left'))
  }

  /** Takes a message from the window of the document. */
  take(data: unknown, port: MessagePort | undefined): void {
    if (this.#isOver) return
    if (!this.#reporter) return port && data === 'parley-reporter' ? this.#meet(port) : undefined
    const outcome = this.#outbox.add(data)
    if (outcome === 'full') return this.#end('flooded')
    if (outcome === 'tooLong') return this.#refuse(data)
    // An app that says much at once keeps timers waiting.
    if (this.#passing === undefined || performance.now() - this.#passedAt > PASSES_EVERY_MS) this.#pass()
  }

  /** Asks the document whether it lives, on behalf of the page. */
  beat(): void {
    this.#reporter?.postMessage('beat')
  }

  #meet(port: MessagePort): void {
    clearTimeout(this.#deadline)
    this.#reporter = port
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#hear(data))
    port.start()
  }

  #hear(data: unknown): void {
    if (data === 'beat') return this.#events.onBeat()
    if (typeof data !== 'object' || data === null || !('notices' in data) || !this.#notices.take()) return
    const notices = readAppNotices(data.notices)
    if (notices.length > 0) this.#events.onNotices(notices)
  }

  #pass(): void {
    clearTimeout(this.#passing)
    this.#passing = undefined
    this.#passedAt = performance.now()
    for (const json of this.#outbox.take()) this.#events.onMessage(json)
    if (this.#outbox.isEmpty) return
    this.#passing = setTimeout(() => this.#pass(), PASSES_EVERY_MS)
  }

  /** Whoever waits for an answer gets one. */
  #refuse(data: unknown): void {
    this.#tooLong++
    this.#events.onNotices([{ kind: 'tooLong', count: this.#tooLong }])
    if (typeof data !== 'object' || data === null || !('id' in data)) return
    const message = 'The message is over 1,000,000 characters'
    if (!('method' in data)) return this.#tellTooLong(data.id, message)
    const error = { code: INVALID_REQUEST, message }
    // An opaque origin has no name to send to.
    this.#inner.contentWindow?.postMessage({ jsonrpc: '2.0', id: data.id, error }, '*')
  }

  /** The page waits for an answer, and hears that it was too long. It takes its turn like any message. */
  #tellTooLong(id: unknown, message: string): void {
    if (typeof id !== 'number' && (typeof id !== 'string' || id.length > MOST_ID)) return
    if (this.#outbox.add({ jsonrpc: '2.0', id, error: { code: APP_TOO_LONG_CODE, message } }) === 'full') return this.#end('flooded')
    if (this.#passing === undefined) this.#pass()
  }

  #end(why: AppEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#deadline)
    clearTimeout(this.#passing)
    this.#events.onEnd(why)
  }
}
