import { expect, it } from 'vitest'
import { shownChoiceValues } from './shownChoiceValues'

it('EL-11: says the value of a choice whose title says something else, and of two choices with one title', () => {
  const choices = [
    { label: 'Keep everything', value: 'DELETE-ALL' },
    { label: 'Red wine', value: 'red_wine' },
    { label: 'Same', value: 'one' },
    { label: 'same', value: 'same' },
    { label: 'plain', value: 'plain' },
  ]
  expect(shownChoiceValues(choices)).toEqual(['DELETE-ALL', undefined, 'one', undefined, undefined])
})
