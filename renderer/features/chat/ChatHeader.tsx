import { Ellipsis } from 'lucide-react'
import { memo, useState } from 'react'
import { t } from '../../i18n/t'
import type { Conversation } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { TopBar } from '../../widgets/TopBar'
import { IconButton } from '../../ui/IconButton'
import { Menu, type MenuEntry } from '../../ui/Menu'
import { RenameField } from '../../ui/form/RenameField'
import { askToCloseTemporaryChat } from '../../state/temporaryChat'
import { conversationMenuEntries, conversationTextEntries } from '../../widgets/conversations/conversationMenuEntries'
import { FindBar } from './find/FindBar'
import type { FindState } from './find/useFindKey'
import { ProjectMark } from './conversationSettings/ProjectMark'
import { useProjectInFront } from './conversationSettings/useProjectInFront'
import { showChatError } from './chatErrors'

export interface ChatHeaderProps {
  readonly conversation: Conversation
  readonly find: FindState
  readonly isTemporary: boolean
}

/** The conversation's title, and the actions for the whole conversation. */
export const ChatHeader = memo(function ChatHeader({ conversation, find, isTemporary }: ChatHeaderProps) {
  const [renaming, setRenaming] = useState(false)
  const { id, title } = conversation
  const summary = useTopic('chat.conversations', (list) => list.find((one) => one.id === id))
  const project = useProjectInFront(conversation)
  const onRename = (): void => setRenaming(true)
  return (
    <TopBar
      end={
        <>
          {find.asked > 0 && <FindBar conversation={conversation} asked={find.asked} onClose={find.close} />}
          <Menu
            trigger={<IconButton label={t('chat.more')} icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />} />}
            entries={
              summary && !isTemporary
                ? conversationMenuEntries(summary, { onRename, onFind: find.open })
                : [
                    { kind: 'item', label: t('layout.conversation.rename'), takesFocus: true, onSelect: onRename },
                    ...conversationTextEntries(id, find.open),
                    ...(isTemporary ? closeEntries(id) : []),
                  ]
            }
          />
        </>
      }
    >
      {renaming ? (
        <TitleField conversation={conversation} onEnd={() => setRenaming(false)} />
      ) : (
        <h1 className="cut font-title">{title ? <bdi translate="no">{title}</bdi> : t('chat.newChat')}</h1>
      )}
      <ProjectMark project={project} />
    </TopBar>
  )
})

function closeEntries(id: ConversationId): readonly MenuEntry[] {
  return [
    { kind: 'line' },
    { kind: 'item', label: t('chat.temporary.close'), takesFocus: true, onSelect: () => askToCloseTemporaryChat(id) },
  ]
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
