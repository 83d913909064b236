import { expect, it } from 'vitest'
import { hiddenUrlCharacters } from './hiddenUrlCharacters'

it('finds what would not be drawn, or would turn the rest around, in its percent form', () => {
  expect(hiddenUrlCharacters('https://a.example/?name=dana%E2%80%AE&k=%e2%80%8b%E2%80%AE')).toEqual(['U+202E', 'U+200B'])
})

it('lets alone what is only written in percent form: other letters, line breaks, half a character', () => {
  expect(hiddenUrlCharacters('https://a.example/b%C3%BCcher%20%0D%0A?x=%E9%2&y=100%')).toEqual([])
})
