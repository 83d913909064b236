import type { Conversation } from '../../shared/domain/chat'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ConversationId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { english, type Translator } from '../../shared/i18n/translator'
import { redact } from '../lib/redact'
import { attachedConversationText } from './attachedConversationText'

export interface ConversationAttachmentsDeps {
  /** @throws {AppError} NOT_FOUND */
  readonly load: (id: ConversationId) => Pick<Conversation, 'title' | 'messages'>
  /** The servers that brought something into a conversation. */
  readonly serversIn: (id: ConversationId) => readonly ServerId[]
  readonly keepText: (name: string, text: string, servers: readonly ServerId[], signal: AbortSignal) => Promise<AttachedFile>
  readonly translator?: (() => Promise<Translator>) | undefined
  readonly limits: () => Pick<Limits, 'resultBytesToModel'>
}

/** The line that says that something is left out fits in. */
const LINE_BYTES = 1_000

/** Makes files of conversations, to attach them to others. */
export class ConversationAttachments {
  readonly #deps: ConversationAttachmentsDeps

  constructor(deps: ConversationAttachmentsDeps) {
    this.#deps = deps
  }

  /**
   * Keeps what was said in a conversation, as much of it as a model gets of a file.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT where nothing was said, NOT_SAVED
   */
  async make(id: ConversationId, signal: AbortSignal): Promise<AttachedFile> {
    const { load, serversIn, keepText, translator, limits } = this.#deps
    const conversation = load(id)
    const words = (await translator?.()) ?? english
    const title = redact(conversation.title).trim() || words.t('exports.file.untitled')
    const text = attachedConversationText(conversation, words, limits().resultBytesToModel - LINE_BYTES)
    if (text === '') throw new AppError('INVALID_INPUT', { reason: 'files.nothingSaid', params: { title } })
    // The store takes a slash for the end of a folder.
    return await keepText(`${title.replaceAll(/[/\\]/g, '-')}.md`, text, serversIn(id), signal)
  }
}
