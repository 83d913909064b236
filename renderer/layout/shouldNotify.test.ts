import { expect, it } from 'vitest'
import { CallId, ConversationId, QuestionId, ServerId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import { shouldNotify } from './shouldNotify'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const front = ConversationId.parse(uuid(1))
const behind = ConversationId.parse(uuid(2))
const question = (conversationId?: ConversationId): Question => ({
  id: QuestionId.parse(uuid(3)),
  asker: {
    serverId: ServerId.parse('Files'),
    callIds: conversationId ? [CallId.parse(uuid(4))] : [],
    ...(conversationId && { conversationId }),
  },
  created: 0,
  expires: 1,
  details: { kind: 'folders', current: [] },
})
const chat = { here: true, view: 'chat', conversationId: front } as const

it('tells somebody who looks elsewhere of everything', () => {
  const away = { ...chat, here: false }
  expect([front, behind, undefined].map((conversation) => shouldNotify(question(conversation), away))).toEqual([true, true, true])
})

it('tells somebody who looks at Parley only of what holds up a conversation behind', () => {
  expect([front, behind, undefined].map((conversation) => shouldNotify(question(conversation), chat))).toEqual([false, true, false])
  expect(shouldNotify(question(front), { ...chat, view: 'settings' })).toBe(true)
  expect(shouldNotify(question(behind), { ...chat, view: 'inbox' })).toBe(false)
})
