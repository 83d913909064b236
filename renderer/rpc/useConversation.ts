import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ConversationId } from '../../shared/domain/ids'
import { conversationFeed, type ConversationFeed } from './conversationFeed'

/** An open conversation, kept up to date while the component is there. */
export function useConversation(id: ConversationId): ConversationFeed & { readonly reload: () => void } {
  const follower = useMemo(() => conversationFeed(id), [id])
  useEffect(() => follower.subscribe(), [follower])
  const { feed } = useStore(follower.store)
  return useMemo(() => ({ ...feed, reload: () => follower.reload() }), [feed, follower])
}
