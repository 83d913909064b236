import { expect, it } from 'vitest'
import type { ChatEvent, Conversation } from '../../../shared/domain/chat'
import { reduceChat } from '../../../shared/domain/chatReducer'
import { ConversationId, MessageId, PartId, QueuedId } from '../../../shared/domain/ids'
import { differsOnlyInLastText } from './differsOnlyInLastText'

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const [own, answer] = [MessageId.parse(id(1)), MessageId.parse(id(2))]
const [ownPart, thought, words] = [PartId.parse(id(3)), PartId.parse(id(4)), PartId.parse(id(5))]
const conversation: Conversation = {
  id: ConversationId.parse(id(0)),
  title: 'A title',
  created: 0,
  model: 'default',
  draft: '',
  settings: {},
  chosenAccounts: {},
  messages: [
    { id: own, role: 'user', created: 1, state: 'done', parts: [{ id: ownPart, kind: 'text', text: 'Write' }] },
    {
      id: answer,
      role: 'assistant',
      created: 2,
      state: 'running',
      parts: [
        { id: thought, kind: 'reasoning', text: 'Hm', startedAt: 1 },
        { id: words, kind: 'text', text: 'On' },
      ],
    },
  ],
}
const differsOnlyAfter = (event: ChatEvent): boolean => differsOnlyInLastText(conversation, reduceChat(conversation, event))

it('is true for each piece of the answer that comes', () => {
  expect(differsOnlyInLastText(conversation, conversation)).toBe(true)
  expect(differsOnlyAfter({ type: 'textAdded', messageId: answer, partId: words, text: 'ce' })).toBe(true)
})

// The header or the composer would stay as they were: a title, Stop, a queued message or a model that never appear.
const others: readonly ChatEvent[] = [
  { type: 'messageState', messageId: answer, state: 'done' },
  { type: 'messageState', messageId: own, state: 'failed' },
  { type: 'messageAdded', message: { id: MessageId.parse(id(6)), role: 'user', created: 3, state: 'done', parts: [] } },
  { type: 'partAdded', messageId: answer, part: { id: PartId.parse(id(7)), kind: 'text', text: '' } },
  { type: 'textAdded', messageId: answer, partId: thought, text: 'm' },
  { type: 'textAdded', messageId: own, partId: ownPart, text: ' more' },
  { type: 'reasoningEnded', messageId: answer, partId: thought, endedAt: 9 },
  { type: 'usageChanged', messageId: answer, usage: { input: 1 } },
  { type: 'pathChanged', kept: 1, messages: [] },
  { type: 'queued', message: { id: QueuedId.parse(id(8)), text: 'Next', attached: [] } },
  { type: 'titled', title: 'Another' },
  { type: 'modelChosen', model: 'none' },
  { type: 'summariesChanged', summaries: [] },
  { type: 'accountsChosen', chosenAccounts: {} },
  { type: 'settingsChanged', settings: {} },
]

it.each(others.map((event) => ({ event })))('is false for $event.type', ({ event }) => {
  expect(differsOnlyAfter(event)).toBe(false)
})
