import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ConversationId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'
import { useNavigation } from '../../state/navigation'
import { useNow } from '../../ui/hooks/useNow'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { t } from '../../i18n/t'
import { arrange, useListFailure } from '../../widgets/conversations/conversationListActions'
import { useProjectNames } from '../../widgets/conversations/useProjectNames'
import { ConversationHint } from './ConversationHint'
import { ConversationRow } from './ConversationRow'
import { useDrops } from './conversationDragAndDrop'
import { Disclosure, ConversationFolderRow } from './ConversationFolderRow'
import { conversationsOf, conversationListRows, type ConversationListRow } from './conversationListRows'
import { MoveToProjectDialog } from './MoveToProjectDialog'
import { MoveToFolderDialog } from './MoveToFolderDialog'
import { useSelection } from '../../widgets/conversations/conversationSelection'
import { ConversationSelectionBar } from './ConversationSelectionBar'
import { useConversationListKeys } from './useConversationListKeys'
import { useMarkConversationRead } from './useMarkConversationRead'

/** Longer lists render only the visible lines. */
const WHOLE_UP_TO = 100
const LINE_PX = 30

/** Lists every conversation: what is pinned, the folders, the others under the day of their last use, and the archive. */
export function ConversationList() {
  const list = useRef<HTMLElement>(null)
  const { lines, archive, setArchive } = useLines()
  const folders = useTopic('conversations.folders') ?? []
  const asking = useTopic('questions', (questions) => questions.open.map((question) => question.asker.conversationId)) ?? []
  const current = useNavigation((screen) => (screen.view === 'chat' ? screen.conversationId : undefined))
  useMarkConversationRead(current)
  const ids = useSelection((selection) => selection.ids)
  const listed = conversationsOf(lines)
  const selected = ids.size === 0 ? [] : listed.filter(({ id }) => ids.has(id))
  const projectOf = useProjectNames()
  const failed = useListFailure((state) => state.failed)
  useConversationListKeys(list, listed)
  const virtual = useRef<VirtualizerHandle>(null)
  const scrollTo = useEffectEvent((id: ConversationId) => {
    const at = lines.findIndex((line) => line.kind === 'conversation' && line.conversation.id === id)
    if (virtual.current && at >= 0) virtual.current.scrollToIndex(at, { align: 'nearest' })
    // Optional: jsdom cannot scroll.
    else list.current?.querySelector(`[data-conversation="${id}"]`)?.scrollIntoView?.({ block: 'nearest' })
  })
  const isListed = listed.some(({ id }) => id === current)
  useEffect(() => {
    if (current !== undefined && isListed) scrollTo(current)
  }, [current, isListed])
  useDrops(list, listed, ({ conversations, folder }) => arrange(conversations, { folder }))
  const waiting = new Set(asking)
  const lineOf = (line: ConversationListRow): ReactElement => {
    switch (line.kind) {
      case 'heading':
        return (
          <h2 key={line.key} data-drop="none" className="flex h-10 items-end px-2 pb-1 text-12 font-label text-text-3">
            {line.of === 'pinned' ? t('layout.conversations.pinned') : t(`layout.day.${line.of}`)}
          </h2>
        )
      case 'folder':
        return <ConversationFolderRow key={line.key} folder={line.folder} count={line.count} position={line.position} folders={folders} />
      case 'archive':
        return (
          <div key={line.key} className="mt-3">
            <Disclosure open={archive} count={line.count} onToggle={() => setArchive(!archive)}>
              {t('layout.conversations.archive')}
            </Disclosure>
          </div>
        )
      default:
        return (
          <ConversationRow
            key={line.key}
            conversation={line.conversation}
            current={line.conversation.id === current}
            selected={ids.has(line.conversation.id)}
            waiting={waiting.has(line.conversation.id)}
            inset={line.within !== undefined}
            project={projectOf.get(line.conversation.id)}
          />
        )
    }
  }
  return (
    <>
      {failed && (
        <div className="px-2 pt-2">
          <ErrorNotice role="alert" error={failed} />
        </div>
      )}
      <section ref={list} aria-label={t('layout.conversations')} className="min-h-0 grow overflow-y-auto px-2 pb-2">
        {lines.length > WHOLE_UP_TO ? (
          <Virtualizer
            ref={virtual}
            as="ul"
            item="li"
            data={lines}
            scrollRef={list}
            itemSize={LINE_PX}
            // Drawn with everything else, before the list knows its height.
            ssrCount={Math.ceil(window.innerHeight / LINE_PX)}
          >
            {lineOf}
          </Virtualizer>
        ) : (
          <ul>
            {lines.map((line) => (
              <li key={line.key}>{lineOf(line)}</li>
            ))}
          </ul>
        )}
      </section>
      <p role="status" className="sr-only">
        {selected.length > 0 && t('layout.conversations.selected', { count: selected.length })}
      </p>
      {selected.length > 0 && <ConversationSelectionBar selected={selected} />}
      <ConversationHint list={list} projectOf={projectOf} />
      <MoveToFolderDialog />
      <MoveToProjectDialog />
    </>
  )
}

function useLines() {
  const conversations = useTopic('chat.conversations')
  const folders = useTopic('conversations.folders')
  const [archive, setArchive] = useState(false)
  // The days change at midnight.
  const now = useNow(true, 60_000)
  const today = new Date(now).setHours(0, 0, 0, 0)
  const lines = useMemo(
    () => conversationListRows({ conversations: conversations ?? [], folders: folders ?? [], archive, now: new Date(today) }),
    [conversations, folders, archive, today],
  )
  return { lines, archive, setArchive }
}
