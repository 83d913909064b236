import { expect, it } from 'vitest'
import { imageHeader } from './imageHeader'

const bytes = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const letters = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

// Each is a picture of 30 by 20 pixels that a browser wrote.
const png = bytes(
  'iVBORw0KGgoAAAANSUhEUgAAAB4AAAAUCAYAAACaq43EAAAAQElEQVR4AezSsQ0AMAgDwYiVslOGy5LQuzduHomCxkgn1/2vE1snNDxeg4caapsA5bLRajDUKmK7obbRanCMegAAAP//AxH2BAAAAAZJREFUAwAf+UPlDzluyQAAAABJRU5ErkJggg==',
)
const jpeg = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAUAB4DASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAAAAAAAQP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwAAjIAAAAAB/9k=',
)
const webpLossy = bytes('UklGRjwAAABXRUJQVlA4IDAAAAAQAwCdASoeABQAP3Gy0F+0rimlqAgCkC4JZQDI1BanFAAA8T9D9eqWuTotdBOAAAA=')
const webpLossless = bytes('UklGRh4AAABXRUJQVlA4TBEAAAAvHcAEAAdQ1c7UrP+BiOh/AAA=')
const webpExtended = bytes('UklGRh4CAABXRUJQVlA4WAoAAAAgAAAAHQAAEwAA')
const gif = letters('GIF89a\x1e\x00\x14\x00\x80\x00\x00')

it.each([
  ['PNG', png, 'image/png', false],
  ['JPEG', jpeg, 'image/jpeg', false],
  ['WebP', webpLossy, 'image/webp', false],
  ['WebP without loss', webpLossless, 'image/webp', false],
  ['WebP with extras', webpExtended, 'image/webp', false],
  ['GIF', gif, 'image/gif', true],
])('IC-07: tells a %s by its own bytes, and its size without decoding it', (_what, picture, type, moves) => {
  expect(imageHeader(picture)).toEqual({ type, width: 30, height: 20, moves })
})

it('says that a picture moves', () => {
  const moving = png.slice()
  moving.set(letters('acTL'), 37)
  expect(imageHeader(moving)?.moves).toBe(true)
  const webp = webpExtended.slice()
  webp[20] = 2
  expect(imageHeader(webp)?.moves).toBe(true)
})

it('J18: reads the size of a picture of 10,000,000,000 points in no time', () => {
  const huge = png.slice(0, 33)
  new DataView(huge.buffer).setUint32(16, 100_000)
  new DataView(huge.buffer).setUint32(20, 100_000)
  expect(imageHeader(huge)).toEqual({ type: 'image/png', width: 100_000, height: 100_000, moves: false })
})

it('knows nothing else, and ends where the bytes end', () => {
  for (const other of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    'BM\x00',
    '\x00\x00\x01\x00',
    '%PDF-1.7',
  ])
    expect(imageHeader(letters(other))).toBeUndefined()
  for (const picture of [png, jpeg, webpLossy, webpLossless, webpExtended, gif])
    for (let length = 0; length < 20; length++) expect(imageHeader(picture.slice(0, length))?.width ?? 0).toBeOneOf([0, 30])
  expect(imageHeader(jpeg.slice(0, 100))).toBeUndefined()
})
