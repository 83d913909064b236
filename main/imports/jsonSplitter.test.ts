import { expect, it } from 'vitest'
import { JsonSplitter, type SplitElement } from './jsonSplitter'

const limits = { bytes: 1_000_000, depth: 50 }

/** Splits a text that comes in pieces of so many bytes. */
function split(text: string, size = 7, bounds = limits): readonly SplitElement[] {
  const splitter = new JsonSplitter(bounds)
  const bytes = Buffer.from(text)
  const found: SplitElement[] = []
  for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)))
  return [...found, ...splitter.end()]
}
const values = (elements: readonly SplitElement[]): unknown[] =>
  elements.map((element) => ('json' in element ? (JSON.parse(element.json) as unknown) : element.skipped))

it.each([1, 2, 3, 7, 1_000])('splits a list in pieces of %d bytes where its elements end, not where a text looks like it', (size) => {
  const list = [{ a: '],[}{"\\', b: [1, [2]] }, 'x"],', [], 5, null, { 名: '前 🙂\u2028' }]
  expect(values(split(JSON.stringify(list), size))).toEqual(list)
  expect(values(split(`\uFEFF \n${JSON.stringify(list, undefined, 2)}\n`, size))).toEqual(list)
})

it('takes a text that is no list as one element', () => {
  expect(values(split('{"format":"parley.conversation","messages":[1,2]}'))).toEqual([{ format: 'parley.conversation', messages: [1, 2] }])
  expect(split('')).toEqual([])
  expect(split('[]')).toEqual([])
})

it('returns what was cut off, so that somebody can say that it is no JSON', () => {
  expect(split('[{"a":1},{"b":')).toEqual([{ json: '{"a":1}' }, { json: '{"b":' }])
})

it('X04: skips an element that is too large or too deep, keeps nothing of it, and goes on with the next', () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
  expect(values(split(`[1,${deep},2,"${'x'.repeat(2_000_000)}",3]`, 65_536))).toEqual([1, 'tooDeep', 2, 'tooLarge', 3])
})

it('X04: ignores what follows the end of the list', () => {
  expect(values(split('[1]]]]},{"a":2}'))).toEqual([1])
})
