import { visibleCode } from '../../markdown/visibleCode'
import type { Conversation, Message, Part, TurnState } from '../../../shared/domain/chat'

/** The state of the latest turn; 'done' in an empty conversation. */
export function turnState(conversation: Conversation): TurnState {
  return conversation.messages.findLast((message) => message.role === 'assistant')?.state ?? 'done'
}

/** Whether the model, or a call, is at work or waits for an answer. */
export function isRunning(conversation: Conversation): boolean {
  const turn = turnState(conversation)
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

export type AttachmentPart = Extract<Part, { kind: 'attachment' }>

/** What servers wrote of it and the person put there. */
export function attachmentsOf(message: Message): readonly AttachmentPart[] {
  return message.parts.filter((part) => part.kind === 'attachment')
}

/** Whether a person may write it again: what a prompt made of it is a server's and stays as it was shown. */
export function isEditable(message: Message): boolean {
  return message.parts.some((part) => part.kind === 'text' || (part.kind === 'attachment' && part.source !== 'prompt'))
}

/** What can be copied of a message: its words, and those that are attached to it. */
export function copyText(message: Message): string {
  const attached = attachmentsOf(message).flatMap(({ content }) =>
    content.flatMap((block) => ('text' in block ? [visibleCode(block.text ?? '')] : [])),
  )
  return [...attached, messageText(message)].filter((words) => words !== '').join('\n\n')
}
