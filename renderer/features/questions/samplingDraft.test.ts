import { expect, it } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import type { SamplingDetails } from '../../../shared/domain/question'
import { readSamplingDraft, samplingAnswer } from './samplingDraft'

const [small, large] = [ModelRef.parse('local/small'), ModelRef.parse('local/large')]
const details: SamplingDetails = {
  kind: 'sampling',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Two' },
        { type: 'image', data: '', mimeType: 'image/png' },
        { type: 'text', text: 'words' },
      ],
    },
  ],
  maxTokens: 100,
  stopSequences: [],
  models: [small, large],
  hints: [],
}

it('starts with what the server wrote, and answers with it as long as nobody changed it', () => {
  const draft = readSamplingDraft(details, {})
  expect(samplingAnswer(details, draft)).toEqual({ kind: 'sampling', action: 'run', model: small, texts: ['Two\n\nwords'], maxTokens: 100 })
})

it('keeps what a person changed, and sends a system prompt only where it is another one', () => {
  const kept = { ...readSamplingDraft(details, {}), model: large, maxTokens: '7', system: 'Be brief', texts: ['One'] }
  const draft = readSamplingDraft(details, kept)
  expect(samplingAnswer(details, draft)).toEqual({
    kind: 'sampling',
    action: 'run',
    model: large,
    systemPrompt: 'Be brief',
    texts: ['One'],
    maxTokens: 7,
  })
  expect(samplingAnswer({ ...details, systemPrompt: 'Be brief' }, draft)).not.toHaveProperty('systemPrompt')
  expect(samplingAnswer({ ...details, systemPrompt: 'Be long' }, { ...draft, system: '' })).toMatchObject({ systemPrompt: '' })
})

it('forgets a kept draft that does not fit the question any more', () => {
  expect(readSamplingDraft(details, { texts: ['one', 'two'], maxTokens: 7, model: null, byHand: 'yes' })).toEqual(
    readSamplingDraft(details, {}),
  )
})

it('has no answer while a number is out of reach, a model is missing, or nothing was written by hand', () => {
  const draft = readSamplingDraft(details, {})
  const answers = [
    ...['', '0', '1.5', '101', 'many'].map((maxTokens) => samplingAnswer(details, { ...draft, maxTokens })),
    samplingAnswer({ ...details, models: [] }, draft),
    samplingAnswer(details, { ...draft, byHand: true, answer: ' ' }),
  ]
  expect(answers.filter((answer) => answer !== undefined)).toEqual([])
  expect(samplingAnswer(details, { ...draft, byHand: true, answer: 'Yes' })).toEqual({
    kind: 'sampling',
    action: 'answerByHand',
    text: 'Yes',
  })
})
