import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { collectTexts } from '../../testing/namesOf'
import { user } from '../../testing/user'
import { Markdown } from '../Markdown'
import { MarkdownSource, readTable } from '../MarkdownSource'
import { MarkdownSplitter, writtenText, type MarkdownBlock } from '../../../shared/markdown/splitMarkdown'
import { columnTracks } from './columnTracks'
import { TableReader } from './TableReader'

const HEAD = '| No. | Name |\n|--:|---|\n'
/** The numbers go through all values in another order than that of the rows. */
const numberOf = (index: number, count: number): number => (index * 37) % count
const rowsUpTo = (count: number): string =>
  Array.from({ length: count }, (_, index) => `| ${numberOf(index, count)} | n${index} |\n`).join('')
const splitAll = (text: string): readonly MarkdownBlock[] => {
  const { blocks, tail } = new MarkdownSplitter().push(`${text}\n`)
  return tail ? [...blocks, tail] : blocks
}
const parts = (text: string): readonly (readonly string[])[] => splitAll(text).map(({ table, text }) => table?.parts ?? [text])
const firstCells = (): readonly string[] => screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent ?? '')

it('parts a long table by forty rows, however it arrives, and the words above it are no part of it', () => {
  const text = `Words\n${HEAD}${rowsUpTo(100)}`
  const [words, table] = splitAll(text)
  expect([words?.text, table?.text, table?.table?.parts.map((part) => part.split('\n').length)]).toEqual([
    'Words',
    HEAD.trimEnd(),
    [40, 40, 20],
  ])
  for (const step of [1, 7, 1_000]) {
    const splitter = new MarkdownSplitter()
    for (let end = step; end < text.length + step; end += step) splitter.push(text.slice(0, end))
    expect(splitter.push(text).tail).toEqual(table)
  }
})

it('parts rows that are long, or have many columns, into fewer', () => {
  const long = splitAll(`| a | b |\n|---|---|\n${`| ${'x'.repeat(3_000)} | y |\n`.repeat(9)}`)
  expect(long[0]?.table?.parts).toHaveLength(3)
  const wide = splitAll(`${'| a '.repeat(100)}|\n${'|---'.repeat(100)}|\n${'| x |\n'.repeat(30)}`)
  expect(wide[0]?.table?.parts).toHaveLength(3)
})

it('counts no pipe that is escaped, and every other one, also in code', () => {
  expect(parts('| a \\| b | `c \\| d` |\n|---|---|\n| `x | y` | z |')).toEqual([['| `x | y` | z |']])
  expect(parts('| `a | b` |\n|---|---|\nx')).toEqual([['x']])
  // These are paragraphs: the head has another number of cells, or is none.
  for (const text of ['| `a | b` |\n|---|\nx', '| a \\\\| b |\n|---|\nx', '|\n|---|\nx']) expect(parts(text)).toEqual([[`${text}\n`]])
})

it.each([
  ['a heading', '# After'],
  ['a list', '7. after'],
  ['a quote', '> after'],
  ['a rule', '- - -'],
  ['code', '    after'],
  ['a tag', '<div>'],
  ['a footnote', '[^a]: after'],
])('ends a table at %s without a blank line', (_what, line) => {
  expect(splitAll(`${HEAD}| 1 | a |\nwithout a pipe\n| 2\n${line}\n\nEnd`)[0]?.table?.parts).toEqual(['| 1 | a |\nwithout a pipe\n| 2'])
})

it('leaves a table in a quote or in an item of a list to these', () => {
  for (const mark of ['> ', '- ', '> words\n']) {
    const text = mark + `${HEAD}${rowsUpTo(60)}`.replaceAll('\n', `\n${mark === '- ' ? '  ' : mark.slice(0, 2)}`)
    expect(splitAll(text).every(({ table }) => table === undefined)).toBe(true)
  }
})

// Two hundred texts are rendered twice each.
it('reads texts as the parser does that sees all of a text at once', { tags: ['slow'], timeout: 60_000 }, () => {
  const lines =
    '| a | b |~|---|--:|~|:-:|---|~a | b~--|--~| 1 |~| 1 | 2 | 3 |~words~~> quote~- item~7. item~-~# head~***~- - -~    code~| a \\| b | c |~| `x | y` |~| \\\\| b |~|---|~|-|-|-|~| x |~===~---~[a]: https://a.example~<b>x</b> | y~  | c | d |~|~\\|~| a | b~:-|-:~+~#x | y~\t| a | b |~| [l](https://b.example) | *a*'.split(
      '~',
    )
  const shape = (node: HTMLElement): unknown => [
    Array.from(node.querySelectorAll('tr'), ({ cells }) => Array.from(cells, ({ textContent }) => textContent)),
    node.textContent.replaceAll(/\s/g, ''),
    node.querySelectorAll('blockquote, h1, h2, li, hr').length,
  ]
  let seed = 11
  const next = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  let tables = 0
  for (let round = 0; round < 200; round += 1) {
    const own = Array.from({ length: 3 + next(4) }, () => lines[next(lines.length)] ?? '')
    if (round % 3 > 0) own.splice(next(own.length), 0, '| a | b |', '|---|---|')
    const text = own.join('\n')
    const ours = render(<Markdown text={text} onLink={() => undefined} />)
    const whole = render(<MarkdownSource source={text} />)
    tables += ours.container.querySelectorAll('table').length
    expect([text, shape(ours.container)]).toEqual([text, shape(whole.container)])
    ours.unmount()
    whole.unmount()
  }
  expect(tables).toBeGreaterThan(80)
})

it('looks at every row once while a table is written, also where a line follows that is none', () => {
  const splitter = new MarkdownSplitter()
  const text = `${HEAD}${rowsUpTo(4_000)}# Hea`
  let before: readonly string[] = []
  let made = 0
  for (let end = 500; end < text.length + 500; end += 500) {
    const { blocks, tail } = splitter.push(text.slice(0, end))
    const now = (tail?.table ?? blocks[0]?.table)?.parts ?? []
    made += now.filter((part, index) => part !== before[index]).reduce((sum, part) => sum + part.length, 0)
    before = now
  }
  expect(made / text.length).toBeLessThan(4)
})

it('keeps the table where it was drawn when a line begins that is no row, and goes on when it becomes one', () => {
  const draw = (text: string) => <Markdown text={text} open onLink={() => undefined} />
  const { rerender } = render(draw(`${HEAD}| 1 | a |\n`))
  const table = screen.getByRole('table')
  for (const [end, rows] of [
    ['#', 2],
    ['#5 | b', 3],
    ['#5 | b\n\nEnd\n\n', 3],
  ] as const) {
    rerender(draw(`${HEAD}| 1 | a |\n${end}`))
    expect([screen.getByRole('table') === table, screen.getAllByRole('row').length]).toEqual([true, rows])
  }
})

it('reads only the last part again when a row comes', () => {
  const parse = vi.fn(readTable)
  const reader = new TableReader(parse)
  const splitter = new MarkdownSplitter()
  const none = new Map<string, string>()
  let text = `${HEAD}${rowsUpTo(90)}`
  const read = () => {
    const table = splitter.push(text).tail?.table
    return table ? reader.read(table, none).parts : []
  }
  const before = read()
  for (const part of before) part.read()
  parse.mockClear()
  text += '| 1 | new |\n'
  const after = read()
  for (const part of after) part.read()
  expect([after.length, after.slice(0, 2).every((part, index) => part === before[index]), parse.mock.calls.length]).toEqual([3, true, 1])
})

it('draws no row again that is there while others come, and none when the table ends', async () => {
  const draw = (rows: number, open: boolean) => (
    <Markdown text={`${HEAD}${rowsUpTo(1_000).split('\n').slice(0, rows).join('\n')}\n`} open={open} onLink={() => undefined} />
  )
  const { rerender, container } = render(draw(100, true))
  const rows = [...container.querySelectorAll('tr')]
  const changed: unknown[] = []
  const watcher = new MutationObserver((changes) => changed.push(...changes.map(({ target }) => target.nodeName)))
  for (const section of [...container.querySelectorAll('tbody')].slice(0, 2))
    watcher.observe(section, { childList: true, subtree: true, characterData: true, attributes: true })
  rerender(draw(150, true))
  rerender(draw(150, false))
  await waitFor(() => expect(container.querySelectorAll('tr')).toHaveLength(151))
  watcher.disconnect()
  expect([...container.querySelectorAll('tr')].slice(0, 101).every((row, index) => row === rows[index])).toBe(true)
  expect(changed).toEqual([])
})

it('draws a long table little by little as one table, sorts all rows and copies all of them', { tags: ['slow'] }, async () => {
  const count = 500
  const { container } = render(<Markdown text={`${HEAD}${rowsUpTo(count)}\nAfter`} onLink={() => undefined} />)
  const all = Array.from({ length: count }, (_, index) => String(numberOf(index, count)))
  await waitFor(() => expect(container.querySelector('[data-undrawn]')).toBeNull())
  expect([screen.getAllByRole('table').length, firstCells()]).toEqual([1, ['No.', ...all]])
  expect(screen.getByRole('table').ariaRowCount).toBe(String(count + 1))
  expect(screen.getAllByRole('row').map((row) => row.ariaRowIndex)).toEqual(['1', ...all.map((_, index) => String(index + 2))])
  // As the person copies before all rows of the new order are drawn.
  fireEvent.click(screen.getByRole('button', { name: 'No.' }))
  const drawn = screen.getAllByRole('row').length
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: 'Copy as CSV' }))
  await waitFor(() => expect(copied).toHaveBeenCalled())
  const sorted = all.map((_, index) => String(index))
  expect(copied.mock.calls[0]?.[0].split('\r\n').map((line) => line.split(',')[0])).toEqual(['No.', ...sorted])
  expect(drawn).toBeLessThan(count)
  await waitFor(() => expect(container.querySelector('[data-undrawn]')).toBeNull())
  expect(firstCells()).toEqual(['No.', ...sorted])
  expect(screen.getAllByRole('row').at(-1)?.ariaRowIndex).toBe(String(count + 1))
  copied.mockRestore()
})

it('keeps the order that was chosen while more rows come', async () => {
  const draw = (rows: string) => <Markdown text={`${HEAD}${rows}`} open onLink={() => undefined} />
  const { rerender } = render(draw('| 2 | a |\n| 1 | b |\n'))
  await user.click(screen.getByRole('button', { name: 'No.' }))
  rerender(draw('| 2 | a |\n| 1 | b |\n| 0 | c |\n'))
  expect(firstCells()).toEqual(['No.', '0', '1', '2'])
})

it('shows rows that would hold the page up as they are written, inside of the table', () => {
  const bad = `| ${'*_'.repeat(1_400)} | x |`
  render(<Markdown text={`${HEAD}| 1 | a |\n${bad}\n\nAfter`} onLink={() => undefined} />)
  expect(collectTexts(screen.getAllByRole('cell'))).toEqual([`| 1 | a |\n${bad}`])
  expect(screen.getAllByRole('columnheader')).toHaveLength(2)
})

it('refers to a definition that comes below the table', () => {
  const text = `| a | b |\n|---|---|\n| [x][docs] | y |\n\n[docs]: https://docs.example/\n`
  render(<Markdown text={text} onLink={() => undefined} />)
  expect(screen.getByRole('link', { name: 'x' })).toBeTruthy()
})

it('shares the width of a long table out as it was, and makes columns equal that were not on the screen', () => {
  expect(columnTracks([80.4, 300])).toEqual({ template: 'minmax(81px, 80fr) minmax(96px, 300fr)', minWidth: 'max(100%, 177px)' })
  expect(columnTracks([0, 0])).toEqual({ template: 'minmax(96px, 1fr) minmax(96px, 1fr)', minWidth: 'max(100%, 192px)' })
})

it('gives a table back as it was written', () => {
  const text = `${HEAD}${rowsUpTo(90)}`
  expect(splitAll(text).map(writtenText)).toEqual([text.trimEnd()])
})
