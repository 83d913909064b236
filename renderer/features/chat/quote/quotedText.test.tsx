import { render, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown } from '../../../markdown/Markdown'
import { asQuote, quotedText } from './quotedText'

/** Draws messages with these texts, and selects from the first words in the page to the last ones. */
function select(texts: readonly string[], from: string, to: string, between = ''): string {
  const { container } = render(
    <>
      {texts.map((text, index) => (
        <article key={text}>
          <div data-quotable>
            <Markdown text={text} keepBreaks={index > 0} onLink={() => undefined} />
          </div>
          <button type="button">Copy</button>
          {between}
        </article>
      ))}
    </>,
  )
  return selectIn(container, from, to)
}

function selectIn(container: Element, from: string, to: string): string {
  const range = document.createRange()
  const [first, last] = [textWith(container, from), textWith(container, to)]
  range.setStart(first, first.data.indexOf(from))
  range.setEnd(last, last.data.lastIndexOf(to) + to.length)
  return quotedText(container, range)
}

function textWith(container: Element, words: string): Text {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && node.data.includes(words)) return node
  }
  throw new Error(`Nobody wrote ${words}`)
}

it('takes a part of a paragraph, with what is emphasised or linked in it', () => {
  expect(select(['Say **it is** [so](https://a.example) today'], 'it', 'tod')).toBe('it is so tod')
})

// Catches: paragraphs, lines and cells that run into each other.
it('keeps lines apart as they are on the screen', () => {
  expect(select(['# Head\n\nOne\ntwo\n\n- a\n- b\n  - c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nEnd'], 'Head', 'End')).toBe(
    'Head\n\nOne\ntwo\n\n- a\n- b\n  - c\n\nx | y\n1 | 2\n\nEnd',
  )
  expect(select(['First', 'One\ntwo'], 'One', 'two')).toBe('One\ntwo')
})

// Catches: words of buttons, or the head of a block of code, in a quote.
it('takes code with its lines and without its head', () => {
  expect(select(['See\n\n```ts\nconst a = 1\n  + 2\n```\n\nend'], 'See', 'end')).toBe('See\n\n```ts\nconst a = 1\n  + 2\n```\n\nend')
})

// Catches: code without its indentation and blank lines, once it has its colours.
it('takes coloured code as it is written', async () => {
  const code = 'class Loaf:\n    def __init__(self):\n        self.a = 1\n\n        self.b = 2'
  const text = '```python\n' + code + '\n```\n\nend'
  const { container } = render(
    <div data-quotable>
      <Markdown text={text} onLink={() => undefined} />
    </div>,
  )
  await waitFor(() => expect(container.querySelector('pre span')).not.toBeNull(), { timeout: 10_000 })
  expect(selectIn(container, 'class', 'end')).toBe(text)
  // A part of it begins where it is selected.
  expect(selectIn(container, '__init__', '.a')).toBe('```python\n__init__(self):\n        self.a\n```')
})

// Catches: `__init__` that becomes bold, and a comment that becomes a heading, in the message that is sent.
it('keeps code in a line as code', () => {
  expect(select(['Use `__init__` and ``a`b`` now'], 'Use', 'now')).toBe('Use `__init__` and ``a`b`` now')
  expect(select(['```sh\n# all of it\nnpm start\n```'], 'npm', 'start')).toBe('`npm start`')
})

it('keeps the numbers and marks of lists, but not of a part of one item', () => {
  const list = '3. Flour\n4. Water\n   - warm\n   - clean\n5. Salt\n\n- [x] baked\n- [ ] eaten'
  expect(select([list], 'Flour', 'eaten')).toBe(list)
  expect(select([list], 'Wa', 'er')).toBe('Water')
  // What is selected from within a list is not below an item that is not.
  expect(select([list], 'warm', 'Salt')).toBe('- warm\n- clean\n5. Salt')
})

// Catches: a quote with what stands between two messages: buttons, calls and what servers wrote there.
it('takes only the texts of messages where several are selected', () => {
  expect(select(['One thing', 'Another thing'], 'thing', 'Another', 'Written by a server')).toBe('thing\n\nAnother')
})

// Catches: a selected result of a server that becomes words of the person.
it('takes nothing where no text of a message is selected', () => {
  expect(select(['One'], 'Written', 'server', 'Written by a server')).toBe('')
})

it('takes at most 20,000 characters, and no half of one', () => {
  const whole = select([`a${'😀'.repeat(15_000)} end`], 'a', 'end')
  expect([whole.length, whole.at(-1)]).toEqual([19_999, '\uDE00'])
})

// Catches: the question below a quote of long code, which the model reads as a part of that code.
it('ends code that it cuts', () => {
  const quoted = select([`See\n\n\`\`\`ts\n${'const a = 1\n'.repeat(2_000)}\`\`\`\n\nend`], 'See', 'end')
  expect(quoted.match(/^```.*$/gm)).toEqual(['```ts', '```'])
  expect(quoted).toMatch(/\n```$/)
})

// Catches: an answer that is typed below a quote and becomes a part of it.
it('quotes each line, and ends with a blank line', () => {
  expect(asQuote('One\n\ntwo')).toBe('> One\n>\n> two\n\n')
})
