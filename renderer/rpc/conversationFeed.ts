import type { Conversation } from '../../shared/domain/chat'
import { reduceChat, withEarlier } from '../../shared/domain/chatReducer'
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
    loadRest: readEarlier,
    fold: ({ conversation }, events) => ({ conversation: events.reduce(reduceChat, conversation) }),
    onUnused: () => open.delete(id),
  })
}

/** Reads the messages before those with which a conversation was opened. Each answer is one task of the page. */
async function readEarlier(feed: FeedStore<'chat.events', Snapshot>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const now = feed.store.getState().feed
    if (now.status !== 'ready' || now.conversation.earlier === undefined) return
    const { id, messages } = now.conversation
    const before = messages[0]?.id
    if (before === undefined) return
    const earlier = await callHost('chat.earlier', { conversationId: id, before }, signal)
    if (signal.aborted) return
    // Another version may have come to the front meanwhile.
    feed.update((snapshot) => {
      const conversation = withEarlier(snapshot.conversation, before, earlier)
      return conversation ? { conversation } : snapshot
    })
  }
}
