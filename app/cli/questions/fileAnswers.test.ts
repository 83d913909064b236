import { expect, it } from 'vitest'
import { formQuestion, pageQuestion } from '../testing/questions'
import { fileAnswers } from './fileAnswers'

const never = new AbortController().signal

it('takes the entries in their order, each once, and has no answer when none is left', async () => {
  const answers = fileAnswers('[{"kind":"form","action":"accept","content":{"name":"Ada"}},{"kind":"form","action":"cancel"}]')
  const given = [
    await answers.answer(formQuestion(), never),
    await answers.answer(formQuestion(), never),
    await answers.answer(formQuestion(), never),
  ]
  expect(given).toEqual([{ kind: 'form', action: 'accept', content: { name: 'Ada' } }, { kind: 'form', action: 'cancel' }, undefined])
})

it('keeps an entry to its kind and to its server, and “always” answers each time', async () => {
  const answers = fileAnswers('[{"kind":"page","action":"open","server":"bank"},{"kind":"page","action":"decline","always":true}]')
  const given = await Promise.all(
    [pageQuestion('shop'), pageQuestion('bank'), pageQuestion('bank'), formQuestion('bank')].map((question) =>
      answers.answer(question, never),
    ),
  )
  expect(given.map((answer) => answer && 'action' in answer && answer.action)).toEqual(['decline', 'open', 'decline', undefined])
})

it.each([
  ['{"kind":"form"}', { reason: 'cli.answersNotAList' }],
  [
    '[{"kind":"form","action":"accept"},{"kind":"form","action":"maybe"}]',
    { reason: 'cli.answerUnusable', params: { number: '2', issues: [{ id: 'json.issue.at', params: { path: 'action' } }] } },
  ],
  ['[{"kind":"form","action":"accept"},{}]', { params: { number: '2', issues: [{ params: { path: 'kind' } }] } }],
  ['[{', { reason: 'cli.answersNotJson', said: expect.stringContaining('JSON') }],
])('refuses %s and says why', async (text, fact) => {
  await expect((async () => fileAnswers(text))()).rejects.toMatchObject({ code: 'INVALID_INPUT', ...fact })
})
