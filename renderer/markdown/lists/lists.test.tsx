import { render, screen, waitFor } from '@testing-library/react'
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

// Catches: a part that was drawn before another one came has no places, or none is told of how many there are once that is known.
it('tells the place of each item, and of how many, once a list that was watched is finished', async () => {
  const text = listOf(130, () => '-')
  const at = (end: number, open: boolean) => <Markdown text={text.slice(0, end)} open={open} onLink={() => {}} />
  const { rerender } = render(at(0, true))
  for (let end = 0; end <= text.length; end += 30) rerender(at(end, true))
  rerender(at(text.length, true))
  expect(places()).toEqual(Array.from({ length: 130 }, (_, index) => `${index + 1}/-1`))
  rerender(at(text.length, false))
  await waitFor(() => expect(places()).toEqual(Array.from({ length: 130 }, (_, index) => `${index + 1}/130`)))
})

// Catches: the end of a long list draws all of its parts anew in one task, which holds the page up for half a second.
it('tells a long list of its end little by little', async () => {
  const text = listOf(1_200, () => '-')
  const { rerender, container } = render(<Markdown text={text} open onLink={() => {}} />)
  const count = (of: string) => container.querySelectorAll(of).length
  await waitFor(() => expect(count('li')).toBe(1_200))
  const steps: number[] = []
  const watcher = new MutationObserver(() => steps.push(count('li[aria-setsize="1200"]')))
  watcher.observe(container, { subtree: true, attributes: true, childList: true })
  rerender(<Markdown text={text} open={false} onLink={() => {}} />)
  await waitFor(() => expect(count('li[aria-setsize="1200"]')).toBe(1_200))
  watcher.disconnect()
  expect(Math.min(...steps)).toBeLessThanOrEqual(400)
  expect(steps.length).toBeGreaterThanOrEqual(3)
})

it('draws no part of a list anew while items come below it', () => {
  const at = (items: number) => <Markdown text={listOf(items, () => '-')} open onLink={() => {}} />
  const { rerender, container } = render(at(85))
  const watcher = new MutationObserver(() => {})
  for (const list of [...container.querySelectorAll('ul')].slice(0, 2))
    watcher.observe(list, { childList: true, subtree: true, attributes: true })
  rerender(at(100))
  expect([watcher.takeRecords(), places().at(-1)]).toEqual([[], '100/-1'])
  watcher.disconnect()
})
