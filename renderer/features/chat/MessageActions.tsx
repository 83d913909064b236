import { Ellipsis, GitBranch, Pencil, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { showChat } from '../../state/navigation'
import { CopyButton } from '../../ui/CopyButton'
import { IconButton } from '../../ui/IconButton'
import { Menu } from '../../ui/Menu'
import { showChatError } from './chatErrors'
import { copyText, isEditable } from './messageContent'
import { startEdit } from './messageEdit'
import { MessageVersions } from './MessageVersions'
import { regenerate } from './regenerate'
import { askForModel } from './RegenerateDialog'

export interface MessageActionsProps {
  readonly conversationId: ConversationId
  readonly message: ChatMessage
  /** A turn runs in this conversation. */
  readonly running: boolean
  /** The actions are always visible, not only while the pointer or the focus is at the message. */
  readonly always?: boolean
  readonly children?: ReactNode
}

/** What a person can do with a message that has ended: copy, edit, ask for another answer, branch, and go through its versions. */
export function MessageActions({ conversationId, message, running, always = false, children }: MessageActionsProps) {
  const text = copyText(message)
  const answer = message.role === 'assistant' && message.model !== undefined
  const branch = () => {
    callHost('chat.branch', { conversationId, messageId: message.id }).then(
      ({ conversationId: created }) => showChat(created),
      showChatError(conversationId),
    )
  }
  const quiet = always ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-0.5">
      <div className={`flex items-center ${quiet}`}>
        {text !== '' && <CopyButton look="icon" text={() => text} />}
        {isEditable(message) && (
          <IconButton
            size="small"
            label={t('chat.edit')}
            icon={<Pencil size={13} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => startEdit(message)}
          />
        )}
        {answer && (
          <IconButton
            size="small"
            label={t('chat.regenerate')}
            icon={<RotateCw size={13} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => regenerate(conversationId, message.id)}
          />
        )}
        <IconButton
          size="small"
          label={t('chat.branch')}
          icon={<GitBranch size={13} strokeWidth={1.75} aria-hidden="true" />}
          onClick={branch}
        />
        {answer && (
          <Menu
            align="start"
            trigger={<IconButton size="small" label={t('chat.more')} icon={<Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />} />}
            entries={[
              {
                kind: 'item',
                label: t('chat.regenerateWith'),
                takesFocus: true,
                onSelect: () => askForModel({ conversationId, messageId: message.id, model: message.model }),
              },
            ]}
          />
        )}
      </div>
      <MessageVersions conversationId={conversationId} message={message} running={running} />
      {children !== undefined && <div className={`ms-auto text-12 text-text-3 tabular-nums ${quiet}`}>{children}</div>}
    </div>
  )
}
