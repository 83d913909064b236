import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { IconButton } from '../../ui/IconButton'
import { showChatError } from './chatErrors'

export interface MessageVersionsProps {
  readonly conversationId: ConversationId
  readonly message: Pick<ChatMessage, 'id' | 'versions'>
  /** A turn runs: other versions can be shown when it has ended. */
  readonly running: boolean
}

/** Which version of a message is in front, and the way to the others. Empty when there is only one. */
export function MessageVersions({ conversationId, message, running }: MessageVersionsProps) {
  const { id, versions } = message
  if (!versions) return null
  const position = versions.indexOf(id)
  const show = (to: number) => {
    const messageId = versions[to]
    if (messageId !== undefined) callHost('chat.showVersion', { conversationId, messageId }).catch(showChatError(conversationId))
  }
  return (
    <div role="group" aria-label={t('chat.versions')} className="flex items-center">
      <IconButton
        size="small"
        label={t('chat.versions.previous')}
        icon={<ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
        disabled={running || position === 0}
        onClick={() => show(position - 1)}
      />
      <span className="px-0.5 text-12 text-text-3 tabular-nums">
        {t('chat.versions.place', { position: position + 1, count: versions.length })}
      </span>
      <IconButton
        size="small"
        label={t('chat.versions.next')}
        icon={<ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
        disabled={running || position === versions.length - 1}
        onClick={() => show(position + 1)}
      />
    </div>
  )
}
