import { APP_MESSAGE_CHARACTERS, APP_RATES, APP_WAITING, MessageBudget } from '../../../shared/confinedFrames/frameMessages'

const SIZE_CHANGED = 'ui/notifications/size-changed'

interface Waiting {
  readonly json: string
  readonly isSize: boolean
}

/**
 * What an app says and Parley's page has not heard yet. It passes on no more than the page can take, in order; of sizes that wait, only the
 * last. So an app that says much for a moment loses nothing, and one that never stops is ended.
 */
export class AppOutbox {
  readonly #messages: MessageBudget
  readonly #characters: MessageBudget
  #waiting: Waiting[] = []
  #characterCount = 0

  /** @param now Milliseconds that only grow. */
  constructor(now: () => number) {
    this.#messages = new MessageBudget(APP_RATES.messages, now)
    this.#characters = new MessageBudget(APP_RATES.characters, now)
  }

  /** Returns `full` when the app said more than can wait, and `tooLong` for a message that is over its limit and is not taken. */
  add(data: unknown): 'taken' | 'tooLong' | 'full' {
    const json = asJson(data)
    if (json === undefined) return 'taken'
    if (json.length > APP_MESSAGE_CHARACTERS) return 'tooLong'
    const isSize = isSizeChanged(data)
    const last = this.#waiting.at(-1)
    if (isSize && last?.isSize) {
      this.#waiting.pop()
      this.#characterCount -= last.json.length
    }
    this.#waiting.push({ json, isSize })
    this.#characterCount += json.length
    return this.#waiting.length > APP_WAITING.messages || this.#characterCount > APP_WAITING.characters ? 'full' : 'taken'
  }

  /** Takes the messages that may go now, oldest first. */
  take(): readonly string[] {
    const going = this.#waiting.findIndex(({ json }) => !this.#mayGo(json.length))
    const taken = this.#waiting.slice(0, going < 0 ? undefined : going).map(({ json }) => json)
    this.#waiting = going < 0 ? [] : this.#waiting.slice(going)
    for (const { length } of taken) this.#characterCount -= length
    return taken
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** A message whose number is granted but not its length costs a message, which only slows it down. */
  #mayGo(characters: number): boolean {
    return this.#messages.take() && this.#characters.take(characters)
  }
}

function isSizeChanged(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'method' in data && data.method === SIZE_CHANGED
}

/** Messages that have no JSON are dropped. */
function asJson(data: unknown): string | undefined {
  try {
    return JSON.stringify(data)
  } catch {
    return undefined
  }
}
