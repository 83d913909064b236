import { expect, it } from 'vitest'
import { CONTENT_CHARACTERS, contentForTelemetry } from './contentForTelemetry'

const picture = Buffer.alloc(1_000_000, 'secret picture').toString('base64')

it.each([
  [
    'a picture of a tool',
    { type: 'image', data: picture, mimeType: 'image/png' },
    '{"type":"image","bytes":1000000,"mimeType":"image/png"}',
  ],
  ['a blob of a resource', { type: 'resource', uri: 'a://b', blob: picture }, '{"type":"resource","uri":"a://b","bytes":1000000}'],
  [
    'a file for a model',
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
    '{"type":"file","mediaType":"image/png","bytes":1000000}',
  ],
  ['bytes', { mediaType: 'audio/wav', data: new Uint8Array(7) }, '{"mediaType":"audio/wav","bytes":7}'],
  ['data that is no file', { data: 'words', list: [1, true, null] }, '{"data":"words","list":[1,true,null]}'],
])('of %s the kind and the size is sent, and words as they are', (_what, value, text) => {
  expect(contentForTelemetry([value])).toBe(`[${text}]`)
})

it('a result of 50 MB, of a million parts, or nested without end is cut, and stays JSON', () => {
  let deep: unknown = 'end'
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  const large = { text: '"'.repeat(50_000_000) }
  const many = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
  for (const value of [large, many, deep]) {
    const text = contentForTelemetry(value)
    expect(text.length).toBeLessThanOrEqual(2 * CONTENT_CHARACTERS + 100)
    expect(() => JSON.parse(text) as unknown).not.toThrow()
  }
})
