import type { JsonObject } from '../../../../../shared/lib/json'
import type { HeardMessage, RpcId } from './jsonRpc'

/** How a request of Parley's to the app ended. `late`: it did not answer in time. `closed`: the app is gone. */
export type AppAnswer =
  { readonly result: JsonObject } | { readonly error: { readonly code: number; readonly message: string } } | 'late' | 'closed'

/** The requests of Parley's to one app that wait for an answer. Each ends once. */
export class PendingAnswers {
  readonly #after: (ms: number, run: () => void) => () => void
  readonly #waiting = new Map<RpcId, (answer: AppAnswer) => void>()
  #last = 0

  constructor(after: (ms: number, run: () => void) => () => void) {
    this.#after = after
  }

  /** Sends a request with an id of its own, and resolves to its end. */
  ask(send: (id: RpcId) => void, ms: number): Promise<AppAnswer> {
    const id = `parley-${++this.#last}`
    return new Promise((resolve) => {
      const stop = this.#after(ms, () => end('late'))
      const end = (answer: AppAnswer): void => {
        stop()
        this.#waiting.delete(id)
        resolve(answer)
      }
      this.#waiting.set(id, end)
      send(id)
    })
  }

  /** Takes an answer. False when nobody waits for it: another id, or a second answer. */
  take(heard: Extract<HeardMessage, { kind: 'answer' | 'error' }>): boolean {
    const end = this.#waiting.get(heard.id)
    end?.(heard.kind === 'answer' ? { result: heard.result } : { error: heard.error })
    return end !== undefined
  }

  close(): void {
    for (const end of this.#waiting.values()) end('closed')
  }
}
