import { expect, it } from 'vitest'
import { withoutMarkdownSigns } from './snippet'

const shown = (text: string, word: string): { readonly text: string; readonly marked: string | undefined } => {
  const start = text.indexOf(word)
  const { text: line, marks } = withoutMarkdownSigns({ text, marks: [{ start, end: start + word.length }] })
  const [mark] = marks
  return { text: line, marked: mark && line.slice(mark.start, mark.end) }
}

// Catches: results are read through asterisks and backticks, or the mark slips off its word when they are gone.
it('shows words without the signs around them, with the mark still on its word', () => {
  expect(shown('…## Costs **All of `npm`** is **free**', 'free')).toEqual({
    text: '…Costs All of npm is free',
    marked: 'free',
  })
  expect(shown('也**很好**吃', '很好')).toEqual({ text: '也很好吃', marked: '很好' })
})

it('leaves what is no sign: powers, names in code, languages', () => {
  const text = '2**3, C# and __init__, 5 > 3'
  expect(shown(text, 'init').text).toBe('2**3, C# and __init__, 5 > 3')
  expect(shown('**bold**', '**bold').text).toBe('**bold')
})
