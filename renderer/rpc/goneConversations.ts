import type { ConversationSummary } from '../../shared/domain/chat'
import type { ConversationId } from '../../shared/domain/ids'
import type { HostClient } from '../../shared/rpc/hostClient'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import { currentHostClient } from './currentHostClient'

const topics = ['chat.conversations', 'chat.temporary'] as const

/**
 * Hears, until the page ends and whatever it shows, of each conversation that was in a list and is in none any more: it was removed, or was
 * temporary and was closed. One that is kept moves from one list to the other, and goes on.
 */
function followGoneConversations(client: HostClient, onGone: (conversationId: ConversationId) => void): void {
  const lists = new Map<string, readonly ConversationId[]>()
  let before: ReadonlySet<ConversationId> = new Set()
  for (const topic of topics)
    client.watch(topic, (value) => {
      const list = trustHostValue<readonly ConversationSummary[]>(value)
      lists.set(
        topic,
        list.map(({ id }) => id),
      )
      const now = new Set([...lists.values()].flat())
      const gone = [...before].filter((conversationId) => !now.has(conversationId))
      before = now
      for (const conversationId of gone) onGone(conversationId)
    })
}

/** Returns what begins to follow that at the host of the page, once for each. */
export function goneConversationFollower(onGone: (conversationId: ConversationId) => void): () => void {
  const followed = new WeakSet<HostClient>()
  return () => {
    const client = currentHostClient()
    if (followed.has(client)) return
    followed.add(client)
    followGoneConversations(client, onGone)
  }
}
