import type { Conversation, Message, TurnState } from '../../../shared/domain/chat'

/** The state of the latest turn; 'done' in an empty conversation. */
export function turnOf(conversation: Conversation): TurnState {
  return conversation.messages.findLast((message) => message.role === 'assistant')?.state ?? 'done'
}

/** Whether the model, or a call, is at work or waits for an answer. */
export function isRunning(conversation: Conversation): boolean {
  const turn = turnOf(conversation)
  return turn === 'running' || turn === 'waiting'
}

/** The last message of the person: the one that can be edited. */
export function lastOwnMessage(conversation: Conversation): Message | undefined {
  return conversation.messages.findLast((message) => message.role === 'user')
}

/** What a message says, as it was written. */
export function messageText(message: Message): string {
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}
