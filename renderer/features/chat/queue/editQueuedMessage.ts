import type { QueuedMessage } from '../../../../shared/domain/queue/queuedMessage'
import type { ConversationId } from '../../../../shared/domain/ids'
import { callHost } from '../../../rpc/callHost'
import { attachTo } from '../../../state/draftAttachments'
import { useNavigation } from '../../../state/navigation'
import { insertText } from '../composer/insertStore'
import { showChatError } from '../chatErrors'
import { addKeptFiles } from '../files/draftFiles'
import { noteTakingBack } from './queuedMessagesTakenBack'

/** Takes a queued message back into the composer, with its attachments and files. The field has the focus then. */
export function editQueuedMessage(conversationId: ConversationId, { id: queuedId, text, attached }: QueuedMessage): void {
  const taking = callHost('chat.editQueued', { conversationId, queuedId }).then(() => {
    for (const part of attached) {
      if (part.kind === 'file' || part.source === 'prompt' || part.source === 'app' || part.uri === undefined) continue
      const { source, serverId, uri, name } = part
      attachTo(conversationId, { source, serverId, uri, name })
    }
    const files = attached.flatMap((part) => (part.kind === 'file' ? [part.file] : []))
    if (files.length > 0) addKeptFiles(conversationId, files).catch(showChatError(conversationId))
    // The person has left: the conversation's draft has the text when they come back.
    if (useNavigation.getState().conversationId !== conversationId) return text
    insertText(text)
    return ''
  })
  noteTakingBack(conversationId, taking)
  taking.catch(showChatError(conversationId))
}
