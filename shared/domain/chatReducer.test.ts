import { expect, it } from 'vitest'
import type { Conversation } from './chat'
import { reduceChat } from './chatReducer'
import { ConversationId, MessageId, PartId } from './ids'

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const messageId = MessageId.parse(id(1))
const partId = PartId.parse(id(2))
const empty: Conversation = {
  id: ConversationId.parse(id(0)),
  title: '',
  created: 0,
  model: 'default',
  draft: '',
  chosenAccounts: {},
  messages: [],
}

it('builds an answer from its events, in the order in which they came', () => {
  const message = { id: messageId, role: 'assistant', created: 1, state: 'running', parts: [] } as const
  const conversation = (
    [
      { type: 'messageAdded', message },
      { type: 'partAdded', messageId, part: { id: partId, kind: 'text', text: 'He' } },
      { type: 'textAdded', messageId, partId, text: 'llo' },
      { type: 'messageState', messageId, state: 'done' },
      { type: 'titled', title: 'Greeting' },
    ] as const
  ).reduce(reduceChat, empty)
  expect(conversation).toEqual({
    ...empty,
    title: 'Greeting',
    messages: [{ ...message, state: 'done', parts: [{ id: partId, kind: 'text', text: 'Hello' }] }],
  })
})

it('changes nothing for an event about a message that was removed', () => {
  expect(reduceChat(empty, { type: 'textAdded', messageId, partId, text: 'late' })).toEqual(empty)
})
