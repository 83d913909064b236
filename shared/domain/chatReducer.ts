import { assertNever } from '../lib/assertNever'
import type { ChatEvent, Conversation, ChatMessage, Part } from './chat'
import type { MessageId, PartId } from './ids'

/** Pure: applies one event to a conversation. Events about unknown messages or parts change nothing. */
export function reduceChat(conversation: Conversation, event: ChatEvent): Conversation {
  switch (event.type) {
    case 'messageAdded':
      return { ...conversation, messages: [...conversation.messages, event.message] }
    case 'pathChanged':
      return { ...conversation, messages: [...messagesUpTo(conversation, event.after), ...event.messages] }
    case 'messageState':
      return changeMessage(conversation, event.messageId, (message) => ({ ...message, state: event.state }))
    case 'partAdded':
      return changeMessage(conversation, event.messageId, (message) => ({ ...message, parts: [...message.parts, event.part] }))
    case 'textAdded':
      return changePart(conversation, event, (part) =>
        part.kind === 'text' || part.kind === 'reasoning' ? { ...part, text: part.text + event.text } : part,
      )
    case 'callChanged':
      return changePart(conversation, event, (part) => (part.kind === 'call' ? { ...part, call: event.call } : part))
    case 'titled':
      return { ...conversation, title: event.title }
    case 'modelChosen':
      return { ...conversation, model: event.model }
    case 'accountsChosen':
      return { ...conversation, chosenAccounts: event.chosenAccounts }
    default:
      return assertNever(event)
  }
}

function messagesUpTo({ messages }: Conversation, last: MessageId | null): readonly ChatMessage[] {
  return last === null ? [] : messages.slice(0, messages.findIndex(({ id }) => id === last) + 1)
}

function changeMessage(conversation: Conversation, id: MessageId, change: (message: ChatMessage) => ChatMessage): Conversation {
  return { ...conversation, messages: conversation.messages.map((message) => (message.id === id ? change(message) : message)) }
}

function changePart(
  conversation: Conversation,
  where: { readonly messageId: MessageId; readonly partId: PartId },
  change: (part: Part) => Part,
): Conversation {
  return changeMessage(conversation, where.messageId, (message) => ({
    ...message,
    parts: message.parts.map((part) => (part.id === where.partId ? change(part) : part)),
  }))
}
