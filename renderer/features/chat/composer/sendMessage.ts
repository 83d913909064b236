import { MOST_ATTACHMENTS, type Conversation, type ModelChoice } from '../../../../shared/domain/chat'
import { AppError } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { attachmentsSent, type Attached } from '../../../state/draftAttachments'
import { noteSent } from '../../../state/typingActivity'
import { contextsSent, contextsToSend } from '../apps/appContexts'
import { clearChatError, showChatError } from '../chatErrors'
import { filesSent, readyFiles, type DraftFile } from '../files/draftFiles'
import type { DraftSaver } from './draftSaver'
import { giveNewChatTo, showInFront } from './giveNewChatTo'
import { messageReturned, messageSent, startSending } from './outgoingMessages'

const tooMany = (): AppError => new AppError('INVALID_INPUT', { reason: 'chat.tooManyAttached', params: { most: MOST_ATTACHMENTS } })

interface MessageToSend {
  readonly conversation: Conversation | undefined
  readonly running: boolean
  readonly text: string
  readonly attached: readonly Attached[]
  readonly files: readonly DraftFile[]
  readonly choice: ModelChoice
  /** Why no message can be sent now. */
  readonly refusal: AppError | undefined
  readonly saver: DraftSaver
  /** Whether the composer is still on the screen. */
  readonly isOpen: () => boolean
  /** The words are on their way: the field is free for the next ones. */
  readonly onWordsTaken: () => void
}

/**
 * Sends the message that stands in the composer. A new chat is a conversation from then on. What the person types and attaches until the host
 * has the message belongs to the next one. What could not be sent is there again.
 * @param how What becomes of a message while a turn runs.
 */
export async function sendMessage(message: MessageToSend, how: 'queue' | 'steer'): Promise<void> {
  const { conversation, attached, files, saver, choice, refusal } = message
  clearChatError()
  if (refusal) return showChatError(conversation?.id)(refusal)
  if (attached.length > MOST_ATTACHMENTS) return showChatError(conversation?.id)(tooMany())
  const words = message.text.trim()
  const stop = startSending(conversation?.id ?? 'new', { words, reads: attached.length > 0 })
  message.onWordsTaken()
  noteSent()
  let conversationId = conversation?.id
  try {
    conversationId = await saver.conversation(choice)
    if (!conversation) await giveNewChatTo(conversationId)
    void saver.flush(choice)
    const given = contextsToSend(conversation?.id)
    const sent = {
      conversationId,
      text: words,
      ...(attached.length > 0 && { attachments: attached.map(({ source, serverId, uri }) => ({ source, serverId, uri })) }),
      ...(files.length > 0 && { files: [...readyFiles(files)] }),
      ...(given.length > 0 && { apps: given.map(({ serverId, tool, text: context }) => ({ serverId, tool, text: context })) }),
    }
    const accepted = message.running
      ? callHost('chat.queue', { ...sent, ...(how === 'steer' && { steers: true }) }, stop.signal)
      : callHost('chat.send', sent, stop.signal)
    // After it was asked for: a message without attachments is there when the conversation is opened.
    if (!conversation) showInFront(conversationId, message.isOpen())
    await accepted
    messageSent(stop)
    attachmentsSent(conversationId, attached)
    contextsSent(given)
    filesSent(conversationId, files)
  } catch (thrown) {
    messageReturned(stop)
    if (!stop.signal.aborted) showChatError(conversationId)(thrown)
  }
}
