import type { ConversationCommands } from './chat/conversationCommands'
import type { ConversationArrangement } from './chat/list/conversationArrangement'
import type { createTemporaryChat } from './createTemporaryChat'
import type { Handlers } from './rpc/dispatch'
import { findInConversation } from './search/findInConversation'
import type { ConversationSearcher } from './search/conversationSearcher'
import type { LastScreenStore } from './settings/lastScreenStore'

type TemporaryChat = ReturnType<typeof createTemporaryChat>
type Names = Extract<keyof Handlers, `conversations.${string}` | `search.${string}` | `screen.${string}`>

/** Maps the calls about the list of conversations, about what is found in them, and about what was on the screen last, to their owners. */
export function conversationHandlers({
  arrangement,
  conversationCommands,
  searchFinder,
  lastScreen,
  temporaryChat,
}: {
  readonly arrangement: ConversationArrangement
  readonly conversationCommands: ConversationCommands
  readonly searchFinder: ConversationSearcher
  readonly lastScreen: LastScreenStore
  readonly temporaryChat: TemporaryChat
}): Pick<Handlers, Names> {
  const { temporaryConversations } = temporaryChat
  return {
    'conversations.arrange': async ({ conversationIds, change }) => arrangement.arrange(conversationIds, change),
    'conversations.createFolder': async ({ name }) => arrangement.createFolder(name),
    'conversations.changeFolder': async ({ folderId, ...change }) => arrangement.changeFolder(folderId, change),
    'conversations.moveFolder': async ({ folderId, before }) => arrangement.moveFolder(folderId, before),
    'conversations.removeFolder': async ({ folderId }) => arrangement.removeFolder(folderId),
    'conversations.restoreFolder': async ({ undoId }) => arrangement.restoreFolder(undoId),
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
