import { expect, it } from 'vitest'
import { CallId, ConversationId, ModelRef, QuestionId, ServerId } from '../../../shared/domain/ids'
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
  expect(questionToOpen({ open, front: here, aside: none, covered: false })).toBe(open[1])
})

it('H10: opens nothing by itself in another view, without a call, or after it was put aside', () => {
  const mine = question(12, here)
  expect(questionToOpen({ open: [mine], front: undefined, aside: none, covered: false })).toBeUndefined()
  expect(
    questionToOpen({ open: [question(13, here, false), question(14, undefined)], front: here, aside: none, covered: false }),
  ).toBeUndefined()
  expect(questionToOpen({ open: [mine], front: here, aside: new Set([mine.id]), covered: false })).toBeUndefined()
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
  expect(questionToOpen({ open, front: here, aside: none, covered: false })).toBe(open[1])
  expect(questionsInBar({ open, front: here }, undefined, none)).toEqual(open)
})

// Catches: an app has the person read its own words in a dialog, at a moment that it chose.
it('what an app asks the model for waits in the bar too', () => {
  const details = { kind: 'sampling', messages: [], maxTokens: 1, stopSequences: [], models: [], hints: [] } as const
  const ofServer: Question = { ...question(12, here), details }
  const byApp: Question = { ...ofServer, details: { ...details, byApp: true } }
  expect(questionToOpen({ open: [byApp], front: here, aside: none, covered: false })).toBeUndefined()
  expect(questionToOpen({ open: [ofServer], front: here, aside: none, covered: false })).toBe(ofServer)
  expect(questionsInBar({ open: [byApp], front: here }, undefined, none)).toEqual([byApp])
  const written = { content: [], model: ModelRef.parse('a/b'), stopReason: 'stop', asked: { messages: [] }, tookMs: 1 }
  const review: Question = { ...ofServer, details: { kind: 'samplingReview', byApp: true, ...written } }
  expect(questionToOpen({ open: [review], front: here, aside: none, covered: false })).toBe(review)
})

it('opens the dialog of what a card asks only while something lies over the conversation', () => {
  const onCard: Question = {
    ...question(12, here),
    details: {
      kind: 'approval',
      tool: 'search',
      place: { place: 'card' },
      inputSchema: {},
      arguments: {},
      why: { id: 'approvals.asked.noRule' },
      history: { allowed: 0, denied: 0 },
      readOnlyRuleOffered: false,
    },
  }
  expect(questionToOpen({ open: [onCard], front: here, aside: none, covered: false })).toBeUndefined()
  expect(questionToOpen({ open: [onCard], front: here, aside: none, covered: true })).toBe(onCard)
})

it('tells in the bar of everything that waits in this conversation without a dialog', () => {
  const open = [question(11, there), question(12, here), question(13, here)]
  expect(questionsInBar({ open, front: here }, open[1]?.id, none)).toEqual([open[2]])
})
