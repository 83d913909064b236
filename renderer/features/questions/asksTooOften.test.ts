import { expect, it } from 'vitest'
import { QuestionId, ServerId } from '../../../shared/domain/ids'
import type { EndedQuestion, Question } from '../../../shared/domain/question'
import { countTooOften } from './asksTooOften'

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
  kind: 'approval',
  how: 'answered',
  reason: { id: 'ends.deny' },
  at,
})

it('F17: counts what one server asked within a minute, open or answered, from the third on', () => {
  const third = asked(100_000)
  expect(countTooOften({ open: [third, asked(90_000)], ended: [] }, third)).toBeUndefined()
  expect(countTooOften({ open: [third, asked(90_000)], ended: [over(50_000)] }, third)).toBe(3)
  expect(countTooOften({ open: [third, asked(90_000)], ended: [over(39_999)] }, third)).toBeUndefined()
  expect(countTooOften({ open: [third, asked(99_000, 'b'), asked(99_000, 'b')], ended: [over(99_000, 'b')] }, third)).toBeUndefined()
  const reviewed: EndedQuestion = { ...over(99_000), kind: 'samplingReview' }
  expect(countTooOften({ open: [third, asked(90_000)], ended: [reviewed] }, third)).toBeUndefined()
})
