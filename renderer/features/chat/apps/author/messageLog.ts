import type { InputOf } from '../../../../../shared/rpc/contract'

type Message = InputOf<'apps.log'>['messages'][number]

/** The longest message that is recorded, in UTF-16 code units. */
const MOST_JSON = 100_000
const MOST_AT_ONCE = 200
const WAIT_MS = 500
/** A page in the background wakes up late. */
const MOST_AGO_MS = 60_000

/** Collects the messages of an app and hands them on together, because each hand-over costs as much as many messages. */
export class MessageLog {
  readonly #write: (messages: readonly Message[]) => void
  readonly #after: (ms: number, run: () => void) => () => void
  readonly #now: () => number
  #waiting: (Omit<Message, 'agoMs'> & { readonly passedAt: number })[] = []
  #stop: (() => void) | undefined

  /** @param now Milliseconds that only grow. */
  constructor(
    write: (messages: readonly Message[]) => void,
    after: (ms: number, run: () => void) => () => void,
    now: () => number = () => performance.now(),
  ) {
    this.#write = write
    this.#after = after
    this.#now = now
  }

  add(direction: Message['direction'], message: unknown): void {
    const json = JSON.stringify(message) ?? 'null'
    const passedAt = this.#now()
    if (json.length <= MOST_JSON) this.#waiting.push({ direction, json, passedAt })
    else this.#waiting.push({ direction, json: json.slice(0, MOST_JSON), passedAt, bytes: new Blob([json]).size })
    if (this.#waiting.length >= MOST_AT_ONCE) this.flush()
    else this.#stop ??= this.#after(WAIT_MS, () => this.flush())
  }

  /** Hands on what waits. */
  flush(): void {
    this.#stop?.()
    this.#stop = undefined
    const messages = this.#waiting
    this.#waiting = []
    const now = this.#now()
    if (messages.length > 0)
      this.#write(messages.map(({ passedAt, ...message }) => ({ ...message, agoMs: Math.min(now - passedAt, MOST_AGO_MS) })))
  }
}
