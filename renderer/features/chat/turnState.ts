import type { Conversation, ChatMessage, TurnState } from '../../../shared/domain/chat'

/** Returns the state of the latest turn. An empty conversation is 'done'. */
export function turnState(conversation: Conversation): TurnState {
  return conversation.messages.findLast((message) => message.role === 'assistant')?.state ?? 'done'
}

/** Whether the model or a call is running or waits for an answer. */
export function isRunning(conversation: Conversation): boolean {
  const turn = turnState(conversation)
  return turn === 'running' || turn === 'waiting'
}

/** Returns the last message of the person, which is the one that they can edit. */
export function lastOwnMessage(conversation: Conversation): ChatMessage | undefined {
  return conversation.messages.findLast((message) => message.role === 'user')
}
