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

interface Entry {
  readonly retry: ScheduledRetry
  readonly cancel: () => void
}

/** What runs that Parley began of one turn have behind them. */
interface Before {
  /** How often Parley asked again since a request was answered. */
  readonly tries: number
  /** How many requests were answered since the person last acted. */
  readonly steps: number
}
const NOTHING: Before = { tries: 0, steps: 0 }

/** How a turn ended, as far as that decides whether it is tried again. */
export interface EndedTurn {
  /** Why it failed. Undefined when it did not. */
  readonly failure: AppErrorData | undefined
  /** How many of its requests were answered to the end. */
  readonly answered: number
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
  /** The conversation that is being tried again right now. */
  #trying: { readonly id: ConversationId; readonly before: Before } | undefined
  /** The turns that run and were begun by Parley. */
  readonly #before = new Map<ConversationId, Before>()

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
    return Array.from(this.#entries.values(), ({ retry }) => retry)
  }

  /** A turn begins, of the person or of this. Returns how many steps it has behind it: tries share the limit of one turn. */
  turnStarted(conversationId: ConversationId): number {
    const before = this.#trying?.id === conversationId ? this.#trying.before : NOTHING
    this.#before.set(conversationId, before)
    this.stop(conversationId)
    return before.steps
  }

  turnEnded(conversationId: ConversationId, messageId: MessageId, { failure, answered }: EndedTurn): void {
    const before = this.#before.get(conversationId) ?? NOTHING
    this.#before.delete(conversationId)
    // The provider was busy anew.
    const tries = answered > 0 ? 0 : before.tries
    const steps = before.steps + answered
    const delay = failure && delayBeforeRetry(failure, tries)
    if (delay === undefined) return
    if (tries >= MOST_TRIES) return this.#set(conversationId, { retry: { conversationId, messageId, tries }, cancel: () => undefined })
    const cancel = this.#clock.after(delay, () => this.#try(conversationId, messageId, { tries: tries + 1, steps }))
    this.#set(conversationId, { retry: { conversationId, messageId, tries, at: this.#clock.now() + delay }, cancel })
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

  #try(id: ConversationId, messageId: MessageId, before: Before): void {
    this.stop(id)
    // The person looks at another version meanwhile: that is not to be gone on with.
    if (this.#leaf(id) !== messageId) return
    this.#trying = { id, before }
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
