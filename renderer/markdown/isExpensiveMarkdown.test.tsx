import { describe, expect, it } from 'vitest'
import { renderWithHost } from '../testing/renderWithHost'
import { workedMs } from '../testing/workMeter'
import { Markdown } from './Markdown'
import { isExpensiveMarkdown } from '../../shared/markdown/isExpensiveMarkdown'

const many = 100_000
const bombs: readonly (readonly [string, string])[] = [
  ['quotes in quotes', '> '.repeat(many)],
  ['quotes without spaces', `${'>'.repeat(many)}a`],
  ['lists in lists on one line', `${'- '.repeat(many)}a`],
  ['lists in lists on many lines', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n')],
  ['numbered lists in lists', `${'1. '.repeat(many)}a`],
  ['open brackets', '['.repeat(many)],
  ['open links', '[a]('.repeat(20_000)],
  ['stars', '*'.repeat(many)],
  ['stars in words', '**a*'.repeat(20_000)],
  ['lines in words', '_a*b'.repeat(20_000)],
  ['struck out', '~a~~b'.repeat(20_000)],
  ['addresses', 'www.a.http://b.c/(a@b.'.repeat(20_000)],
  ['ticks', Array.from({ length: 5_000 }, (_, length) => '`'.repeat(length % 70)).join('a')],
  ['ten megabytes on one line', 'word '.repeat(2_000_000)],
  ['a hundred thousand definitions', Array.from({ length: many }, (_, index) => `[a${index}]: https://a.example/${index}`).join('\n\n')],
  ['a hundred thousand paragraphs', 'a\n\n'.repeat(many)],
  ['formulas that do not end', '\\(x '.repeat(20_000)],
  [
    'formulas that do not end, each with another number of dollars',
    Array.from({ length: 70 }, (_, length) => '$'.repeat(length + 2)).join(' a'),
  ],
  ['a formula of many lines in a text', `a $$${'a b\n'.repeat(12_000)}$$`],
  ['openings of formulas on lines of their own', '\\[\n'.repeat(many)],
  ['many formulas', '$$x^2$$ and \\(y\\)\n\n'.repeat(500)],
  ['marks of footnotes', 'a[^b] '.repeat(20_000)],
  ['footnotes', Array.from({ length: 20_000 }, (_, index) => `a[^${index}]\n\n[^${index}]: b`).join('\n\n')],
  ['tags in tags', '<sub>'.repeat(20_000)],
  ['details in details', '<details>\n'.repeat(many)],
  ['details one after another', '<details>\n<summary>a</summary>\n\nb\n\n</details>\n'.repeat(5_000)],
  ['a table of a hundred thousand rows', `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(many)}`],
  ['rows of one cell below a head of many', `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'x\n'.repeat(many)}`],
  ['pipes', `${'|a'.repeat(20_000)}\n${'|-'.repeat(20_000)}`],
]

// Without the guard, most of these take minutes or crash the page.
describe('a bomb of Markdown', () => {
  it.each(bombs)('J19: %s hold nothing up', { tags: ['slow'] }, async (_what, text) => {
    const begin = workedMs()
    await renderWithHost(<Markdown text={text} onLink={() => undefined} />)
    expect(document.body.textContent.length).toBeGreaterThan(0)
    expect(workedMs() - begin).toBeLessThan(2_000)
  })
})

it.each([
  ['a quote in a list in a list', '- a\n  - b\n    > c\n    > > d'],
  ['a long table', `| a_b | *c* |\n|---|---|\n${'| x_y_z | **b** [1] |\n'.repeat(900)}`],
  ['a ruled line', '-'.repeat(200)],
  ['a long paragraph', 'Some *words* and [links](https://a.example) with `code`. '.repeat(300)],
  ['code that is indented far', `    ${' '.repeat(100)}return`],
])('reads %s as Markdown', (_what, text) => {
  expect(isExpensiveMarkdown(text)).toBe(false)
})

it('shows a table of thousands of cells as it is written', () => {
  expect(isExpensiveMarkdown(`| a | b |\n|---|---|\n${'| x | y |\n'.repeat(1_100)}`)).toBe(true)
})

it('shows a flood of hidden characters as it is written, which shows their number', async () => {
  await renderWithHost(<Markdown text={`| a | b |\n|---|---|\n| ${'\u202E'.repeat(20_000)} | c |`} onLink={() => undefined} />)
  expect(document.body.querySelectorAll('*').length).toBeLessThan(200)
  expect(document.body.textContent).toContain('U+202E')
})
