import { expect, it } from 'vitest'
import type { TextPiece } from '../../../shared/lib/unsafeCharacters'
import { MarkdownSplitter } from '../../../shared/markdown/splitMarkdown'
import { blockWork } from './blockWork'
import { cutPieces } from './cutPieces'
import { AT_ONCE, drawnRange } from './drawnRange'
import { slicesOf } from './slicesOf'

const blocksOf = (text: string) => new MarkdownSplitter().push(`${text}\n\n`).blocks
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const asText = (text: string): readonly TextPiece[] => [{ kind: 'text', text }]

it('draws from the slice in view to both sides, and never less with more work', () => {
  const works = [10, 10, 10, 10, 10]
  expect([5, 10, 20, 30, 1_000].map((most) => drawnRange(works, most, 2))).toEqual([
    { from: 2, to: 3 },
    { from: 2, to: 3 },
    { from: 1, to: 3 },
    { from: 1, to: 4 },
    { from: 0, to: 5 },
  ])
  expect(drawnRange(works, 20, 0)).toEqual({ from: 0, to: 2 })
  expect(drawnRange(works, 20, 4)).toEqual({ from: 3, to: 5 })
  expect(drawnRange(works, 20, 99)).toEqual({ from: 3, to: 5 })
  expect(drawnRange([], 20, -1)).toEqual({ from: 0, to: 0 })
  const uneven = [300, 1, 1, 200, 1, 400]
  const sizes = Array.from({ length: 1_000 }, (_, most) => drawnRange(uneven, most, 2)).map(({ from, to }) => to - from)
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  expect(sizes.at(-1)).toBe(6)
})

it('groups blocks into slices that hold all of them, each about a screen tall and none too much work', () => {
  const text = [lines(8_000, (index) => `- **item** ${index}`), ...Array.from({ length: 100 }, (_, index) => `Words ${index}.`)].join(
    '\n\n',
  )
  const blocks = blocksOf(text)
  const slices = slicesOf(blocks, blockWork)
  expect(slices.flatMap(({ parts }) => parts)).toEqual(blocks)
  expect(slices.length).toBeGreaterThan(200)
  expect(Math.max(...slices.map(({ work }) => work))).toBeLessThanOrEqual(AT_ONCE)
})

it('changes only the last slice when parts come', () => {
  const blocks = blocksOf(Array.from({ length: 60 }, (_, index) => 'word '.repeat((index * 37) % 90)).join('\n\n'))
  for (let end = 1; end < blocks.length; end += 1) {
    const before = slicesOf(blocks.slice(0, end), blockWork).slice(0, -1)
    expect(slicesOf(blocks, blockWork).slice(0, before.length)).toEqual(before)
  }
})

it('cuts a long text at the ends of lines, or at a blank where a line is very long, and loses no word', () => {
  const rows = lines(1_000, (index) => `| ${index} |`)
  const parts = cutPieces(asText(rows))
  expect([parts.length, parts.map(({ text }) => text).join('\n')]).toEqual([25, rows])
  const line = 'word '.repeat(10_000)
  expect(
    cutPieces(asText(line))
      .map(({ text }) => text)
      .join(' '),
  ).toBe(line)
  expect(cutPieces(asText('a'.repeat(100_000)))).toHaveLength(1)
  expect(cutPieces(asText(''))).toHaveLength(1)
})

it('cuts a word that is longer than any, and never a character of it', () => {
  for (const word of ['x'.repeat(1_000_000), `x${'😀'.repeat(500_000)}`]) {
    const parts = cutPieces(asText(word))
    expect([parts.length, parts.map(({ text }) => text).join('') === word]).toEqual([10, true])
    expect(parts.every(({ text }) => text.isWellFormed())).toBe(true)
  }
})

it('cuts a word that is full of pills', () => {
  const pill: TextPiece = { kind: 'character', code: 'U+202E' }
  const parts = cutPieces(Array.from({ length: 10_000 }, (): readonly TextPiece[] => [{ kind: 'text', text: 'a' }, pill]).flat())
  expect(parts.length).toBeGreaterThan(80)
  expect(parts.flatMap(({ pieces }) => pieces)).toHaveLength(20_000)
})

it('changes only the last part when text comes, and counts a pill as more than a character', () => {
  const pill: TextPiece = { kind: 'character', code: 'U+0301 × 2' }
  const pieces = Array.from({ length: 1_000 }, (): readonly TextPiece[] => [pill, { kind: 'text', text: 'a b' }]).flat()
  const all = cutPieces(pieces)
  expect(all.length).toBeGreaterThan(15)
  const some = cutPieces(pieces.slice(0, 1_000)).slice(0, -1)
  expect(all.slice(0, some.length)).toEqual(some)
})
