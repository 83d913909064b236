import { textToCopy } from '../../markdown/textToCopy'
import type { Conversation, Message, Part, TurnState } from '../../../shared/domain/chat'

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
export function lastOwnMessage(conversation: Conversation): Message | undefined {
  return conversation.messages.findLast((message) => message.role === 'user')
}

/** Returns the text of a message as typed. */
export function messageText(message: Message): string {
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

export type AttachmentPart = Extract<Part, { kind: 'attachment' }>

/** Returns the parts of a message that servers wrote and the person attached. */
export function attachmentsOf(message: Message): readonly AttachmentPart[] {
  return message.parts.filter((part) => part.kind === 'attachment')
}

/** Whether a person may edit the message. A prompt's messages come from a server and stay as shown. */
export function isEditable(message: Message): boolean {
  return message.parts.some((part) => part.kind === 'text' || (part.kind === 'attachment' && part.source !== 'prompt'))
}

/** Returns the part of a message that can be copied: its text and the text of its attachments. */
export function copyText(message: Message): string {
  const attached = attachmentsOf(message).flatMap(({ content }) =>
    content.flatMap((block) => ('text' in block ? [textToCopy(block.text ?? '')] : [])),
  )
  return [...attached, messageText(message)].filter((words) => words !== '').join('\n\n')
}
