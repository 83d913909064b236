import { expect, it } from 'vitest'
import { DIAGRAM_SVG_CHARACTERS, readDrawReply } from './diagramMessages'

const drawn = { kind: 'drawn', id: 3, svg: '<svg/>', width: 10, height: 20 }

it('reads what the drawer says', () => {
  const replies = [{ kind: 'ready' }, { kind: 'failed', id: 3 }, drawn]
  expect(replies.map((reply) => readDrawReply(reply))).toEqual(replies)
})

it('B02: a diagram of no size, or of one that would fill the page, is no picture', () => {
  const sizes = [0, -1, 0.5, 20_001, 1e9, Infinity, NaN, '100', null, undefined]
  expect(sizes.flatMap((size) => [readDrawReply({ ...drawn, width: size }), readDrawReply({ ...drawn, height: size })])).toEqual(
    sizes.flatMap(() => [undefined, undefined]),
  )
  expect(readDrawReply({ ...drawn, width: 20_000, height: 1.2 })).toEqual({ ...drawn, width: 20_000, height: 2 })
})

it.each([
  undefined,
  null,
  'ready',
  {},
  { kind: 'drawn' },
  { kind: 'failed' },
  { kind: 'failed', id: '3' },
  { ...drawn, svg: 7 },
  { ...drawn, svg: 'x'.repeat(DIAGRAM_SVG_CHARACTERS + 1) },
  { ...drawn, kind: 'painted' },
])('B02: takes nothing else for a reply: %#', (value) => {
  expect(readDrawReply(value)).toBeUndefined()
})
