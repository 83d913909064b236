import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonPieces } from './jsonPieces'

it('writes any value as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 50 }), (value, length) => {
      expect([...jsonPieces(value as object, length)].join('')).toBe(JSON.stringify(value))
    }),
  )
})

it.each([
  ['one text', ['x'.repeat(3_000_000)]],
  ['one name', { ['x'.repeat(3_000_000)]: 1 }],
  ['characters that are escaped', ['\u0001'.repeat(500_000)]],
  ['characters of two units', [`a${'😀'.repeat(500_000)}`]],
  ['many values', Array.from({ length: 200_000 }, () => 0)],
  ['fields without a value', { a: undefined, b: 1, c: undefined }],
])('J36: has no long piece, and leaves nothing out: %s', (_name, value) => {
  const pieces = [...jsonPieces(value, 64 * 1024)]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(170_000)
  expect(JSON.parse(pieces.join(''))).toEqual(JSON.parse(JSON.stringify(value)))
})

it('writes what is nested as deep as a server likes', () => {
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect([...jsonPieces([deep as object], 1_000)].join('')).toHaveLength(200_003)
})
