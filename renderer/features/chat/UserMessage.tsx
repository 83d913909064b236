import { memo } from 'react'
import { t } from '../../i18n/t'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId, PartId } from '../../../shared/domain/ids'
import { SafeText } from '../../ui/SafeText'
import { useMessageEdit } from './messageEdit'
import { MessageActions } from './MessageActions'
import { MessageEditor } from './MessageEditor'
import { AttachmentCard } from './AttachmentCard'
import { attachmentsOf } from './messageContent'
import { messageText } from './messageContent'

export interface UserMessageProps {
  readonly conversationId: ConversationId
  readonly message: ChatMessage
  /** A turn runs in this conversation. */
  readonly running: boolean
}

/** The person's text as typed, below the attachments. */
export const UserMessage = memo(function UserMessage({ conversationId, message, running }: UserMessageProps) {
  const edit = useMessageEdit(message.id)
  const text = messageText(message)
  const attached = attachmentsOf(message)
  return (
    <article data-message={message.id} aria-label={t('chat.you')} className="group grid justify-items-end gap-0.5 pb-2">
      {attached.length > 0 && (
        <div className="grid w-[82%] grid-cols-[minmax(0,1fr)] gap-1.5 pb-1">
          {attached.map((part) => (
            <AttachmentCard key={part.id} part={part} />
          ))}
        </div>
      )}
      {edit ? (
        <MessageEditor conversationId={conversationId} message={message} edit={edit} running={running} />
      ) : (
        text !== '' && <Words text={text} partId={message.parts.find(({ kind }) => kind === 'text')?.id} />
      )}
      {!edit && <MessageActions conversationId={conversationId} message={message} running={running} />}
    </article>
  )
})

function Words({ text, partId }: { readonly text: string; readonly partId: PartId | undefined }) {
  return (
    <div
      data-part={partId}
      dir="auto"
      translate="no"
      className="breakable max-w-[82%] rounded-(--r-4) rounded-ee-(--r-1) bg-hover px-[0.8125rem] py-[0.5625rem] text-14 whitespace-pre-wrap"
    >
      <SafeText text={text} />
    </div>
  )
}
