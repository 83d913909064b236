import type { ChatMessage, Conversation } from '../../../shared/domain/chat'
import { PartId } from '../../../shared/domain/ids'
import type { Clock } from '../../lib/clock'
import type { ActiveConversation } from '../activeConversation'
import type { ActiveConversations } from '../activeConversations'
import type { ConversationWriter } from '../conversationWriter'
import { copyMessage, withText } from '../copyMessage'
import { titleOfUserInput, userParts, userText } from '../userMessage'

export interface VersionDeps {
  readonly activeConversations: Pick<ActiveConversations, 'of'>
  readonly writer: ConversationWriter
  readonly clock: Clock
}

/**
 * Adds a version of a person's message with another text, and brings it to the front. Its attachments stay. Returns the conversation, in which
 * nothing answers it yet.
 */
export function writeUserVersion(deps: VersionDeps, conversation: Conversation, message: ChatMessage, text: string): ActiveConversation {
  const { activeConversations, writer, clock } = deps
  const before = userText(message)
  const live = activeConversations.of(conversation)
  const after = { text, attached: before.attached.map((part) => ({ ...part, id: PartId.parse(clock.newId()) })) }
  writer.addVersion(live, message, { role: 'user', state: 'done', parts: userParts(after, clock) })
  if (message.parent === undefined && conversation.title === titleOfUserInput(before)) writer.setTitle(live, titleOfUserInput(after))
  return live
}

/** Adds a version of an answer in which the last text is another one, and brings it to the front. Its calls are copies and run no more. */
export function writeAnswerVersion(deps: VersionDeps, conversation: Conversation, message: ChatMessage, text: string): void {
  const { activeConversations, writer, clock } = deps
  const { message: copy, calls } = copyMessage(message, message.parent, clock)
  const { role, state, model } = message
  const parts = withText(copy.parts, text, clock)
  const version = { role, state, parts, ...(model !== undefined && { model }) }
  writer.addVersion(activeConversations.of(conversation), message, version, calls)
}
