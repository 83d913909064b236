import type { ConversationId } from '../../../../shared/domain/ids'
import type { ModelChoice } from '../../../../shared/domain/chat'
import { throttle } from '../../../../shared/lib/throttle'
import { callHost } from '../../../rpc/callHost'
import { afterMs } from '../../../ui/afterMs'

/** What was typed is saved this long afterwards at the latest, also while more is being typed: a crash takes no more than that. */
const SAVE_AFTER_MS = 400

/**
 * Keeps what is typed: in the conversation in front, or in a new one that is created with the first words, so that they survive a crash.
 * One for every composer on the screen.
 */
export class DraftSaver {
  #id: ConversationId | undefined
  #creating: Promise<ConversationId> | undefined
  readonly #saveSoon = throttle((model: ModelChoice) => void this.#save(model), { ms: SAVE_AFTER_MS, leading: false, after: afterMs })
  #saved: string
  #text: string
  readonly #isNew: boolean
  #used = false
  #createdWith: ModelChoice | undefined

  constructor(id: ConversationId | undefined, draft: string) {
    this.#id = id
    this.#isNew = id === undefined
    this.#saved = draft
    this.#text = draft
  }

  /** The conversation's id; creates it where there is none yet. One that was created with the first words gets the model that was chosen since. */
  async conversation(model: ModelChoice): Promise<ConversationId> {
    this.#used = true
    const conversationId = await this.#ensure(model)
    if (this.#createdWith !== undefined && this.#createdWith !== model) {
      await callHost('chat.setModel', { conversationId, model })
      this.#createdWith = model
    }
    return conversationId
  }

  note(text: string, model: ModelChoice): void {
    this.#text = text
    this.#saveSoon(model)
  }

  /** The composer goes away, or its words were sent: what was typed last is saved at once. */
  flush(model: ModelChoice): void {
    this.#saveSoon.cancel()
    void this.#save(model)
  }

  /** The composer goes away. A new conversation that in the end held nothing goes with it; `onKept` learns of one that stays. */
  leave(model: ModelChoice, onKept?: (id: ConversationId) => void): void {
    this.flush(model)
    if (!this.#isNew || this.#used || !this.#creating) return
    const held = this.#text !== ''
    // One that could not be created holds nothing.
    void this.#creating
      .then(async (conversationId) => {
        if (held) onKept?.(conversationId)
        else await callHost('chat.remove', { conversationId })
      })
      .catch(() => undefined)
  }

  async #save(model: ModelChoice): Promise<void> {
    const text = this.#text
    if (text === this.#saved || (text.trim() === '' && this.#id === undefined && !this.#creating)) return
    try {
      this.#saved = text
      await callHost('chat.saveDraft', { conversationId: await this.#ensure(model), draft: text })
    } catch {
      // The text still stands in the composer, and is saved with the next key.
      this.#saved = ''
    }
  }

  async #ensure(model: ModelChoice): Promise<ConversationId> {
    if (this.#id !== undefined) return this.#id
    if (!this.#creating) {
      this.#createdWith = model
      this.#creating = callHost('chat.create', { model }).then(({ conversationId }) => conversationId)
    }
    try {
      this.#id = await this.#creating
      return this.#id
    } catch (thrown) {
      this.#creating = undefined
      throw thrown
    }
  }
}
