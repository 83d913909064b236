import { expect, it } from 'vitest'
import { MessageMeter } from './messageMeter'

const limits = { bytes: 1_000, values: 10 }

function excessOf(text: string, cut = text.length): string | undefined {
  const meter = new MessageMeter(limits)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += cut) {
    const excess = meter.add(bytes.subarray(at, at + cut))
    if (excess) return excess
  }
  return undefined
}

it.each([
  ['members', JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, 1])))],
  ['empty objects', `[${'{},'.repeat(6)}{}]`],
  ['levels', `${'['.repeat(11)}${']'.repeat(11)}`],
  ['members after a text with quotes', JSON.stringify(['"\\"', '\\', ...Array.from({ length: 12 }, () => 1)])],
])('J32: notices too many values as soon as they arrive: %s', (_name, text) => {
  for (const cut of [1, 3, text.length]) expect(excessOf(text, cut)).toBe('values')
})

it('J32: notices an object with so many members that it would be slow to parse, and no list or rows of that size', () => {
  const wide = (open: string, close: string): string => `{"a":[${open}${'"k":1,'.repeat(25_000).slice(0, -1)}${close}]}`
  const rows = JSON.stringify(Array.from({ length: 5_000 }, (_, row) => ({ row, a: 1, b: 2, c: 3, d: 4, e: 5 })))
  const excess = (text: string): string | undefined => {
    const meter = new MessageMeter({ bytes: 10_000_000, values: 1_000_000 })
    return [
      ...Buffer.from(text)
        .toString('latin1')
        .matchAll(/[^]{1,4096}/g),
    ]
      .map(([piece]) => meter.add(Buffer.from(piece, 'latin1')))
      .findLast(Boolean)
  }
  expect([excess(wide('{', '}')), excess(wide('{"x":[]},{', '}')), excess(`[${'1,'.repeat(50_000)}1]`), excess(rows)]).toEqual([
    'members',
    'members',
    undefined,
    undefined,
  ])
})

it('counts no value inside a text', () => {
  const text = JSON.stringify({ text: `${'[{,'.repeat(50)}"\\"${',['.repeat(50)}` })
  for (const cut of [1, 2, text.length]) expect(excessOf(text, cut)).toBeUndefined()
})

it('J32: is not led astray by a quote in another field of an event', () => {
  expect(excessOf(`id: "\ndata: [${'1,'.repeat(12)}1]\n\n`)).toBe('values')
})

it('notices too many bytes, and begins anew with the next message', () => {
  const meter = new MessageMeter(limits)
  expect([meter.add(Buffer.alloc(1_000, 'x')), meter.add(Buffer.from('x'))]).toEqual([undefined, 'bytes'])
  meter.reset()
  expect([meter.add(Buffer.from('"[')), meter.bytes]).toEqual([undefined, 2])
})
