import type { ConversationId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ActiveConversation } from './activeConversation'
import type { ActiveConversations } from './activeConversations'
import type { ActiveTurn } from './activeTurn'

/** How long after a failed write all are written again. */
const AGAIN_MS = 5_000

/**
 * Owner of the turns that failed when the disk could not take even that. Until it does, their conversations are shown from memory, and no
 * other turn starts in them. They are saved when somebody wants to go on there, and by themselves a few seconds after there is space. Those of
 * which a write can never succeed are given up.
 */
export class UnsavedTurns implements Disposable {
  readonly #clock: Clock
  readonly #activeConversations: Pick<ActiveConversations, 'ended'>
  readonly #turns = new Map<ConversationId, { readonly turn: Pick<ActiveTurn, 'saveFailure'>; readonly live: ActiveConversation }>()
  #cancel: (() => void) | undefined
  #closed = false

  constructor(deps: { readonly clock: Clock; readonly activeConversations: Pick<ActiveConversations, 'ended'> }) {
    this.#clock = deps.clock
    this.#activeConversations = deps.activeConversations
  }

  add(live: ActiveConversation, turn: Pick<ActiveTurn, 'saveFailure'>): void {
    this.#turns.set(live.id, { turn, live })
    this.#saveSoon()
  }

  /**
   * Saves the turn of this conversation, if there is one.
   * @throws while the disk takes nothing.
   */
  save(conversationId: ConversationId): void {
    const unsaved = this.#turns.get(conversationId)
    if (!unsaved) return
    unsaved.turn.saveFailure()
    this.#turns.delete(conversationId)
    this.#activeConversations.ended(unsaved.live)
  }

  /** What is not saved is shown as cut off after the next start. */
  [Symbol.dispose](): void {
    this.#closed = true
    this.#cancel?.()
  }

  #saveSoon(): void {
    if (this.#closed) return
    this.#cancel ??= this.#clock.after(AGAIN_MS, () => {
      this.#cancel = undefined
      for (const conversationId of this.#turns.keys()) this.#trySave(conversationId)
      if (this.#turns.size > 0) this.#saveSoon()
    })
  }

  #trySave(conversationId: ConversationId): void {
    try {
      this.save(conversationId)
    } catch (thrown) {
      // It was logged when it failed first, and the screen shows it.
      if (mayPass(thrown)) return
      log('error', 'A failed turn can never be written', { conversation: conversationId, error: thrown })
      const unsaved = this.#turns.get(conversationId)
      this.#turns.delete(conversationId)
      if (unsaved) this.#activeConversations.ended(unsaved.live)
    }
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED (https://sqlite.org/rescode.html). */
const IN_USE = [5, 6]

/** Pure: whether what could not be written can be written later. Where the rows of a conversation are gone, nothing ever can. */
function mayPass(thrown: unknown): boolean {
  if (AppError.from(thrown).code === 'NOT_SAVED') return true
  return thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number' && IN_USE.includes(thrown.errcode & 0xff)
}
