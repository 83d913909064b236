import { expect, it } from 'vitest'
import { ordinal } from './ordinal'

it('counts times as a person does', () => {
  expect([2, 3, 4, 10, 11, 12, 13, 21, 22, 103].map(ordinal)).toEqual([
    '2nd',
    '3rd',
    '4th',
    '10th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '103rd',
  ])
})
