import { expect, it, vi } from 'vitest'
import type { Conversation } from '../../shared/domain/chat'
import { ConversationId, MessageId, PartId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { FakeHost } from '../testing/fakeHost'
import { conversationFeed } from './conversationFeed'
import { FeedStore } from './feedStore'
import { setHost } from './currentHostClient'

const id = ConversationId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11')
const messageId = MessageId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12')
const partId = PartId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b13')
const conversation = (text: string): Conversation => ({
  id,
  title: 'Test',
  created: 0,
  model: 'none',
  draft: '',
  settings: {},
  chosenAccounts: {},
  messages: [{ id: messageId, role: 'assistant', created: 0, state: 'running', parts: [{ id: partId, kind: 'text', text }] }],
})
const textOf = (follower: ReturnType<typeof conversationFeed>): unknown => {
  const { feed } = follower.store.getState()
  const part = feed.status === 'ready' ? feed.conversation.messages[0]?.parts[0] : undefined
  return part?.kind === 'text' ? part.text : feed.status
}

it('shows the snapshot and every event after it', async () => {
  const host = new FakeHost()
  setHost(host)
  host.answer('chat.open', () => ({ conversation: conversation('One'), seq: 3 }))
  const follower = conversationFeed(id)
  const leave = follower.subscribe()
  await vi.waitFor(() => expect(textOf(follower)).toBe('One'))
  host.emit('chat.events', id, { type: 'textAdded', messageId, partId, text: ', two' })
  expect(textOf(follower)).toBe('One, two')
  leave()
  host.emit('chat.events', id, { type: 'textAdded', messageId, partId, text: ', three' })
  expect(textOf(follower)).toBe('One, two')
})

it('takes a fresh snapshot after a gap', async () => {
  const host = new FakeHost()
  setHost(host)
  let text = 'Old'
  host.answer('chat.open', () => ({ conversation: conversation(text), seq: 3 }))
  const follower = conversationFeed(id)
  const leave = follower.subscribe()
  await vi.waitFor(() => expect(textOf(follower)).toBe('Old'))
  text = 'New'
  host.gap('chat.events', id)
  await vi.waitFor(() => expect(textOf(follower)).toBe('New'))
  leave()
})

it('says why a conversation could not be opened, and tries again when asked', async () => {
  const host = new FakeHost()
  setHost(host)
  host.answer('chat.open', () => {
    throw new AppError('NOT_FOUND', 'There is no such conversation')
  })
  const follower = conversationFeed(id)
  const leave = follower.subscribe()
  await vi.waitFor(() => expect(follower.store.getState().feed).toMatchObject({ status: 'failed', error: { code: 'NOT_FOUND' } }))
  host.answer('chat.open', () => ({ conversation: conversation('Here'), seq: 0 }))
  follower.reload()
  await vi.waitFor(() => expect(textOf(follower)).toBe('Here'))
  leave()
})

it('opens a conversation once for all who look at it, and forgets it when the last of them leaves', async () => {
  const host = new FakeHost()
  setHost(host)
  host.answer('chat.open', () => ({ conversation: conversation('Here'), seq: 0 }))
  const [one, other] = [conversationFeed(id), conversationFeed(id)]
  const leaves = [one.subscribe(), other.subscribe()]
  await vi.waitFor(() => expect(textOf(other)).toBe('Here'))
  leaves[0]?.()
  expect([one === other, conversationFeed(id) === one, host.asked.length]).toEqual([true, true, 1])
  leaves[1]?.()
  expect(conversationFeed(id)).not.toBe(one)
})

it('draws nothing again for events that change nothing', async () => {
  const host = new FakeHost()
  setHost(host)
  const store = new FeedStore<'chat.events', { readonly count: number }>({
    feed: 'chat.events',
    key: id,
    load: async () => ({ snapshot: { count: 1 }, seq: 0 }),
    fold: (snapshot) => snapshot,
  })
  const leave = store.subscribe()
  await vi.waitFor(() => expect(store.store.getState().feed.status).toBe('ready'))
  const before = store.store.getState()
  host.emit('chat.events', id, { type: 'textAdded', messageId, partId, text: 'more' })
  expect(store.store.getState()).toBe(before)
  leave()
})

it('shows the last messages of a long conversation at once, and all others as they are read', async () => {
  const host = new FakeHost()
  setHost(host)
  const message = { role: 'user', state: 'done', parts: [] } as const
  const messages = Array.from({ length: 9 }, (_, created) => ({
    ...message,
    id: MessageId.parse(`5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1c0${created}`),
    created,
  }))
  const another = { ...message, id: MessageId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1c66'), created: 66 }
  const { promise: mayRead, resolve: read } = Promise.withResolvers<void>()
  host.answer('chat.open', () => ({ conversation: { ...conversation(''), messages: messages.slice(6), earlier: 6 }, seq: 0 }))
  host.answer('chat.earlier', async ({ before }) => {
    await mayRead
    const end = before === another.id ? 6 : messages.findIndex((one) => one.id === before)
    return messages.slice(Math.max(0, end - 4), end)
  })
  const follower = conversationFeed(id)
  const leave = follower.subscribe()
  const shown = (): unknown => {
    const { feed } = follower.store.getState()
    return feed.status === 'ready' ? feed.conversation.messages.map(({ created }) => created) : feed.status
  }
  await vi.waitFor(() => expect(shown()).toEqual([6, 7, 8]))
  // The person takes another version of the seventh message while the others are read.
  host.emit('chat.events', id, { type: 'pathChanged', kept: 6, messages: [another] })
  read()
  await vi.waitFor(() => expect(shown()).toEqual([0, 1, 2, 3, 4, 5, 66]))
  leave()
})
