import { expect, it } from 'vitest'
import { readConversationElement } from './readConversationElement'

const conversation = (messages: number, more: object = {}) => ({
  json: JSON.stringify({
    name: 'Crowd',
    chat_messages: Array.from({ length: messages }, (_, index) => ({ uuid: String(index), sender: 'human', text: 'x' })),
    ...more,
  }),
})

it('X07: a conversation of more than 100,000 messages is left out, by its title', () => {
  expect(readConversationElement(conversation(100_001))).toEqual({ skipped: 'tooManyMessages', title: 'Crowd' })
})

it('gives a conversation without an id, or with an endless one, an id of its content: the same file brings it only once', () => {
  const ids = [conversation(1), conversation(1), conversation(2), conversation(1, { uuid: 'u'.repeat(300) })].map((element) => {
    const read = readConversationElement(element)
    return 'conversation' in read ? read.conversation.foreignId : undefined
  })
  expect(ids[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(3)
})

it('X08: a title has no characters that hide or reorder letters, and is no page of text; without one, it is what was said first', () => {
  const titles = ['A\u202Eb\u200B c\n\u0000d', '', 'x'.repeat(10_000), '\uD800'].map((name) => {
    const read = readConversationElement(conversation(1, { name }))
    return 'conversation' in read ? read.conversation.title : undefined
  })
  expect(titles).toEqual(['Ab c d', 'x', 'x'.repeat(200), '\uFFFD'])
})

it('X08: a message of more parts than anybody writes is cut, and says so', () => {
  const content = Array.from({ length: 6_000 }, () => ({ type: 'text', text: 'x' }))
  const read = readConversationElement({ json: JSON.stringify({ chat_messages: [{ sender: 'human', content }] }) })
  const parts = 'conversation' in read ? read.conversation.messages[0]?.parts : undefined
  expect([parts?.length, parts?.at(-1)]).toMatchObject([5_001, { error: { reason: 'imports.partUnreadable' } }])
})
