import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown } from '../Markdown'

const listOf = (count: number, mark: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${mark(index)} item ${index + 1}`).join('\n')
const draw = (text: string, open = false) => render(<Markdown text={text} open={open} onLink={() => {}} />)
/** The place of each item, and of how many. */
const places = () =>
  screen.getAllByRole('listitem').map((item) => [item.getAttribute('aria-posinset'), item.getAttribute('aria-setsize')].join('/'))

it('tells the place of each item in a list that is drawn in parts', () => {
  const { container } = draw(`${listOf(100, () => '-')}\n\nAfter it\n\n- another\n`)
  expect(container.querySelectorAll('ul').length).toBeGreaterThan(2)
  expect(places()).toEqual([...Array.from({ length: 100 }, (_, index) => `${index + 1}/100`), '/'])
})

it('tells no number of items while more may come', () => {
  draw(
    listOf(50, () => '-'),
    true,
  )
  expect(places().slice(38, 42)).toEqual(['39/-1', '40/-1', '41/-1', '42/-1'])
})

it.each<[what: string, mark: (index: number) => string, starts: readonly number[]]>([
  ['are all written as 1.', () => '1.', [1, 41, 81]],
  ['count', (index) => `${index + 1}.`, [1, 41, 81]],
  ['begin later', (index) => `${index + 7})`, [7, 47, 87]],
])('goes on counting where a list is parted, if its numbers %s', (_what, mark, starts) => {
  const { container } = draw(`${listOf(100, mark)}\n`)
  expect([...container.querySelectorAll('ol')].map(({ start }) => start)).toEqual(starts)
})

it('gives no place to the items inside of an item', () => {
  draw(`- outer\n${listOf(60, () => '  -')}\n- outer\n`)
  expect(places().filter((place) => place !== '/')).toEqual([])
})
