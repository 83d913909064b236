import { expect, it } from 'vitest'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import { questionToOpen } from './shouldOpenDialog'
import { questionsInBar } from './questionsInBar'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const here = ConversationId.parse(uuid(1))
const there = ConversationId.parse(uuid(2))
const question = (n: number, conversationId: ConversationId | undefined, withCall = true): Question => ({
  id: QuestionId.parse(uuid(n)),
  asker: {
    serverId: ServerId.parse('Everything'),
    callIds: withCall ? [CallId.parse(uuid(100 + n))] : [],
    ...(conversationId && { conversationId }),
  },
  created: n,
  expires: n + 1,
  details: { kind: 'folders', current: [] },
})
const none: ReadonlySet<QuestionId> = new Set()

it('opens the oldest question of the conversation in front', () => {
  const open = [question(11, there), question(12, here), question(13, here)]
  expect(questionToOpen({ open, front: here, aside: none })).toBe(open[1])
})

it('H10: opens nothing by itself in another view, without a call, or after it was put aside', () => {
  const mine = question(12, here)
  expect(questionToOpen({ open: [mine], front: undefined, aside: none })).toBeUndefined()
  expect(questionToOpen({ open: [question(13, here, false), question(14, undefined)], front: here, aside: none })).toBeUndefined()
  expect(questionToOpen({ open: [mine], front: here, aside: new Set([mine.id]) })).toBeUndefined()
})

it('what an app asks waits in the bar, and what waits behind it opens', () => {
  const byApp: Question = {
    ...question(12, here),
    details: {
      kind: 'approval',
      tool: 'save',
      byApp: true,
      inputSchema: {},
      arguments: {},
      why: { id: 'approvals.asked.noRule' },
      history: { allowed: 0, denied: 0 },
      readOnlyRuleOffered: false,
    },
  }
  const open = [byApp, question(13, here)]
  expect(questionToOpen({ open, front: here, aside: none })).toBe(open[1])
  expect(questionsInBar({ open, front: here, aside: none }, undefined)).toEqual(open)
})

it('tells in the bar of everything that waits in this conversation without a dialog', () => {
  const open = [question(11, there), question(12, here), question(13, here)]
  expect(questionsInBar({ open, front: here, aside: none }, open[1]?.id)).toEqual([open[2]])
})
