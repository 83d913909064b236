import type { ScheduledRetry } from '../../shared/domain/chat'
import type { ConversationId, MessageId } from '../../shared/domain/ids'
import type { AppErrorData } from '../../shared/errors/appError'
import { backoffDelay } from '../../shared/lib/backoffDelay'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'

/** How often Parley asks again by itself, before it leaves that to the person. */
export const MOST_TRIES = 3
/** Whoever asks to be left alone for longer than this is not asked again without the person. */
const LONGEST_SECONDS = 15 * 60
const BACKOFF = { firstMs: 5_000, mostMs: 60_000 }

interface Entry extends ScheduledRetry {
  readonly cancel: () => void
}

/** How a turn ended, as far as that decides whether it is tried again. */
export interface EndedTurn {
  /** Why it failed. Undefined when it did not. */
  readonly failure: AppErrorData | undefined
  /** Whether a request of its was answered to the end. */
  readonly wasAnswered: boolean
}

/**
 * The owner of retries that Parley makes by itself: of answers that failed because the provider is busy. In memory only: after a restart
 * nothing is sent that nobody asked for. Whatever the person does with the conversation counts instead.
 */
export class AnswerRetries implements Disposable {
  readonly changes = new Emitter<void>()
  readonly #clock: Pick<Clock, 'now' | 'after'>
  readonly #leaf: (id: ConversationId) => MessageId | null
  readonly #retry: (id: ConversationId) => void
  readonly #entries = new Map<ConversationId, Entry>()
  /** The conversation that is being tried again right now, and for which time. */
  #trying: { readonly id: ConversationId; readonly tries: number } | undefined
  /** How often the turn that runs was begun by Parley. */
  readonly #tries = new Map<ConversationId, number>()

  constructor(deps: {
    readonly clock: Pick<Clock, 'now' | 'after'>
    /** Returns the last message of the versions that are in front. */
    readonly leaf: (id: ConversationId) => MessageId | null
    /** Goes on with the last turn. @throws when that cannot be. */
    readonly retry: (id: ConversationId) => void
  }) {
    this.#clock = deps.clock
    this.#leaf = deps.leaf
    this.#retry = deps.retry
  }

  all(): readonly ScheduledRetry[] {
    return Array.from(this.#entries.values(), ({ cancel: _cancel, ...entry }) => entry)
  }

  /** A turn began, of the person or of this. */
  turnStarted(conversationId: ConversationId): void {
    const trying = this.#trying?.id === conversationId ? this.#trying : undefined
    if (trying) this.#tries.set(conversationId, trying.tries)
    else this.#tries.delete(conversationId)
    this.stop(conversationId)
  }

  turnEnded(conversationId: ConversationId, messageId: MessageId, { failure, wasAnswered }: EndedTurn): void {
    // The provider was busy anew.
    const tries = wasAnswered ? 0 : (this.#tries.get(conversationId) ?? 0)
    this.#tries.delete(conversationId)
    const delay = failure && delayBeforeRetry(failure, tries)
    if (delay === undefined) return
    if (tries >= MOST_TRIES) return this.#set(conversationId, { conversationId, messageId, tries, cancel: () => undefined })
    const cancel = this.#clock.after(delay, () => this.#try(conversationId, messageId, tries + 1))
    this.#set(conversationId, { conversationId, messageId, tries, at: this.#clock.now() + delay, cancel })
  }

  /** Nothing is tried again in this conversation by itself. Does nothing where nothing is scheduled. */
  stop(conversationId: ConversationId): void {
    const entry = this.#entries.get(conversationId)
    if (!entry) return
    entry.cancel()
    this.#entries.delete(conversationId)
    this.changes.emit()
  }

  [Symbol.dispose](): void {
    for (const id of this.#entries.keys()) this.stop(id)
  }

  #set(id: ConversationId, entry: Entry): void {
    this.#entries.get(id)?.cancel()
    this.#entries.set(id, entry)
    this.changes.emit()
  }

  #try(id: ConversationId, messageId: MessageId, tries: number): void {
    this.stop(id)
    // The person looks at another version meanwhile: that is not to be gone on with.
    if (this.#leaf(id) !== messageId) return
    this.#trying = { id, tries }
    try {
      this.#retry(id)
    } catch (thrown) {
      // It was removed, or its model is gone. The person sees why when they try.
      log('warn', 'An answer could not be tried again', { conversation: id, error: thrown })
    } finally {
      this.#trying = undefined
    }
  }
}

/** Pure: returns after how many milliseconds it is worth asking again, or undefined when waiting alone does not help. */
export function delayBeforeRetry({ code, retryAfterSeconds }: AppErrorData, tries: number): number | undefined {
  if (code !== 'MODEL_RATE_LIMITED' && code !== 'MODEL_OVERLOADED') return undefined
  if (retryAfterSeconds === undefined) return backoffDelay(tries, BACKOFF)
  return retryAfterSeconds > LONGEST_SECONDS ? undefined : Math.max(1, retryAfterSeconds) * 1000
}
