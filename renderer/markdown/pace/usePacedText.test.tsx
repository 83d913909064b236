import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown } from '../Markdown'
import { usePacedText } from './usePacedText'

const nothing = (): void => undefined

function AnswerAndField({ text, open }: { readonly text: string; readonly open: boolean }) {
  const drawn = usePacedText(text, open)
  return (
    <>
      <textarea aria-label="Message" />
      <Markdown text={drawn} open={open || drawn.length < text.length} onLink={nothing} />
    </>
  )
}

const answerAndField = (text: string, open: boolean) => <AnswerAndField text={text} open={open} />

it('holds an answer back for a key, and draws all of it in the end, though it ended meanwhile', async () => {
  const { rerender } = render(answerAndField('The beginning.\n\n', true))
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'k' })
  rerender(answerAndField('The beginning.\n\nAnd the end.', false))
  expect(screen.queryByText('And the end.')).toBeNull()
  await screen.findByText('And the end.')
})

it('draws a burst little by little, to its end', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} of many.`)
  const { rerender } = render(answerAndField('The beginning.\n\n', true))
  rerender(answerAndField(`The beginning.\n\n${lines.join('\n\n')}`, true))
  expect(screen.queryByText('Line 0 of many.')).toBeNull()
  await screen.findByText('Line 399 of many.', undefined, { timeout: 10_000 })
})

it('never cuts a character in two', async () => {
  const { rerender, container } = render(answerAndField('', true))
  const seen = new Set<string>()
  const observer = new MutationObserver(() => seen.add(container.textContent))
  observer.observe(container, { childList: true, subtree: true, characterData: true })
  // The first turn would end between the halves of the first one.
  rerender(answerAndField(`${'x'.repeat(2_999)}${'😀'.repeat(4_000)}`, true))
  await screen.findByText(/^x+(?:😀){4000}$/u)
  observer.disconnect()
  expect(seen.size).toBeGreaterThan(1)
  expect([...seen].filter((text) => !text.isWellFormed())).toEqual([])
})
