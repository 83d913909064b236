import type { CallProgress } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'

const MESSAGE_CHARACTERS = 1_000

interface Listener {
  readonly callId: CallId
  readonly hear: (progress: CallProgress) => void
}

/**
 * Who listens to the progress of which call over one connection. A call's id is its token: it stays valid over all rounds of the call and
 * as long as a task of it runs. Anything else that a server sends under this name is left alone.
 */
export class ProgressTokens {
  readonly #listeners = new Map<unknown, Listener>()

  /** Returns how to stop. */
  follow(callId: CallId, listener: (progress: CallProgress) => void): () => void {
    const mine: Listener = { callId, hear: listener }
    this.#listeners.set(callId, mine)
    return () => {
      if (this.#listeners.get(callId) === mine) this.#listeners.delete(callId)
    }
  }

  /** The call that a progress notification is about, if somebody listens. */
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
