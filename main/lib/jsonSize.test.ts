import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSurelyLonger, jsonBytes, jsonStart } from './jsonSize'

it('counts a value of ordinary size to the byte', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
    }),
  )
})

it('tells of a very large value about how large it is, without writing it', () => {
  const value = { content: [{ type: 'text', text: 'é'.repeat(3_000_000) }] }
  const exact = Buffer.byteLength(JSON.stringify(value))
  expect(Math.abs(jsonBytes(value) - exact) / exact).toBeLessThan(0.01)
})

it('writes all of a value that is not longer than what is wanted', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value)
      expect(jsonStart(value, 1_000_000)).toEqual({ json, bytes: Buffer.byteLength(json) })
    }),
  )
})

it('writes the beginning of a longer value, and no more than is wanted', () => {
  const long = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(900_000), after: 'never' } }
  const { json: start, bytes } = jsonStart(long, 100)
  expect({ bytes, length: start.length <= 100, begins: start.startsWith('{"jsonrpc":"2.0","id":1,"result":{"text":"xxxx') }).toEqual({
    bytes: JSON.stringify(long).length,
    length: true,
    begins: true,
  })
})

it('says that a text was cut, also where it is far shorter than the limit and closed again', () => {
  const value = [Array.from({ length: 100 }, () => 1), 'x'.repeat(300)]
  const starts = [600, 601, 1_000].map((limit) => jsonStart(value, limit))
  expect(starts.map(({ json, cut = false }) => ({ whole: json === JSON.stringify(value), cut }))).toEqual([
    { whole: false, cut: true },
    { whole: false, cut: true },
    { whole: true, cut: false },
  ])
})

it('does not write a million entries to keep a hundred characters', () => {
  let written = 0
  class Entry {
    readonly index: number
    constructor(index: number) {
      this.index = index
    }
    toJSON(): object {
      written++
      return { index: this.index }
    }
  }
  const many = Array.from({ length: 1_000_000 }, (_, index) => new Entry(index))
  const { json: start } = jsonStart({ many }, 100, 1)
  expect({ begins: start.startsWith('{"many":[{"index":0},'), few: written < 100 }).toEqual({ begins: true, few: true })
})

it('J36: never says of a value that fits that it is longer', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const bytes = Buffer.byteLength(JSON.stringify(value))
      return !isSurelyLonger(value, bytes)
    }),
  )
  expect([isSurelyLonger({ text: 'x'.repeat(100) }, 110), isSurelyLonger({ text: 'x'.repeat(100) }, 111)]).toEqual([true, false])
})
