import { expect, it } from 'vitest'
import { ModelRef } from '../../../../shared/domain/ids'
import type { SamplingDetails } from '../../../../shared/domain/question'
import { isEdited, jsonOf, readSamplingDraft, samplingAnswer, tokensProblem, tokensText } from './samplingDraft'

const [small, large] = [ModelRef.parse('local/small'), ModelRef.parse('local/large')]
const details: SamplingDetails = {
  kind: 'sampling',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Two' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'text', text: 'words' },
      ],
    },
  ],
  maxTokens: 100,
  stopSequences: [],
  models: [small, large],
  hints: [],
}
const plenty = 1_000
const hi = { messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }] }

it('starts with what the server wrote, without the data of its images, and answers with it as long as nobody changed it', () => {
  const draft = readSamplingDraft(details, {})
  expect(JSON.parse(draft.json)).toMatchObject({ messages: [{ content: [{}, { type: 'image', data: '@1' }, {}] }] })
  expect(isEdited(details, draft)).toBe(false)
  expect(samplingAnswer(details, draft, plenty)).toEqual({ kind: 'sampling', action: 'run', model: small, maxTokens: 100 })
})

it('sends all of the request where a person changed anything of it', () => {
  const kept = { ...readSamplingDraft(details, {}), model: large, maxTokens: '7', json: jsonOf(hi) }
  const draft = readSamplingDraft(details, kept)
  expect(samplingAnswer(details, draft, plenty)).toEqual({ kind: 'sampling', action: 'run', model: large, request: hi, maxTokens: 7 })
})

it('goes on with what a person had made of it before', () => {
  const again = { ...details, edited: hi }
  const draft = readSamplingDraft(again, {})
  expect(samplingAnswer(again, draft, plenty)).toMatchObject({ request: hi })
})

it('proposes no more tokens than today’s budget leaves', () => {
  const draft = readSamplingDraft(details, {})
  const mine = { ...draft, maxTokens: '60' }
  expect([
    tokensText(details, draft, 50),
    tokensProblem(details, draft, 50),
    tokensProblem(details, mine, 50),
    tokensProblem(details, draft, 0),
  ]).toEqual(['50', undefined, { id: 'sampling.fromOneTo', params: { most: 50 } }, { id: 'sampling.noneLeft' }])
})

it('forgets a kept draft that does not fit the question any more', () => {
  const strange = { json: 7, maxTokens: 7, model: null, byHand: 'yes', answer: [{ type: 'film' }] }
  expect(readSamplingDraft(details, strange)).toEqual(readSamplingDraft(details, {}))
})

it('has no answer while something is missing or cannot be read', () => {
  const draft = readSamplingDraft(details, {})
  const blind: SamplingDetails = { ...details, blind: [{ model: small, to: 'images' }] }
  const answers = [
    ...['', '0', '1.5', '101', 'many'].map((maxTokens) => samplingAnswer(details, { ...draft, maxTokens }, plenty)),
    ...['{', '{"messages":[]}', '{"messages":[{"role":"user","content":[{"type":"film"}]}]}'].map((json) =>
      samplingAnswer(details, { ...draft, json }, plenty),
    ),
    samplingAnswer({ ...details, models: [] }, draft, plenty),
    samplingAnswer(blind, draft, plenty),
    samplingAnswer(details, { ...draft, byHand: true, answer: [{ type: 'text', text: ' ' }] }, plenty),
    samplingAnswer(details, { ...draft, byHand: true, answer: [{ type: 'tool_use', id: '1', name: 'a', json: '[' }] }, plenty),
  ]
  expect(answers.filter((answer) => answer !== undefined)).toEqual([])
  expect(samplingAnswer(blind, { ...draft, json: jsonOf(hi) }, plenty)).toMatchObject({ model: small, request: hi })
})

it('answers by hand with words and calls', () => {
  const answer = [
    { type: 'text', text: 'Yes' },
    { type: 'tool_use', id: '1', name: 'look', json: '{"at":1}' },
  ] as const
  expect(samplingAnswer(details, { ...readSamplingDraft(details, {}), byHand: true, answer }, plenty)).toEqual({
    kind: 'sampling',
    action: 'answerByHand',
    content: [
      { type: 'text', text: 'Yes' },
      { type: 'tool_use', id: '1', name: 'look', input: { at: 1 } },
    ],
  })
})
