import { expect, it } from 'vitest'
import { blobText } from './blobText'

it('reads a text that came as bytes, and nothing else', () => {
  expect(blobText('text/plain; charset=utf-8', 'R3LDvMOfZQ==')).toBe('Grüße')
  expect(blobText('application/ld+json', 'e30=')).toBe('{}')
  expect(blobText('text/plain', '/w==')).toBeUndefined()
  expect(blobText('text/plain', '"><script>')).toBeUndefined()
  expect(blobText('image/png', 'e30=')).toBeUndefined()
  expect(blobText(undefined, 'e30=')).toBeUndefined()
})
