import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { TurnState } from '../../../shared/domain/chat'
import { MessageId, type ConversationId } from '../../../shared/domain/ids'
import { systemClock } from '../../lib/clock'
import { Database } from '../../storage/database'
import { ConversationList } from '../conversationList'
import { ConversationStore } from '../conversationStore'
import { ConversationArrangement } from './conversationArrangement'

function start() {
  const database = new Database(':memory:')
  const store = new ConversationStore(database)
  const list = new ConversationList(store, systemClock)
  const arrangement = new ConversationArrangement({ database, list, clock: systemClock })
  const of = (id: ConversationId) => list.conversations().find((conversation) => conversation.id === id)
  const folder = (name: string) => arrangement.createFolder(name).folderId
  return { store, list, arrangement, of, folder, add: () => list.create().conversationId }
}

it('changes several at once, only what is named, and passes over those that are gone', () => {
  const { arrangement, list, of, folder, add } = start()
  const [one, two, other, gone] = [add(), add(), add(), add()]
  list.remove([gone])
  const work = folder('Work')
  arrangement.arrange([one, two, gone], { pinned: true, folder: work })
  arrangement.arrange([one], { archived: true, pinned: false })
  expect(of(one)).toMatchObject({ archived: true, folder: work })
  expect(of(one)).not.toHaveProperty('pinned')
  expect(of(two)).toMatchObject({ pinned: true, folder: work })
  expect(of(other)).not.toHaveProperty('folder')
  arrangement.arrange([two], { folder: null })
  expect(of(two)).not.toHaveProperty('folder')
})

it('keeps folders in the order that a person gives them', () => {
  const { arrangement, folder } = start()
  const [one, two, three] = [folder('One'), folder('Two'), folder('Three')]
  const names = () => arrangement.folders().map(({ name }) => name)
  arrangement.moveFolder(three, one)
  expect(names()).toEqual(['Three', 'One', 'Two'])
  arrangement.moveFolder(one, null)
  expect(names()).toEqual(['Three', 'Two', 'One'])
  folder('Four')
  expect(names()).toEqual(['Three', 'Two', 'One', 'Four'])
  arrangement.changeFolder(two, { collapsed: true })
  expect(arrangement.folders()[1]).toEqual({ id: two, name: 'Two', collapsed: true })
})

it('a removed folder sets its conversations free, and takes back those that went nowhere else', () => {
  const { arrangement, of, folder, add } = start()
  const [stays, moves] = [add(), add()]
  const [work, home] = [folder('Work'), folder('Home')]
  arrangement.arrange([stays, moves], { folder: work })
  const { undoId } = arrangement.removeFolder(work)
  expect(of(stays)).not.toHaveProperty('folder')
  expect(() => arrangement.arrange([stays], { folder: work })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  arrangement.arrange([moves], { folder: home })
  arrangement.restoreFolder(undoId)
  expect([of(stays)?.folder, of(moves)?.folder]).toEqual([work, home])
  expect(() => arrangement.restoreFolder(undoId)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

it('the next start forgets a removed folder, and none of its conversations', () => {
  const { arrangement, store, list, folder, add } = start()
  const id = add()
  const work = folder('Work')
  arrangement.arrange([id], { folder: work })
  const { undoId } = arrangement.removeFolder(work)
  store.sweep()
  arrangement.restoreFolder(undoId)
  expect(arrangement.folders()).toEqual([])
  expect(list.conversations()).toHaveLength(1)
})

it.each<[TurnState, boolean]>([
  ['done', true],
  ['failed', true],
  ['cutOff', true],
  ['stopped', false],
  ['waiting', false],
  ['running', false],
])('a turn that is %s when it ends leaves an unread mark: %s', (state, unread) => {
  const { arrangement, store, of, add } = start()
  const id = add()
  const messageId = MessageId.parse(randomUUID())
  store.addMessage(id, { id: messageId, role: 'assistant', state, created: 1, parts: [] })
  arrangement.turnEnded(id, messageId)
  expect(of(id)?.unread ?? false).toBe(unread)
})
