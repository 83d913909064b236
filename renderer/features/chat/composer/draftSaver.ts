import type { ConversationId, ProjectId } from '../../../../shared/domain/ids'
import type { ModelChoice } from '../../../../shared/domain/chat'
import { joinTexts, withoutSent } from '../../../../shared/domain/queue/draftText'
import { throttle } from '../../../../shared/lib/throttle'
import { callHost } from '../../../rpc/callHost'
import { useNavigation } from '../../../state/navigation'
import { afterMs } from '../../../ui/afterMs'
import { takenBack } from '../queue/queuedMessagesTakenBack'
import { outgoingWords } from './outgoingMessages'
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
  /** What the host has. Undefined while that is not known. */
  #saved: string | undefined
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
    this.#text = id === undefined ? draft : withoutSent(draft, outgoingWords(id))
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

  /** A message was sent: the host has taken it out of what it keeps. */
  noteSent(model: ModelChoice): void {
    this.#saved = undefined
    this.#saveSoon(model)
  }

  /** Saves the last text at once, because the composer closes or the message was sent. Resolves when it was tried. */
  async flush(model: ModelChoice): Promise<void> {
    this.#saveSoon.cancel()
    await this.#save(model)
  }

  /**
   * Ends the saver when the composer closes. Returns the conversation that a new chat stays as, if it does. Removes one that is empty
   * again, unless it is what the person has opened.
   * @param isUploading whether files of it are on their way
   */
  leave(model: ModelChoice, isUploading = false): Promise<ConversationId> | undefined {
    void this.flush(model)
    if (!this.#isNew || this.#used) return undefined
    if (shouldKeepNewChat(this.#text, this.#hasFiles || isUploading)) {
      return this.#creating ?? (isUploading ? this.#ensure(model) : undefined)
    }
    // If the creation failed, there is nothing to remove.
    void this.#creating
      ?.then(async (conversationId) => {
        if (useNavigation.getState().conversationId === conversationId) return
        await callHost('chat.remove', { conversationIds: [conversationId] })
      })
      .catch(() => undefined)
    return undefined
  }

  async #save(model: ModelChoice): Promise<void> {
    if (this.#id === undefined && !this.#creating && this.#text.trim() === '') return
    try {
      const conversationId = this.#id ?? (await this.#ensure(model))
      // What is being sent may come back.
      const draft = joinTexts([outgoingWords(conversationId), this.#text])
      if (draft === this.#saved) return
      this.#saved = draft
      const came = takenBack(conversationId)
      await callHost('chat.saveDraft', { conversationId, draft: came === undefined ? draft : joinTexts([draft, await came]) })
    } catch {
      // The text is still in the composer. The next key press saves it.
      this.#saved = undefined
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
