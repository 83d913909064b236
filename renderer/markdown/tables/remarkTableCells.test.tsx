import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown } from '../Markdown'
import { isExpensiveMarkdown } from '../../../shared/markdown/isExpensiveMarkdown'

/** A table of which every row has one letter, below a head of many columns. */
const table = (columns: number, rows: number, first: string, more: string): string =>
  `${first}${'a|'.repeat(columns)}\n${more}${'-|'.repeat(columns)}\n${`${more}x\n`.repeat(rows)}`

it.each([
  ['a quote', '> ', '> '],
  ['an item of a list', '- ', '  '],
  ['a quote in a list', '1. > ', '   > '],
  ['a footnote', 'word[^1]\n\n[^1]: ', '    '],
  // The parser reads it as a table, but `splitMarkdown` does not.
  ['a table whose head begins with a tag', '<b>', ''],
])('draws no more cells for few characters in %s, and shows the other rows as they are written', (_what, first, more) => {
  for (const size of [150, 300]) {
    const text = `${table(size, size, first, more)}\nAfter *it*`
    const { container, unmount } = render(<Markdown text={text} onLink={() => undefined} />)
    const cells = container.querySelectorAll('td, th').length
    expect([cells > 1_000, cells <= 2_000]).toEqual([true, true])
    expect(container.textContent.replaceAll(/[^x]/g, '')).toHaveLength(size)
    expect([...container.querySelectorAll('em')].map(({ textContent }) => textContent)).toEqual(['it'])
    unmount()
  }
})

it('bounds the cells of all tables of a block together, and a table whose head alone is too wide', () => {
  const quoted = [table(30, 40, '> ', '> '), table(30, 40, '> ', '> '), table(1_400, 1, '> ', '> ')].join('> \n')
  const { container } = render(<Markdown text={quoted} onLink={() => undefined} />)
  const cells = [...container.querySelectorAll('table')].map((drawn) => drawn.querySelectorAll('td, th').length)
  expect(cells).toEqual([41 * 30, 25 * 30])
  expect(container.textContent.replaceAll(/[^x]/g, '')).toHaveLength(81)
  expect(container.querySelector('blockquote')?.textContent).toContain('a|a|a|')
})

it('shows the rows that are too many each on a line of its own, also with its marks', () => {
  const text = `${table(250, 7, '> ', '> ')}> **b** | [c](https://a.example)\n> <i> \\| \u202Ed`
  const { container } = render(<Markdown text={text} onLink={() => undefined} />)
  const rest = container.querySelector('blockquote > p')
  expect(rest?.innerHTML.split('<br>').length).toBe(2)
  expect(rest?.textContent.split('\n')[0]).toBe('**b** | [c](https://a.example)')
  expect(rest?.textContent).toContain('<i> \\| ')
  expect(rest?.textContent).not.toContain('\u202E')
})

it('draws a table of a usual size in a quote with all of its cells', () => {
  const { container } = render(<Markdown text={table(8, 100, '> ', '> ')} onLink={() => undefined} />)
  expect(container.querySelectorAll('td, th')).toHaveLength(8 * 101)
})

it('does not read thousands of cells in a quote, nor thousands of lines below the head of a table', () => {
  expect(isExpensiveMarkdown(table(10_000, 1, '> ', '> '))).toBe(true)
  expect(isExpensiveMarkdown(table(10, 1_001, '<b>', ''))).toBe(true)
})

it.each(['', '> '])('shows a table of more columns than anybody reads as it is written: after “%s”', (mark) => {
  const text = `${table(1_400, 3, mark, mark)}\nAfter *it*`
  const { container } = render(<Markdown text={text} onLink={() => undefined} />)
  expect([container.querySelectorAll('td, th').length, container.querySelector('em')?.textContent]).toEqual([0, 'it'])
  expect(container.textContent.replaceAll(/[^x]/g, '')).toHaveLength(3)
})
