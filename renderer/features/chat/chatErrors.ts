import { create } from 'zustand'
import type { ConversationId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'

interface Trouble {
  readonly conversationId: ConversationId | undefined
  readonly error: AppError
  /** It was a summary that failed: tries again. */
  readonly summarizeAgain?: () => void
}

/** The last failure in a conversation. It stays above the composer until the next action. */
export const useChatErrors = create<{ readonly trouble: Trouble | undefined }>(() => ({ trouble: undefined }))

/** Returns a handler that shows a failure in this conversation. */
export const showChatError =
  (conversationId: ConversationId | undefined) =>
  (thrown: unknown): void =>
    useChatErrors.setState({ trouble: { conversationId, error: AppError.from(thrown) } })

/** Shows why the older part of this conversation could not be summarised. */
export const showSummaryError = (conversationId: ConversationId, thrown: unknown, summarizeAgain: () => void): void =>
  useChatErrors.setState({ trouble: { conversationId, error: AppError.from(thrown), summarizeAgain } })

/** Takes away that no model answered, once one does. */
export function clearNoModelError(): void {
  if (useChatErrors.getState().trouble?.error.reason === 'chat.noModelAnswers') clearChatError()
}

export const clearChatError = (): void => useChatErrors.setState({ trouble: undefined })
