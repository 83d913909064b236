import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t'
import type { Conversation } from '../../../shared/domain/chat'
import { callHost } from '../../rpc/callHost'
import { showChat } from '../../state/navigation'
import { TopBar } from '../../widgets/TopBar'
import { IconButton } from '../../ui/IconButton'
import { Menu } from '../../ui/Menu'
import { RenameField } from '../../ui/form/RenameField'
import { offerUndo } from '../../state/undoStore'
import { FindBar } from './find/FindBar'
import type { FindState } from './find/useFindKey'
import { messageText } from './messageContent'
import { showChatError } from './chatErrors'

/** The conversation's title, and the actions for the whole conversation. */
export function ChatHeader({ conversation, find }: { readonly conversation: Conversation; readonly find: FindState }) {
  const [renaming, setRenaming] = useState(false)
  const { id, title } = conversation
  const remove = async () => {
    const { undoId } = await callHost('chat.remove', { conversationId: id })
    showChat()
    offerUndo(
      t('chat.deleted', { title }),
      () => void callHost('chat.restore', { undoId }).then(() => showChat(id), showChatError(undefined)),
    )
  }
  return (
    <TopBar
      end={
        <>
          {find.asked > 0 && <FindBar conversation={conversation} asked={find.asked} onClose={find.close} />}
          <Menu
            trigger={<IconButton label={t('chat.more')} icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />} />}
            entries={[
              { kind: 'item', label: t('chat.rename'), takesFocus: true, onSelect: () => setRenaming(true) },
              { kind: 'item', label: t('chat.copyConversation'), onSelect: () => void navigator.clipboard.writeText(asText(conversation)) },
              { kind: 'item', label: t('chat.find'), takesFocus: true, onSelect: find.open },
              { kind: 'line' },
              { kind: 'item', label: t('chat.delete'), danger: true, onSelect: () => void remove().catch(showChatError(id)) },
            ]}
          />
        </>
      }
    >
      {renaming ? (
        <TitleField conversation={conversation} onEnd={() => setRenaming(false)} />
      ) : (
        <h1 className="cut font-title">{title ? <bdi translate="no">{title}</bdi> : t('chat.newChat')}</h1>
      )}
    </TopBar>
  )
}

function TitleField({ conversation: { id, title }, onEnd }: { readonly conversation: Conversation; readonly onEnd: () => void }) {
  return (
    <RenameField
      label={t('chat.title')}
      name={title}
      maxLength={200}
      className="no-drag"
      onName={(next) => void callHost('chat.rename', { conversationId: id, title: next }).catch(showChatError(id))}
      onEnd={onEnd}
    />
  )
}

/** Pure: returns what the person and the model wrote, as plain text. */
function asText(conversation: Conversation): string {
  return conversation.messages
    .map((message) => `${message.role === 'user' ? t('chat.you') : (message.model ?? 'Parley')}:\n${messageText(message)}`)
    .join('\n\n')
}
