import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ConversationId, MessageId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { LastScreenStore } from './lastScreenStore'

const id = ConversationId.parse(randomUUID())
const place = { messageId: MessageId.parse(randomUUID()), offset: -12 }

function withConversation(): Database {
  const database = new Database(':memory:')
  database.run("INSERT INTO conversation (id, title, created, updated, model) VALUES (?, '', 1, 1, 'default')", id)
  return database
}

it('knows nothing at the first start, and then the last of what was on the screen', () => {
  const screens = new LastScreenStore(withConversation())
  expect(screens.last()).toBeNull()
  screens.save({ view: 'settings', settingsPage: 'models' })
  screens.save({ view: 'chat', conversationId: id, place })
  expect(screens.last()).toEqual({ view: 'chat', conversationId: id, place })
})

it('does not lead to a conversation that was removed', () => {
  const database = withConversation()
  const screens = new LastScreenStore(database)
  screens.save({ view: 'chat', conversationId: id, place })
  database.run('UPDATE conversation SET removed = 1')
  expect(screens.last()).toEqual({ view: 'chat' })
})

it.each(['{"view":7}', '[', 'null'])('what cannot be read is as if nothing was kept: %s', (json) => {
  const database = withConversation()
  database.run('INSERT INTO last_screen (id, json) VALUES (1, ?)', json)
  expect(new LastScreenStore(database).last()).toBeNull()
})
