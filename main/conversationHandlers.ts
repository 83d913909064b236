import type { ConversationCommands } from './chat/conversationCommands'
import type { ConversationSettings } from './chat/ownSettings/conversationSettings'
import type { ConversationArrangement } from './chat/list/conversationArrangement'
import type { createTemporaryChat } from './createTemporaryChat'
import type { ProjectStore } from './projects/projectStore'
import type { Handlers } from './rpc/dispatch'
import { findInConversation } from './search/findInConversation'
import type { ConversationSearcher } from './search/conversationSearcher'
import type { LastScreenStore } from './settings/lastScreenStore'

type TemporaryChat = ReturnType<typeof createTemporaryChat>
type Names = Extract<keyof Handlers, `conversations.${string}` | `projects.${string}` | `search.${string}` | `screen.${string}`>

/** Maps the calls about the list of conversations, about projects, about what is found in them, and about what was on the screen last, to their owners. */
export function conversationHandlers({
  arrangement,
  conversationCommands,
  conversationSettings,
  projects,
  searchFinder,
  lastScreen,
  temporaryChat,
}: {
  readonly arrangement: ConversationArrangement
  readonly conversationCommands: ConversationCommands
  readonly conversationSettings: ConversationSettings
  readonly projects: ProjectStore
  readonly searchFinder: ConversationSearcher
  readonly lastScreen: LastScreenStore
  readonly temporaryChat: TemporaryChat
}): Pick<Handlers, Names> {
  const { temporaryConversations } = temporaryChat
  return {
    'conversations.arrange': async ({ conversationIds, change }) => arrangement.arrange(conversationIds, change),
    'conversations.moveToProject': async ({ conversationIds, projectId }) => conversationSettings.move(conversationIds, projectId),
    'conversations.undoMove': async ({ undoId }) => conversationSettings.undoMove(undoId),
    'conversations.createFolder': async ({ name }) => arrangement.createFolder(name),
    'conversations.changeFolder': async ({ folderId, ...change }) => arrangement.changeFolder(folderId, change),
    'conversations.moveFolder': async ({ folderId, before }) => arrangement.moveFolder(folderId, before),
    'conversations.removeFolder': async ({ folderId }) => arrangement.removeFolder(folderId),
    'conversations.restoreFolder': async ({ undoId }) => arrangement.restoreFolder(undoId),
    'projects.create': async ({ name }) => projects.create(name),
    'projects.change': ({ projectId, change }) => projects.change(projectId, change),
    'projects.remove': async ({ projectId }) => projects.remove(projectId),
    'projects.restore': async ({ undoId }) => projects.restore(undoId),
    'projects.attach': async ({ projectId, files, at }) => projects.attach(projectId, files, at),
    'projects.detach': async ({ projectId, sha256 }) => projects.detach(projectId, sha256),
    'search.find': (request, signal) => searchFinder.find(request, signal),
    'search.filterOptions': async () => searchFinder.filterOptions(),
    'search.inConversation': async ({ conversationId, query }, signal) =>
      findInConversation(
        (temporaryConversations.has(conversationId) ? temporaryChat : { conversationCommands }).conversationCommands.current(
          conversationId,
        ),
        query,
        signal,
      ),
    // The next start has no temporary conversation.
    'screen.save': async ({ screen: { conversationId, place, ...screen } }) => {
      const isKept = conversationId !== undefined && !temporaryConversations.has(conversationId)
      lastScreen.save({ ...screen, ...(isKept && { conversationId, ...(place !== undefined && { place }) }) })
    },
    'screen.last': async () => ({ screen: lastScreen.last() }),
  }
}
