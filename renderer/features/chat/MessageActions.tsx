import { Ellipsis, GitBranch, Pencil, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { Menu } from '../../ui/Menu'
import { branchOff } from './branch/branchOff'
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
  const quiet = always ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-0.5">
      <div className={`flex items-center ${quiet}`}>
        {text !== '' && <CopyButton text={() => text} />}
        {isEditable(message) && !answer && (
          <Action label={t('chat.edit')} icon={<Pencil {...drawn} />} onClick={() => startEdit(message)} />
        )}
        {answer && (
          <Action label={t('chat.regenerate')} icon={<RotateCw {...drawn} />} onClick={() => regenerate(conversationId, message.id)} />
        )}
        <Action label={t('chat.branch')} icon={<GitBranch {...drawn} />} onClick={() => branchOff(conversationId, message.id)} />
        {answer && (
          <Menu
            align="start"
            trigger={
              <Button look="bare" size="small">
                <Ellipsis {...drawn} />
                {t('chat.more')}
              </Button>
            }
            entries={[
              ...(isEditable(message)
                ? [{ kind: 'item' as const, label: t('chat.editAnswer'), takesFocus: true, onSelect: () => startEdit(message) }]
                : []),
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

const drawn = { size: 13, strokeWidth: 1.75, 'aria-hidden': true } as const

function Action({ label, icon, onClick }: { readonly label: string; readonly icon: ReactNode; readonly onClick: () => void }) {
  return (
    <Button look="bare" size="small" onClick={onClick}>
      {icon}
      {label}
    </Button>
  )
}
