import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ConversationId } from '../../shared/domain/ids'
import { conversationFeed, type ConversationFeed } from './conversationFeed'

/** Returns an open conversation and keeps it up to date while the component is mounted. */
export function useConversation(id: ConversationId): ConversationFeed & { readonly reload: () => void } {
  const follower = useMemo(() => conversationFeed(id), [id])
  useEffect(() => follower.subscribe(), [follower])
  const { feed } = useStore(follower.store)
  return useMemo(() => ({ ...feed, reload: () => follower.reload() }), [feed, follower])
}
