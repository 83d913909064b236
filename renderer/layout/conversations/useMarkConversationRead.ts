import { useEffect, useSyncExternalStore } from 'react'
import type { ConversationId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'

/** Takes the unread mark from the conversation in front, while the window is on the screen. */
export function useMarkConversationRead(current: ConversationId | undefined): void {
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const unread =
    useTopic('chat.conversations', (list) => list.some(({ id, unread: isUnread }) => id === current && isUnread === true)) ?? false
  useEffect(() => {
    if (!visible || !unread || current === undefined) return
    // If it fails, the mark stays until the conversation is opened again.
    callHost('conversations.arrange', { conversationIds: [current], change: { unread: false } }).catch(() => undefined)
  }, [visible, unread, current])
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
