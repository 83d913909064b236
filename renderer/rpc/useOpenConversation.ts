import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Conversation } from '../../shared/domain/chat'
import type { ConversationId } from '../../shared/domain/ids'
import { conversationFeed, type ConversationFeed } from './conversationFeed'

const none = createStore<{ readonly feed: ConversationFeed }>(() => ({ feed: { status: 'loading' } }))

/** Returns a conversation, kept up to date. Undefined without an id, and until it has loaded. */
export function useOpenConversation(id: ConversationId | undefined): Conversation | undefined {
  const follower = useMemo(() => (id === undefined ? undefined : conversationFeed(id)), [id])
  useEffect(() => follower?.subscribe(), [follower])
  const { feed } = useStore(follower?.store ?? none)
  return feed.status === 'ready' ? feed.conversation : undefined
}
