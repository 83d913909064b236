import { expect, it } from 'vitest'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { ConversationFolderId, ConversationId } from '../../../shared/domain/ids'
import { idsBetween } from '../../widgets/conversations/idsBetween'
import { conversationListRows, type ListContent } from './conversationListRows'

const now = new Date(2026, 10, 21)
const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const id = (number: number) => ConversationId.parse(uuid(number))
const work = ConversationFolderId.parse(uuid(90))
const home = ConversationFolderId.parse(uuid(91))
const talk = (number: number, change: Partial<ConversationSummary> = {}): ConversationSummary => ({
  id: id(number),
  title: `Talk ${number}`,
  created: 0,
  // The higher its number, the newer.
  updated: now.getTime() + number,
  chosenAccounts: {},
  ...change,
})
const shown = (content: Partial<ListContent>): readonly string[] =>
  conversationListRows({ conversations: [], folders: [], archive: false, now, ...content }).map((line) => {
    switch (line.kind) {
      case 'heading':
        return line.of
      case 'folder':
        return `${line.folder.name} (${line.count})`
      case 'archive':
        return `archive (${line.count})`
      default:
        return line.conversation.title
    }
  })

it('begins with what is pinned, then the folders, the others by day, and the archive; each newest first', () => {
  const conversations = [
    talk(1),
    talk(2, { folder: work }),
    talk(3, { pinned: true }),
    talk(4, { archived: true }),
    talk(5, { folder: work }),
    talk(6),
  ]
  const folders = [{ id: work, name: 'Work' }]
  expect(shown({ conversations, folders })).toEqual([
    'pinned',
    'Talk 3',
    'Work (2)',
    'Talk 5',
    'Talk 2',
    'today',
    'Talk 6',
    'Talk 1',
    'archive (1)',
  ])
})

it('shows of a collapsed folder its name and how many are in it, and of the archive what is asked for', () => {
  const conversations = [talk(1, { folder: work }), talk(2, { archived: true, folder: work, pinned: true })]
  const folders = [
    { id: home, name: 'Home' },
    { id: work, name: 'Work', collapsed: true as const },
  ]
  expect(shown({ conversations, folders, archive: true })).toEqual(['Home (0)', 'Work (1)', 'archive (1)', 'Talk 2'])
})

it('lists a conversation whose folder is not known among the others, and no conversation twice', () => {
  expect(shown({ conversations: [talk(1, { folder: work }), talk(2, { folder: home, pinned: true })], folders: [] })).toEqual([
    'pinned',
    'Talk 2',
    'today',
    'Talk 1',
  ])
})

it('a range is the same from above and from below, and one alone without a beginning', () => {
  const order = [id(1), id(2), id(3), id(4)]
  expect(idsBetween(order, id(2), id(4))).toEqual([id(2), id(3), id(4)])
  expect(idsBetween(order, id(4), id(2))).toEqual([id(2), id(3), id(4)])
  expect(idsBetween(order, undefined, id(3))).toEqual([id(3)])
  // What the range began with is gone.
  expect(idsBetween(order, id(9), id(3))).toEqual([id(3)])
})
