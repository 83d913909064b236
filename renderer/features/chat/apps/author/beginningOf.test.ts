import { expect, it } from 'vitest'
import { beginningOf } from './beginningOf'

// Catches: what is pretended is nothing that a model writes, such as a number in halves, or ends short of the whole.
it('has the arguments one after the other, a text up to its middle, and nothing else in part', () => {
  const args = { title: 'four', count: 12, tags: ['a'], body: 'abcdefghij' }
  expect([0, 0.125, 0.25, 0.4, 0.75, 0.875, 1].map((share) => beginningOf(args, share))).toEqual([
    { title: '' },
    { title: 'fo' },
    { title: 'four' },
    { title: 'four' },
    { title: 'four', count: 12, tags: ['a'], body: '' },
    { title: 'four', count: 12, tags: ['a'], body: 'abcde' },
    args,
  ])
  expect(beginningOf({}, 0.5)).toEqual({})
})

it('has an argument called __proto__ as its own', () => {
  const args = JSON.parse('{"__proto__":"x","b":1}')
  expect(JSON.stringify(beginningOf(args, 1))).toBe('{"__proto__":"x","b":1}')
})
