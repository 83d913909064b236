import { memo } from 'react'
import { t } from '../../i18n/t'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId, PartId } from '../../../shared/domain/ids'
import { errorTitle } from '../../i18n/translateError'
import { Markdown } from '../../markdown/Markdown'
import { SafeText } from '../../ui/SafeText'
import { FoldedText } from './FoldedText'
import { downloadContent } from './files/downloadContent'
import { askToOpen } from '../../state/linkToOpen'
import { useMessageEdit } from './messageEdit'
import { MessageActions } from './MessageActions'
import { MessageEditor } from './MessageEditor'
import { AttachmentCard } from './AttachmentCard'
import { FileCard } from './files/FileCard'
import { attachmentsOf, filesOf, noticesOf } from './messageContent'
import { messageText } from './messageContent'

export interface UserMessageProps {
  readonly conversationId: ConversationId
  readonly message: ChatMessage
  /** A turn runs in this conversation. */
  readonly running: boolean
}

/** What the person wrote, with its Markdown, below the attachments and what an import could not bring. */
export const UserMessage = memo(function UserMessage({ conversationId, message, running }: UserMessageProps) {
  const edit = useMessageEdit(message.id)
  const text = messageText(message)
  const attached = attachmentsOf(message)
  const files = filesOf(message)
  return (
    <article data-message={message.id} aria-label={t('chat.you')} className="group grid justify-items-end gap-0.5 pb-2">
      {attached.length > 0 && (
        <div className="grid w-[82%] grid-cols-[minmax(0,1fr)] gap-1.5 pb-1">
          {attached.map((part) => (
            <AttachmentCard key={part.id} part={part} />
          ))}
        </div>
      )}
      {files.length > 0 && (
        <div className="flex max-w-[82%] flex-wrap justify-end gap-1.5 pb-1">
          {files.map(({ id, file }) => (
            <FileCard key={id} file={file} partId={id} />
          ))}
        </div>
      )}
      {noticesOf(message).map(({ id, error }) => (
        <p key={id} className="max-w-[82%] pb-1 text-13 text-text-2">
          <SafeText text={errorTitle(error)} />
        </p>
      ))}
      {edit ? (
        <MessageEditor conversationId={conversationId} message={message} edit={edit} running={running} />
      ) : (
        text !== '' && <Words text={text} partId={message.parts.find(({ kind }) => kind === 'text')?.id} />
      )}
      {!edit && <MessageActions conversationId={conversationId} message={message} running={running} />}
    </article>
  )
})

export function Words({ text, partId }: { readonly text: string; readonly partId: PartId | undefined }) {
  return (
    <div
      data-part={partId}
      data-quotable
      className="max-w-[82%] min-w-0 rounded-(--r-4) rounded-ee-(--r-1) bg-hover [--behind:var(--hover)] px-[0.8125rem] py-[0.5625rem]"
    >
      <FoldedText text={text}>
        <Markdown key={text} text={text} keepBreaks onLink={askToOpen} onDownload={downloadContent} />
      </FoldedText>
    </div>
  )
}
