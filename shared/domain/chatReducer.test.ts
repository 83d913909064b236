import { expect, it } from 'vitest'
import type { ChatEvent, Conversation } from './chat'
import { reduceChat, withEarlier } from './chatReducer'
import { ConversationId, MessageId, PartId, QueuedId } from './ids'

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const messageId = MessageId.parse(id(1))
const partId = PartId.parse(id(2))
const empty: Conversation = {
  id: ConversationId.parse(id(0)),
  title: '',
  created: 0,
  model: 'default',
  draft: '',
  settings: {},
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

// Catches: a field that is opened anew, or in another window, shows a message that was sent as one that is not.
it('what was sent or queued is no longer in the draft, and what was written since then is', () => {
  const text = { id: partId, kind: 'text', text: 'first' } as const
  const message = { id: messageId, role: 'user', created: 1, state: 'done', parts: [text] } as const
  const queued = { id: QueuedId.parse(id(3)), text: 'first', attached: [] }
  const after = (draft: string, event: ChatEvent): string => reduceChat({ ...empty, draft }, event).draft
  for (const event of [{ type: 'messageAdded', message } as const, { type: 'queued', message: queued } as const])
    expect(['first', 'first\n\nsecond', 'another'].map((draft) => after(draft, event))).toEqual(['', 'second', 'another'])
  expect(after('first', { type: 'messageAdded', message: { ...message, role: 'assistant' } })).toBe('first')
})

const note = (n: number) => ({ id: MessageId.parse(id(n)), role: 'user', created: n, state: 'done', parts: [] }) as const
/** The messages 5 and 6 are here; 4 come before them. */
const tail: Conversation = { ...empty, messages: [note(5), note(6)], earlier: 4 }

it('puts earlier messages before the others until all are here, and none that belong elsewhere', () => {
  const whole = withEarlier(tail, note(5).id, [note(1), note(2), note(3), note(4)])
  expect(whole).toEqual({ ...empty, messages: [1, 2, 3, 4, 5, 6].map(note) })
  expect(withEarlier(tail, note(5).id, [note(4)])).toEqual({ ...empty, messages: [4, 5, 6].map(note), earlier: 3 })
  expect(withEarlier(tail, note(6).id, [note(5)])).toBeUndefined()
  // They are gone from the disk: waiting for them would never end.
  expect(withEarlier(tail, note(5).id, [])).toEqual({ ...empty, messages: [note(5), note(6)] })
})

it.each([
  ['among those that are here', 5, [5, 9], 4],
  ['right before them', 4, [9], 4],
  ['among those that are not here yet', 2, [9], 2],
  ['at the first message', 0, [9], undefined],
])('another version comes to the front %s', (_where, kept, messages, earlier) => {
  expect(reduceChat(tail, { type: 'pathChanged', kept, messages: [note(9)] })).toEqual({
    ...empty,
    messages: messages.map(note),
    ...(earlier !== undefined && { earlier }),
  })
})
