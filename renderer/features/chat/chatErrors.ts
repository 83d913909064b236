import { create } from 'zustand'
import type { ConversationId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'

interface Trouble {
  readonly conversationId: ConversationId | undefined
  readonly error: AppError
}

/** What could not be done in a conversation, shown over its composer until the next thing is tried. */
export const useChatErrors = create<{ readonly trouble: Trouble | undefined }>(() => ({ trouble: undefined }))

/** A handler for whatever fails there. */
export const showChatError =
  (conversationId: ConversationId | undefined) =>
  (thrown: unknown): void =>
    useChatErrors.setState({ trouble: { conversationId, error: AppError.from(thrown) } })

export const clearChatError = (): void => useChatErrors.setState({ trouble: undefined })
