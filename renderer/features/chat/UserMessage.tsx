import { Pencil } from 'lucide-react'
import { memo } from 'react'
import { t } from '../../i18n/t'
import type { ChatMessage } from '../../../shared/domain/chat'
import { CopyButton } from '../../ui/CopyButton'
import { IconButton } from '../../ui/IconButton'
import { SafeText } from '../../ui/SafeText'
import { startEdit } from './messageEdit'
import { AttachmentCard } from './AttachmentCard'
import { attachmentsOf } from './messageContent'
import { copyText } from './messageContent'
import { messageText } from './messageContent'

/** The person's text as typed, below the attachments. */
export const UserMessage = memo(function UserMessage({ message, editable }: { readonly message: ChatMessage; readonly editable: boolean }) {
  const text = messageText(message)
  const attached = attachmentsOf(message)
  return (
    <article aria-label={t('chat.you')} className="group grid justify-items-end gap-0.5 pb-2">
      {attached.length > 0 && (
        <div className="grid w-[82%] grid-cols-[minmax(0,1fr)] gap-1.5 pb-1">
          {attached.map((part) => (
            <AttachmentCard key={part.id} part={part} />
          ))}
        </div>
      )}
      {text !== '' && (
        <div
          dir="auto"
          translate="no"
          className="breakable max-w-[82%] rounded-(--r-4) rounded-ee-(--r-1) bg-hover px-[0.8125rem] py-[0.5625rem] text-14 whitespace-pre-wrap"
        >
          <SafeText text={text} />
        </div>
      )}
      <div className="flex h-6 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <CopyButton look="icon" text={() => copyText(message)} />
        {editable && (
          <IconButton
            size="small"
            label={t('chat.editMessage')}
            icon={<Pencil size={13} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => startEdit({ messageId: message.id, text, attachments: attached.length })}
          />
        )}
      </div>
    </article>
  )
})
