import { assertNever } from '../lib/assertNever'
import type { ChatEvent, Conversation, ChatMessage, Part } from './chat'
import type { MessageId, PartId, QueuedId } from './ids'
import { withoutSent } from './queue/draftText'
import { placeQueued } from './queue/placeQueued'

/** Pure: applies one event to a conversation. Events about unknown messages or parts change nothing. */
export function reduceChat(conversation: Conversation, event: ChatEvent): Conversation {
  switch (event.type) {
    case 'messageAdded':
      return {
        ...withoutQueued(conversation, event.message.id),
        messages: [...conversation.messages, event.message],
        ...(event.message.role === 'user' && { draft: withoutSent(conversation.draft, textOf(event.message)) }),
      }
    case 'pathChanged':
      return replaceAfter(conversation, event.kept, event.messages)
    case 'messageState':
      return changeMessage(conversation, event.messageId, (message) => ({ ...message, state: event.state }))
    case 'partAdded':
      return changeMessage(withoutQueued(conversation, event.part.id), event.messageId, (message) => ({
        ...message,
        parts: withPart(message.parts, event.part),
      }))
    case 'queued':
      return {
        ...conversation,
        queue: placeQueued(conversation.queue ?? [], event.message),
        draft: withoutSent(conversation.draft, event.message.text),
      }
    case 'unqueued':
      return withoutQueued(conversation, event.queuedId)
    case 'textAdded':
      return changePart(conversation, event, (part) =>
        part.kind === 'text' || part.kind === 'reasoning' ? { ...part, text: part.text + event.text } : part,
      )
    case 'reasoningEnded':
      return changePart(conversation, event, (part) => (part.kind === 'reasoning' ? { ...part, endedAt: event.endedAt } : part))
    case 'usageChanged':
      return changeMessage(conversation, event.messageId, (message) => ({ ...message, usage: event.usage }))
    case 'callChanged':
      return changePart(conversation, event, (part) => (part.kind === 'call' ? { ...part, call: event.call } : part))
    case 'titled':
      return { ...conversation, title: event.title }
    case 'modelChosen':
      return { ...conversation, model: event.model }
    case 'summariesChanged':
      return { ...conversation, summaries: event.summaries }
    case 'accountsChosen':
      return { ...conversation, chosenAccounts: event.chosenAccounts }
    case 'settingsChanged':
      return { ...conversation, settings: event.settings }
    case 'projectChanged':
      return inProject(conversation, event.project)
    default:
      return assertNever(event)
  }
}

function textOf({ parts }: ChatMessage): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

function inProject({ project: _before, ...conversation }: Conversation, project: Conversation['project']): Conversation {
  return { ...conversation, ...(project !== undefined && { project }) }
}

/** A call that was shown while its arguments were written comes again when they are whole. */
function withPart(parts: readonly Part[], part: Part): readonly Part[] {
  const at = parts.findIndex(({ id }) => id === part.id)
  return at < 0 ? [...parts, part] : parts.with(at, part)
}

/** Keeps the first messages, of which some may not be here, and replaces the others. */
function replaceAfter(
  { earlier: before = 0, ...conversation }: Conversation,
  kept: number,
  messages: readonly ChatMessage[],
): Conversation {
  const earlier = Math.min(before, kept)
  return {
    ...conversation,
    messages: [...conversation.messages.slice(0, kept - earlier), ...messages],
    ...(earlier > 0 && { earlier }),
  }
}

/** Pure: puts messages that were read later before the others. Undefined if these are not the ones that come before `before`, which was first. */
export function withEarlier(conversation: Conversation, before: MessageId, messages: readonly ChatMessage[]): Conversation | undefined {
  const { earlier = 0, ...others } = conversation
  if (conversation.messages[0]?.id !== before) return undefined
  // What is not there any more does not come.
  const left = messages.length === 0 ? 0 : Math.max(0, earlier - messages.length)
  return { ...others, messages: [...messages, ...conversation.messages], ...(left > 0 && { earlier: left }) }
}

/** A queued message that went out has the id of its message or part. */
function withoutQueued(conversation: Conversation, gone: QueuedId | MessageId | PartId): Conversation {
  const { queue, ...others } = conversation
  if (queue?.some(({ id }) => String(id) === gone) !== true) return conversation
  const left = queue.filter(({ id }) => String(id) !== gone)
  return { ...others, ...(left.length > 0 && { queue: left }) }
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
