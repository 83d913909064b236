import { beforeEach, expect, it } from 'vitest'
import { AppId } from '../../../../shared/domain/apps/app'
import { ConversationId, ServerId } from '../../../../shared/domain/ids'
import { contextSeen, contextsSent, contextsToSend, dropContext, giveContext, useAppContexts } from './appContexts'

const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000002')
const other = ConversationId.parse('00000000-0000-4000-8000-000000000009')
const [board, map] = ['3', '4'].map((end) => AppId.parse(`00000000-0000-4000-8000-00000000000${end}`)) as [AppId, AppId]
const give = (appId: AppId, text: string, to = conversationId): void =>
  giveContext({ appId, conversationId: to, serverId: ServerId.parse('Board'), tool: 'show_page', text })
const see = (): void => useAppContexts.getState().given.forEach(contextSeen)
const toSend = (): readonly string[] => contextsToSend(conversationId).map(({ text }) => text)

beforeEach(() => useAppContexts.setState({ given: [] }))

it('AH-42: of what an app gives between two messages only the last goes with the next one, and once', () => {
  for (const text of ['one', 'two', 'three']) give(board, text)
  give(map, 'here')
  give(map, 'elsewhere', other)
  give(map, 'here again')
  see()
  expect(toSend()).toEqual(['three', 'here again'])
  contextsSent(contextsToSend(conversationId))
  expect(toSend()).toEqual([])
})

// Catches: what an app gives in the moment of sending goes along unseen, or the same words are shown as new again and again.
it('AH-43: nothing goes that was not before the person’s eyes, the same words are given once, and a person can leave it out', () => {
  give(board, 'one')
  expect(toSend()).toEqual([])
  see()
  give(board, 'one')
  expect(toSend()).toEqual(['one'])
  const sent = contextsToSend(conversationId)
  give(board, 'two')
  contextsSent(sent)
  expect(toSend()).toEqual([])
  see()
  expect(toSend()).toEqual(['two'])
  dropContext(board)
  expect(toSend()).toEqual([])
})
