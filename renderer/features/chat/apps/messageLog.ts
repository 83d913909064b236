import type { InputOf } from '../../../../shared/rpc/contract'

type Message = InputOf<'apps.log'>['messages'][number]

/** The longest message that is recorded, in UTF-16 code units. */
const MOST_JSON = 100_000
const MOST_AT_ONCE = 200
const WAIT_MS = 500

/** Collects the messages of an app and hands them on together, because each hand-over costs as much as many messages. */
export class MessageLog {
  readonly #write: (messages: readonly Message[]) => void
  readonly #after: (ms: number, run: () => void) => () => void
  #waiting: Message[] = []
  #stop: (() => void) | undefined

  constructor(write: (messages: readonly Message[]) => void, after: (ms: number, run: () => void) => () => void) {
    this.#write = write
    this.#after = after
  }

  add(direction: Message['direction'], message: unknown): void {
    this.#waiting.push({ direction, json: (JSON.stringify(message) ?? 'null').slice(0, MOST_JSON) })
    if (this.#waiting.length >= MOST_AT_ONCE) this.flush()
    else this.#stop ??= this.#after(WAIT_MS, () => this.flush())
  }

  /** Hands on what waits. */
  flush(): void {
    this.#stop?.()
    this.#stop = undefined
    const messages = this.#waiting
    this.#waiting = []
    if (messages.length > 0) this.#write(messages)
  }
}
