import { expect, it } from 'vitest'
import { trimEndOf } from './trimEndOf'

it.each([
  ['https://a.example/v1//', '/', 'https://a.example/v1'],
  ['//', '/', ''],
  ['', '/', ''],
  ['a..b. .', '. ', 'a..b'],
  ['wait…', '.…', 'wait'],
])('takes from the end of %j each of %j', (text, characters, rest) => {
  expect(trimEndOf(text, characters)).toBe(rest)
})
