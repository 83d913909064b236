import { expect, it } from 'vitest'
import { QuestionId, ServerId } from '../../shared/domain/ids'
import type { FormField } from '../../shared/domain/formField'
import type { Question, QuestionDetails } from '../../shared/domain/question'
import { answerFor } from './answerFor'
import { createRandom } from './random'

const asks = (details: QuestionDetails): Question => ({
  id: QuestionId.parse('0190a5d0-0000-7000-8000-000000000002'),
  asker: { serverId: ServerId.parse('asks'), callIds: [] },
  created: 0,
  expires: 1,
  details,
})
const answers = (details: QuestionDetails): readonly unknown[] => {
  const random = createRandom(4)
  return Array.from({ length: 200 }, () => answerFor(asks(details), random))
}
const form = (...fields: readonly FormField[]): QuestionDetails => ({ kind: 'form', message: 'Who?', fields, secretLooking: [] })

it('fills in what a form requires so that it may be sent, and sometimes declines or cancels', () => {
  const given = answers(
    form(
      { key: 'name', required: true, kind: 'string', minLength: 5, maxLength: 6 },
      { key: 'age', required: true, kind: 'number', integer: true, minimum: 17.5 },
      {
        key: 'pets',
        required: true,
        kind: 'choices',
        minItems: 2,
        choices: ['cat', 'dog', 'fish'].map((value) => ({ value, label: value })),
      },
    ),
  )
  expect(given).toContainEqual({ kind: 'form', action: 'accept', content: { name: 'Ann..', age: 18, pets: ['cat', 'dog'] } })
  for (const action of ['decline', 'cancel']) expect(given).toContainEqual({ kind: 'form', action })
})

it('never accepts a form with a required field that cannot be filled in', () => {
  const given = answers(form({ key: 'odd', required: true, kind: 'unsupported', reason: { id: 'ends.deny' } }))
  expect(given.filter((answer) => JSON.stringify(answer).includes('accept'))).toEqual([])
})

it('denies a model request when there is no model', () => {
  const sampling: QuestionDetails = { kind: 'sampling', messages: [], maxTokens: 1, stopSequences: [], models: [], hints: [] }
  expect(new Set(answers(sampling).map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"kind":"sampling","action":"deny"}']))
})
