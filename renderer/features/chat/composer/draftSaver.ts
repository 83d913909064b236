import type { ConversationId, ProjectId } from '../../../../shared/domain/ids'
import type { ModelChoice } from '../../../../shared/domain/chat'
import { joinTexts } from '../../../../shared/domain/draftText'
import { throttle } from '../../../../shared/lib/throttle'
import { callHost } from '../../../rpc/callHost'
import { afterMs } from '../../../ui/afterMs'
import { takenBack } from '../queue/queuedMessagesTakenBack'
import { shouldKeepNewChat } from './shouldKeepNewChat'

/** The longest time until typed text is saved, even while the person keeps typing. A crash loses no more than this. */
const SAVE_AFTER_MS = 400

/**
 * Saves what a person types in the conversation in front. For a new chat, it creates a conversation with the first words, so that they
 * survive a crash. Each composer on the screen has one.
 */
export class DraftSaver {
  #id: ConversationId | undefined
  #creating: Promise<ConversationId> | undefined
  readonly #saveSoon = throttle((model: ModelChoice) => void this.#save(model), { ms: SAVE_AFTER_MS, leading: false, after: afterMs })
  #saved: string
  #text: string
  readonly #isNew: boolean
  #used = false
  #hasFiles = false
  #createdWith: ModelChoice | undefined
  readonly #projectId: ProjectId | undefined

  /** @param projectId the project that a new chat begins in */
  constructor(id: ConversationId | undefined, draft: string, projectId?: ProjectId) {
    this.#id = id
    this.#projectId = projectId
    this.#isNew = id === undefined
    this.#saved = draft
    this.#text = draft
  }

  /**
   * Returns the conversation's id, and creates the conversation if necessary. If the person has chosen another model since then, updates
   * the model.
   */
  async conversation(model: ModelChoice): Promise<ConversationId> {
    this.#used = true
    const conversationId = await this.#ensure(model)
    if (this.#createdWith !== undefined && this.#createdWith !== model) {
      await callHost('chat.setModel', { conversationId, model })
      this.#createdWith = model
    }
    return conversationId
  }

  /** Returns the conversation that keeps the files of the message. One that was created for them stays while it has some. */
  async conversationForFiles(model: ModelChoice, hasFiles: boolean): Promise<ConversationId> {
    this.#hasFiles = hasFiles
    return await this.#ensure(model)
  }

  /** Whether a conversation was created for the new chat: for words or files that may be gone from it again. */
  get hasBegun(): boolean {
    return this.#creating !== undefined
  }

  note(text: string, model: ModelChoice): void {
    this.#text = text
    this.#saveSoon(model)
  }

  /** Saves the last text at once, because the composer closes or the message was sent. Resolves when it was tried. */
  async flush(model: ModelChoice): Promise<void> {
    this.#saveSoon.cancel()
    await this.#save(model)
  }

  /** Ends the saver when the composer closes. Removes a new conversation that is still empty. Calls `onKept` with one that stays. */
  leave(model: ModelChoice, onKept?: (id: ConversationId) => void): void {
    void this.flush(model)
    if (!this.#isNew || this.#used || !this.#creating) return
    const isKept = shouldKeepNewChat(this.#text, this.#hasFiles)
    // If the creation failed, there is nothing to remove.
    void this.#creating
      .then(async (conversationId) => {
        if (isKept) onKept?.(conversationId)
        else await callHost('chat.remove', { conversationIds: [conversationId] })
      })
      .catch(() => undefined)
  }

  async #save(model: ModelChoice): Promise<void> {
    const text = this.#text
    if (text === this.#saved || (text.trim() === '' && this.#id === undefined && !this.#creating)) return
    try {
      this.#saved = text
      const conversationId = await this.#ensure(model)
      const came = takenBack(conversationId)
      await callHost('chat.saveDraft', { conversationId, draft: came === undefined ? text : joinTexts([this.#text, await came]) })
    } catch {
      // The text is still in the composer. The next key press saves it.
      this.#saved = ''
    }
  }

  async #ensure(model: ModelChoice): Promise<ConversationId> {
    if (this.#id !== undefined) return this.#id
    if (!this.#creating) {
      this.#createdWith = model
      this.#creating = callHost('chat.create', { model, projectId: this.#projectId }).then(({ conversationId }) => conversationId)
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
