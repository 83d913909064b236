import { expect, it } from 'vitest'
import { ModelRef } from '../ids'
import { ownModelChoice } from './ownModelChoice'

const [first, second] = [ModelRef.parse('local/first'), ModelRef.parse('local/second')]

// Catches: "gemma, changed here, use gemma, the default".
it('says nothing where the chosen model is the inherited one', () => {
  expect([ownModelChoice(first, first), ownModelChoice(second, first), ownModelChoice(first, undefined)]).toEqual([
    'default',
    second,
    first,
  ])
})

it('keeps "No model", also where there is no default one', () => {
  expect(ownModelChoice('none', 'none')).toBe('none')
})
