import type { CallProgress } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'

const MESSAGE_CHARACTERS = 1_000

interface Listener {
  readonly callId: CallId
  readonly hear: (progress: CallProgress) => void
}

/**
 * The progress listeners of the calls on one session. A call's id is its token. It stays valid over all rounds of the call, and as long as
 * a task of it runs. Other progress notifications are ignored.
 */
export class ProgressTokens {
  readonly #listeners = new Map<unknown, Listener>()

  /** Returns a function that stops listening. */
  follow(callId: CallId, listener: (progress: CallProgress) => void): () => void {
    const mine: Listener = { callId, hear: listener }
    this.#listeners.set(callId, mine)
    return () => {
      if (this.#listeners.get(callId) === mine) this.#listeners.delete(callId)
    }
  }

  /** Returns the call of a progress notification if it has a listener. */
  callOf(params: Readonly<Record<string, unknown>> | undefined): CallId | undefined {
    return this.#listeners.get(params?.['progressToken'])?.callId
  }

  take(params: Readonly<Record<string, unknown>> | undefined): void {
    const { progressToken, progress, total, message } = params ?? {}
    if (typeof progress !== 'number') return
    this.#listeners.get(progressToken)?.hear({
      progress,
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message: message.slice(0, MESSAGE_CHARACTERS) }),
    })
  }
}
