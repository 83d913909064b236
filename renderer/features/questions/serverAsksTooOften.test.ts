import { expect, it } from 'vitest'
import { CallId, QuestionId, ServerId } from '../../../shared/domain/ids'
import type { ApprovalDetails, EndedQuestion, Question } from '../../../shared/domain/question'
import { countTooOften } from './serverAsksTooOften'

const approval: ApprovalDetails = {
  kind: 'approval',
  tool: 'deploy',
  inputSchema: {},
  arguments: {},
  why: { id: 'approvals.asked.noRule' },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}
let ids = 0
const id = () => QuestionId.parse(`00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`)
const asked = (created: number, server = 'a'): Question => ({
  id: id(),
  asker: { serverId: ServerId.parse(server), callIds: [] },
  created,
  expires: created + 1,
  details: { kind: 'folders', current: [] },
})
const over = (at: number, server = 'a'): EndedQuestion => ({
  id: id(),
  asker: { serverId: ServerId.parse(server), callIds: [] },
  kind: 'form',
  how: 'answered',
  reason: { id: 'ends.deny' },
  at,
})

it('F17: counts what one server asked by itself within a minute, open or answered, from the third on', () => {
  const third = asked(100_000)
  expect(countTooOften({ open: [third, asked(90_000)], ended: [] }, third)).toBeUndefined()
  expect(countTooOften({ open: [third, asked(90_000)], ended: [over(50_000)] }, third)).toEqual({ what: 'asked', count: 3 })
  expect(countTooOften({ open: [third, asked(90_000)], ended: [over(39_999)] }, third)).toBeUndefined()
  expect(countTooOften({ open: [third, asked(99_000, 'b'), asked(99_000, 'b')], ended: [over(99_000, 'b')] }, third)).toBeUndefined()
  for (const kind of ['samplingReview', 'approval', 'signIn'] as const) {
    expect(countTooOften({ open: [third, asked(90_000)], ended: [{ ...over(99_000), kind }] }, third)).toBeUndefined()
  }
})

it('F17: blames no server for calls that a model makes at once: counts only those that wait and that its app wants', () => {
  const call = (created: number): Question => ({ ...asked(created), details: approval })
  const [one, two, three] = [call(1), call(2), call(3)]
  const decided: EndedQuestion = { ...over(2), kind: 'approval' }
  expect(countTooOften({ open: [one], ended: [decided, decided, decided] }, one)).toBeUndefined()
  expect(countTooOften({ open: [one, two, three], ended: [decided] }, one)).toBeUndefined()
  const byApp = (question: Question): Question => ({ ...question, details: { ...approval, byApp: true } })
  expect(countTooOften({ open: [one, two, three].map(byApp), ended: [decided] }, byApp(one))).toEqual({ what: 'calls', count: 3 })
})

it('F17: blames no server because each of several calls that a model made at once asks something', () => {
  const during = (...calls: readonly number[]): Question => {
    const callIds = calls.map((call) => CallId.parse(`00000000-0000-4000-8000-${String(500 + call).padStart(12, '0')}`))
    const question = asked(1)
    return { ...question, asker: { ...question.asker, callIds } }
  }
  const often = (...open: readonly Question[]) => open[0] && countTooOften({ open, ended: [] }, open[0])
  expect(often(during(1), during(2), during(3))).toBeUndefined()
  // Parley cannot tell which call of an older server asks.
  expect(often(during(1, 2, 3), during(1, 2, 3), during(1, 2, 3))).toBeUndefined()
  expect(often(during(1), during(1), during(1))).toEqual({ what: 'asked', count: 3 })
  expect(often(during(1), during(1), during(2), during(2))).toEqual({ what: 'asked', count: 4 })
  expect(often(during(1), during(2), asked(1), asked(1))).toEqual({ what: 'asked', count: 4 })
  expect(often(...Array.from({ length: 10 }, (_, call) => during(call)))).toEqual({ what: 'asked', count: 10 })
})
