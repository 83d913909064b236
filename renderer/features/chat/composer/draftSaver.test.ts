import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConversationId, ModelRef, UndoId } from '../../../../shared/domain/ids'
import { setHost } from '../../../rpc/currentHostClient'
import { FakeHost } from '../../../testing/fakeHost'
import { noteTakingBack } from '../queue/queuedMessagesTakenBack'
import { DraftSaver } from './draftSaver'

const id = ConversationId.parse('00000000-0000-4000-8000-000000000001')
const llama = ModelRef.parse('local/llama')
let host = new FakeHost()

beforeEach(() => {
  vi.useFakeTimers()
  host = new FakeHost()
  host.answer('chat.create', () => ({ conversationId: id }))
  host.answer('chat.saveDraft', () => undefined)
  host.answer('chat.setModel', () => undefined)
  host.answer('chat.remove', () => ({ undoId: UndoId.parse(id) }))
  setHost(host)
})
afterEach(() => {
  vi.useRealTimers()
})
const asked = (): readonly unknown[] => host.asked.map(({ name, input }) => [name, input])
const pass = (): Promise<unknown> => vi.advanceTimersByTimeAsync(500)

it('saves what is typed a moment later, once for all that came meanwhile', async () => {
  const keeper = new DraftSaver(id, '')
  keeper.note('He', 'default')
  keeper.note('Hello', 'default')
  await pass()
  expect(asked()).toEqual([['chat.saveDraft', { conversationId: id, draft: 'Hello' }]])
})

it('creates a new conversation with its first words, and only one', async () => {
  const keeper = new DraftSaver(undefined, '')
  keeper.note('Hello', 'default')
  await pass()
  keeper.note('Hello you', 'default')
  await pass()
  expect(await keeper.conversation('default')).toBe(id)
  expect(asked().filter((call) => Array.isArray(call) && call[0] === 'chat.create')).toHaveLength(1)
})

it('gives it the model that was chosen after the first words', async () => {
  const keeper = new DraftSaver(undefined, '')
  keeper.note('Hello', 'default')
  await pass()
  await keeper.conversation(llama)
  expect(asked().at(-1)).toEqual(['chat.setModel', { conversationId: id, model: llama }])
})

it('creates nothing for a new chat in which nothing was typed', async () => {
  const keeper = new DraftSaver(undefined, '')
  keeper.note(' ', 'default')
  void keeper.leave('default')
  await pass()
  expect(asked()).toEqual([])
})

it('takes a new conversation away whose words were deleted again', async () => {
  const keeper = new DraftSaver(undefined, '')
  keeper.note('Hello', 'default')
  await pass()
  keeper.note('', 'default')
  void keeper.leave('default')
  await pass()
  expect(asked().at(-1)).toEqual(['chat.remove', { conversationIds: [id] }])
})

it('saves what was typed last when the composer goes away', async () => {
  const keeper = new DraftSaver(id, '')
  keeper.note('Hello', 'default')
  void keeper.leave('default')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toEqual([['chat.saveDraft', { conversationId: id, draft: 'Hello' }]])
})

// Catches the last save of a composer that closes over a queued message which was on its way back into it.
it('what comes back from the queue after the person has left stays, behind what was typed', async () => {
  const back = Promise.withResolvers<string>()
  const keeper = new DraftSaver(id, '')
  keeper.note('half a word', 'default')
  noteTakingBack(id, back.promise)
  void keeper.leave('default')
  await pass()
  expect(asked()).toEqual([])
  back.resolve('And of March?')
  await pass()
  expect(asked()).toEqual([['chat.saveDraft', { conversationId: id, draft: 'half a word\n\nAnd of March?' }]])
  new DraftSaver(id, '').note('later', 'default')
  await pass()
  expect(asked().at(-1)).toEqual(['chat.saveDraft', { conversationId: id, draft: 'later' }])
})
