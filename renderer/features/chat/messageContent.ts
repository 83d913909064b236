import type { ChatMessage, Part } from '../../../shared/domain/chat'
import { textToCopy } from '../../../shared/lib/textToCopy'

export type AttachmentPart = Extract<Part, { kind: 'attachment' }>

/** Returns the text of a message as typed. */
export function messageText(message: ChatMessage): string {
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

/** Returns the text that editing a message changes: all of a person's message, the last text of an answer. */
export function editableText(message: ChatMessage): string {
  if (message.role === 'user') return messageText(message)
  const last = message.parts.findLast((part) => part.kind === 'text')
  return last?.kind === 'text' ? last.text : ''
}

/** Returns the part of a message that can be copied: its text and the text of its attachments. */
export function copyText(message: ChatMessage): string {
  const attached = attachmentsOf(message).flatMap(({ content }) =>
    content.flatMap((block) => ('text' in block ? [textToCopy(block.text ?? '')] : [])),
  )
  return [...attached, messageText(message)].filter((words) => words !== '').join('\n\n')
}

/** Whether a person may edit the message. A prompt's messages come from a server and stay as shown. */
export function isEditable(message: ChatMessage): boolean {
  return message.parts.some(
    (part) => part.kind === 'text' || part.kind === 'file' || (part.kind === 'attachment' && part.source !== 'prompt'),
  )
}

/** Returns the files that the person attached. */
export function filesOf(message: ChatMessage): readonly Extract<Part, { kind: 'file' }>[] {
  return message.parts.filter((part) => part.kind === 'file')
}

/** Returns the parts of a message that servers wrote and the person attached. */
export function attachmentsOf(message: ChatMessage): readonly AttachmentPart[] {
  return message.parts.filter((part) => part.kind === 'attachment')
}

/** Pure: what Parley says in a message: that a file did not come along with an import. */
export function noticesOf(message: ChatMessage): readonly Extract<Part, { kind: 'notice' }>[] {
  return message.parts.filter((part) => part.kind === 'notice')
}
