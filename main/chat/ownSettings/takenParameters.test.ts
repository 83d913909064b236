import { expect, it } from 'vitest'
import type { ModelFacts } from '../../../shared/domain/models/modelProvider'
import { takenParameters } from './takenParameters'

const wanted = { temperature: 0.2, maxOutputTokens: 100, reasoning: 'high' } as const
const taken = (facts: ModelFacts | undefined) =>
  takenParameters(wanted, { facts: () => Promise.resolve(facts) }, new AbortController().signal)

it('sends a parameter unless it is known that the model does not take it', async () => {
  expect(await taken(undefined)).toEqual(wanted)
  expect(await taken({ thinks: true, temperature: true })).toEqual(wanted)
  expect(await taken({ thinks: true, temperature: false })).toEqual({ maxOutputTokens: 100, reasoning: 'high' })
  expect(await taken({ thinks: false })).toEqual({ temperature: 0.2, maxOutputTokens: 100 })
})

it('asks nobody about a model of which nothing is wanted', async () => {
  const facts = () => Promise.reject(new Error('Nobody wants to know'))
  expect(await takenParameters({}, { facts }, new AbortController().signal)).toEqual({})
})
