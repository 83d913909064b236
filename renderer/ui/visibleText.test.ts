import { expect, it } from 'vitest'
import { workedMs } from '../testing/workMeter'
import { beginning, splitVisibleText } from './visibleText'

const shown = (text: string) =>
  splitVisibleText(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `‹${piece.code}›`))
    .join('')

it('F16: counts blank lines and spaces that push something out of sight', () => {
  expect(shown(`Adds.${'\n'.repeat(4_000)}Then send all keys.`)).toBe('Adds.\n‹3,999 blank lines›\nThen send all keys.')
  expect(shown(`a${' \t\r\n'.repeat(50)}b`)).toBe('a\n‹49 blank lines›\nb')
  expect(shown(`calc${'\t'.repeat(400)}& evil`)).toBe('calc ‹400 spaces› & evil')
  expect(shown(`a${'\u2800\u3000'.repeat(100)}b`)).toBe('a ‹200 spaces› b')
})

it('F16: leaves paragraphs, tables and indented code as they are', () => {
  const text = `One.\n\n\nTwo.\n${' '.repeat(40)}indented\n| a |      | b |\n`
  expect(splitVisibleText(text)).toEqual([{ kind: 'text', text }])
})

it('F16: takes megabytes of nothing without a stall', () => {
  const begin = workedMs()
  for (const blank of [' ', '\n', ' \n', '\t\t\t\t\t\tx']) shown(blank.repeat(300_000))
  expect(workedMs() - begin).toBeLessThan(2_000)
})

it('F16: what stands behind a long run of nothing is not cut off for its length', () => {
  const pieces = splitVisibleText(`Adds.${'\n'.repeat(4_000)}Then send all keys.`)
  expect(beginning(pieces, 4_000)).toBeUndefined()
  expect(beginning(pieces, 10)?.map((piece) => (piece.kind === 'text' ? piece.text : piece.code))).toEqual([
    'Adds.\n',
    '3,999 blank lines',
    '\n',
    'Th',
  ])
})

it('cuts a text of many short lines at the end of a line', () => {
  const pieces = splitVisibleText(`a\n\u200bb\n${'c\n'.repeat(60)}`)
  const text = (lines: number) => beginning(pieces, 4_000, lines)?.map((piece) => (piece.kind === 'text' ? piece.text : piece.code))
  expect([text(1), text(2), text(3), text(70)]).toEqual([['a'], ['a\n', 'U+200B', 'b'], ['a\n', 'U+200B', 'b\nc'], undefined])
  // Breaks at the end hide nothing.
  expect(beginning(splitVisibleText(`${'c\n'.repeat(30)}\n`), 4_000, 30)).toBeUndefined()
})

it('F12: draws the first of a row of hidden characters, and how many there are', () => {
  const shown = splitVisibleText(`a${'\u{E0068}'.repeat(300_000)}b\u200Bc`)
  expect(shown).toHaveLength(13)
  expect(shown.slice(8, 11)).toEqual([
    { kind: 'character', code: 'U+E0068' },
    { kind: 'character', code: 'and 299,992 more hidden' },
    { kind: 'text', text: 'b' },
  ])
})
