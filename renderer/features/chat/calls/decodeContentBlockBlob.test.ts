import { expect, it } from 'vitest'
import { decodeContentBlockBlob } from './decodeContentBlockBlob'

it('reads a text that came as bytes, and nothing else', () => {
  expect(decodeContentBlockBlob('text/plain; charset=utf-8', 'R3LDvMOfZQ==')).toBe('Grüße')
  expect(decodeContentBlockBlob('application/ld+json', 'e30=')).toBe('{}')
  expect(decodeContentBlockBlob('text/plain', '/w==')).toBeUndefined()
  expect(decodeContentBlockBlob('text/plain', '"><script>')).toBeUndefined()
  expect(decodeContentBlockBlob('image/png', 'e30=')).toBeUndefined()
  expect(decodeContentBlockBlob(undefined, 'e30=')).toBeUndefined()
})
