import type { ConversationId } from '../shared/domain/ids'
import { AppError } from '../shared/errors/appError'
import { ActiveConversations, type ActiveConversationsDeps } from './chat/activeConversations'
import { ConversationList } from './chat/conversationList'
import { createChat, type ChatParts } from './createChat'
import { TemporaryConversations } from './temporary/temporaryConversations'
import type { TemporaryStorage } from './temporary/temporaryStorage'

export interface TemporaryChatParts extends Omit<
  ChatParts,
  'store' | 'list' | 'activeConversations' | 'taskStore' | 'suspendedCalls' | 'files' | 'isTemporary'
> {
  readonly temporary: TemporaryStorage
  readonly published: Omit<ActiveConversationsDeps, 'store'>
  readonly onKept: (conversationId: ConversationId) => void
  /** The list of temporary conversations has changed. */
  readonly onChanged: () => void
  readonly onClosed: (conversationId: ConversationId) => void
}

/** Creates the owners of temporary conversations: those of every conversation once more, over a database in memory. */
export function createTemporaryChat(parts: TemporaryChatParts, opened: AsyncDisposableStack) {
  const { temporary, storage } = parts
  const { store, tasks: taskStore, suspendedCalls } = temporary
  const list = opened.use(new ConversationList(store, parts.ports.clock))
  const activeConversations = new ActiveConversations({ store, ...parts.published })
  const chat = createChat(
    {
      ...parts,
      storage: { ...storage, database: temporary.database, own: temporary.database },
      store,
      list,
      activeConversations,
      taskStore,
      suspendedCalls,
      files: noFiles,
      isTemporary: true,
    },
    opened,
  )
  const temporaryConversations = new TemporaryConversations({
    storage: temporary,
    kept: storage.database,
    list,
    turns: chat.turns,
    isSummarized: (id) => chat.summaryWriter.all().some(({ conversationId }) => conversationId === id),
    stop: chat.stop,
    requireAllowed: () => storage.policy.requireTemporaryChats(),
    onKept: parts.onKept,
    onClosed: parts.onClosed,
  })
  list.changes.subscribe(parts.onChanged)
  return { ...chat, list, activeConversations, temporaryConversations }
}

/** A file that a person attaches is kept in the data folder, so a temporary conversation has none. */
const noFiles: ChatParts['files'] = {
  require: (files) => {
    if (files.length > 0) throw new AppError('CONFLICT', { reason: 'chat.noFilesInTemporary' })
    return []
  },
  addToDraft: () => undefined,
  find: () => undefined,
  text: () => undefined,
  content: () => Promise.reject(new AppError('NOT_FOUND', { reason: 'files.deleted' })),
}
