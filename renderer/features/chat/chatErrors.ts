import { create } from 'zustand'
import type { ConversationId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'

interface Trouble {
  readonly conversationId: ConversationId | undefined
  readonly error: AppError
}

/** The last failure in a conversation. It stays above the composer until the next action. */
export const useChatErrors = create<{ readonly trouble: Trouble | undefined }>(() => ({ trouble: undefined }))

/** Returns a handler that shows a failure in this conversation. */
export const showChatError =
  (conversationId: ConversationId | undefined) =>
  (thrown: unknown): void =>
    useChatErrors.setState({ trouble: { conversationId, error: AppError.from(thrown) } })

export const clearChatError = (): void => useChatErrors.setState({ trouble: undefined })
