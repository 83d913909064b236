import type { ConversationId, ModelRef } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { clearChatError, showSummaryError } from '../chatErrors'

/**
 * Has a model summarise the older part of a conversation. What goes wrong is shown above the composer.
 * @param model Whose window is nearly full. Absent: the conversation's own model.
 * @param onSummarized Called when the summary stands for that part.
 */
export function summarize(conversationId: ConversationId, model: ModelRef | undefined, onSummarized?: () => unknown): void {
  clearChatError()
  callHost('chat.summarize', { conversationId, model }).then(onSummarized, (thrown: unknown) => {
    // The person stopped it.
    if (AppError.from(thrown).code === 'CANCELLED') return
    showSummaryError(conversationId, thrown, () => summarize(conversationId, model, onSummarized))
  })
}
