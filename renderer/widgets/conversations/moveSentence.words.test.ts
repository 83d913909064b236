import { expect, it } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import { moveSentence } from './moveSentence'

const [small, large] = [ModelRef.parse('local/small'), ModelRef.parse('local/large')]
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')
const alpha = { titles: ['Boats'], projectName: 'Alpha', standard: large }

// Catches: a move after which another model answers, without a word.
it('says the model that a move brings, and that tools change', () => {
  const move = { models: [{ from: 'default', to: small } as const], switches: true }
  expect(plain(moveSentence({ ...alpha, move }))).toBe(
    '“Boats” is in “Alpha” now. Its model is “small” from the next message. Its tools change too.',
  )
})

it('says nothing of a model that is the same under another word', () => {
  const move = { models: [{ from: 'default', to: large } as const], switches: false }
  expect(plain(moveSentence({ ...alpha, move }))).toBe('“Boats” is in “Alpha” now.')
})

it('says of several only what is true of all of them', () => {
  const models = [{ from: 'default', to: small } as const, { from: large, to: large }]
  const several = { titles: ['Boats', 'Cats'], projectName: undefined, standard: large, move: { models, switches: false } }
  expect(plain(moveSentence(several))).toBe('2 conversations are in no project now. Some have another model from the next message.')
})
