import type { ConversationSummary } from '../../../shared/domain/chat'
import type { StatusShape } from '../../ui/StatusIcon'

export type ConversationMark = 'waiting' | 'running' | 'needsKey' | 'failed'

/** The shape of each mark. Its word is the text `layout.conversation.MARK`. */
export const conversationMarkShapes = {
  waiting: 'ask',
  running: 'busy',
  needsKey: 'ask',
  failed: 'failed',
} as const satisfies Record<ConversationMark, StatusShape>

/**
 * Pure: what marks a conversation in a list. One whose key was refused needs the person as much as one that asks.
 * @param waiting whether a question of it is open
 */
export function conversationMark({ turn, needsKey }: ConversationSummary, waiting: boolean): ConversationMark | undefined {
  if (waiting || turn === 'waiting') return 'waiting'
  if (turn === 'running') return 'running'
  if (needsKey) return 'needsKey'
  return turn === 'failed' ? 'failed' : undefined
}
