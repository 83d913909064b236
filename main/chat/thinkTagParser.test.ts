import { expect, it } from 'vitest'
import { ThinkTagParser } from './thinkTagParser'

/** Returns what a model thought and said, when its text comes in pieces of this length. */
function read(text: string, length = text.length): { readonly thought: string; readonly said: string } {
  const tags = new ThinkTagParser()
  const parts: string[] = []
  for (let at = 0; at < text.length; at += length) parts.push(text.slice(at, at + length))
  const pieces = [...parts.flatMap((part) => tags.push(part)), ...tags.end()]
  const of = (kind: string): string => pieces.flatMap((piece) => (piece.kind === kind ? [piece.text] : [])).join('')
  return { thought: of('reasoning'), said: of('text') }
}

it.each([
  ['<think>Hm.</think>\n\nFour', 'Hm.', 'Four'],
  ['\n<think>\nHm.</think>Four', '\nHm.', 'Four'],
  ['<think>a<think>b</think>c</think>d', 'abc', 'd'],
  ['<think>1</think>\n<think>2</think> Four < five', '12', 'Four < five'],
  ['<think>a < b </thin', 'a < b </thin', ''],
  ['<think></think>', '', ''],
  ['Say <think>x</think> to think', '', 'Say <think>x</think> to think'],
  ['<think>Hm.</think>Use <think> again</think>', 'Hm.', 'Use <think> again</think>'],
  ['  Four', '', '  Four'],
  ['<thin', '', '<thin'],
  ['</think>Four', '', '</think>Four'],
  [`${' '.repeat(100)}<think>Hm</think>`, '', `${' '.repeat(100)}<think>Hm</think>`],
])('tells thought from answer in %j, however it is cut', (text, thought, said) => {
  for (const length of [1, 2, 3, 5, 7, 1_000]) expect(read(text, length)).toEqual({ thought, said })
})

// Catches a recursion per tag, which no stack survives.
it('takes a hundred thousand thoughts in one piece', () => {
  expect(read(`${'<think>a</think>'.repeat(100_000)}b`)).toEqual({ thought: 'a'.repeat(100_000), said: 'b' })
})

it('says nothing before it is certain, and everything that is', () => {
  const tags = new ThinkTagParser()
  expect(tags.push('<thi')).toEqual([])
  expect(tags.push('nk>Let me')).toEqual([{ kind: 'reasoning', text: 'Let me' }])
  expect(tags.push(' see.</')).toEqual([{ kind: 'reasoning', text: ' see.' }])
  expect(tags.push('think>')).toEqual([])
  expect(tags.push('\n\nSo')).toEqual([{ kind: 'text', text: 'So' }])
})
