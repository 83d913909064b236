import type { ChatMessage, Conversation } from '../../shared/domain/chat'
import type { MessageId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'

/**
 * Pure: returns a message of the versions that are in front.
 * @throws {AppError} NOT_FOUND when it is not in front.
 */
export function messageInFront({ messages }: Conversation, messageId: MessageId): ChatMessage {
  const message = messages.find(({ id }) => id === messageId)
  if (!message) throw new AppError('NOT_FOUND', { reason: 'chat.messageGone' })
  return message
}
