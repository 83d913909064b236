import { expect, it } from 'vitest'
import { isBlank } from './isBlank'

it.each(['', ' ', '\n\t\r\n', '\u00A0\u2003\u3000\u2028', '\u001C\u001F\u0085'])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true)
})

it.each(['a', ' 0 ', '\u200B', '\u0000', '\n.\n'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false)
})
