import type { Conversation } from '../../shared/domain/chat'
import { reduceChat } from '../../shared/domain/chatReducer'
import type { ConversationId } from '../../shared/domain/ids'
import { callHost } from './callHost'
import { FeedStore, type FeedState } from './feedStore'

interface Snapshot {
  readonly conversation: Conversation
}

/** The page's copy of one open conversation. */
export type ConversationFeed = FeedState<Snapshot>

const open = new Map<ConversationId, FeedStore<'chat.events', Snapshot>>()

/** Returns the one feed of a conversation. It exists while a component follows it. */
export function conversationFeed(id: ConversationId): FeedStore<'chat.events', Snapshot> {
  const feed = open.get(id) ?? newFeed(id)
  open.set(id, feed)
  return feed
}

function newFeed(id: ConversationId): FeedStore<'chat.events', Snapshot> {
  return new FeedStore<'chat.events', Snapshot>({
    feed: 'chat.events',
    key: id,
    load: async (signal) => {
      const { conversation, seq } = await callHost('chat.open', { conversationId: id }, signal)
      return { snapshot: { conversation }, seq }
    },
    fold: ({ conversation }, events) => ({ conversation: events.reduce(reduceChat, conversation) }),
    onUnused: () => open.delete(id),
  })
}
