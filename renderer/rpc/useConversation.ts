import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ConversationId } from '../../shared/domain/ids'
import { followerOf, type ConversationFeed } from './feedStore'

/** An open conversation, kept up to date while the component is there. */
export function useConversation(id: ConversationId): ConversationFeed & { readonly reload: () => void } {
  const follower = useMemo(() => followerOf(id), [id])
  useEffect(() => follower.look(), [follower])
  const { feed } = useStore(follower.store)
  return useMemo(() => ({ ...feed, reload: () => follower.reload() }), [feed, follower])
}
