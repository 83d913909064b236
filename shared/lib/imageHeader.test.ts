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
  expect(imageHeader(picture)).toEqual({ type, width: 30, height: 20, moves, pixels: 600 })
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
  expect(imageHeader(huge)).toEqual({ type: 'image/png', width: 100_000, height: 100_000, moves: false, pixels: 10_000_000_000 })
})

const joined = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => Array.from(typeof part === 'string' ? letters(part) : part)))
const big = (value: number): string => String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
const little = (value: number, count: number): string =>
  String.fromCharCode(...Array.from({ length: count }, (_, index) => (value >>> (8 * index)) & 255))
const chunk = (name: string, data: string): string => `${big(data.length)}${name}${data}\0\0\0\0`
const riff = (name: string, data: string): string => `${name}${little(data.length, 4)}${data}`
const ihdr = (width: number, height: number): string => chunk('IHDR', `${big(width)}${big(height)}\x08\x06\0\0\0`)
const frameHeader = (width: number, height: number): string => `\xff\xc0\0\x0b\x08${big((height << 16) | width)}\x01\x01\x11\0`
const gifFrame = (left: number, width: number, height: number): string =>
  `\x21\xf9\x04\0\0\0\0\0\x2c${little(left, 2)}\0\0${little(width, 2)}${little(height, 2)}\x81${'\0'.repeat(12)}\x02\x02\x44\x01\0`

it.each([
  ['a GIF', joined(gif.slice(0, 10), '\0\0\0', gifFrame(0, 30, 20), gifFrame(10, 40_000, 25_000), ';'), 40_010 * 25_000],
  [
    'a PNG that moves',
    joined(
      png.slice(0, 33),
      chunk('acTL', big(2) + big(0)),
      chunk('IDAT', 'x'),
      chunk('fcTL', big(1) + big(40_000) + big(25_000) + big(0) + big(0) + '\0'.repeat(6)),
      chunk('fdAT', 'x'),
    ),
    1_000_000_000,
  ],
  ['a PNG with a second header', joined(png.slice(0, 33), ihdr(40_000, 25_000), chunk('IEND', '')), 1_000_000_000],
  [
    'a WebP, in the frame',
    joined(webpExtended.slice(0, 30), riff('ANMF', '\0'.repeat(6) + little(16_383, 3) + little(16_383, 3) + '\0'.repeat(4))),
    2 ** 28,
  ],
  [
    'a WebP, in the picture of the frame',
    joined(
      webpExtended.slice(0, 30),
      riff('ANMF', '\0'.repeat(6) + little(29, 3) + little(19, 3) + '\0'.repeat(4) + riff('VP8L', '\x2f\xff\xff\xff\x0f')),
    ),
    2 ** 28,
  ],
  ['a WebP without extras', joined(webpLossless, riff('VP8L', '\x2f\xff\xff\xff\x0f')), 2 ** 28],
  ['a JPEG with two frame headers', joined('\xff\xd8', frameHeader(30, 20), frameHeader(40_000, 25_000), '\xff\xd9'), 1_000_000_000],
  ['a JPEG behind another', joined(jpeg, jpeg.slice(0, 20), frameHeader(40_000, 25_000)), 1_000_000_000],
  ['a JPEG within a segment of another', joined('\xff\xd8\xff\xe2\0\x0f', frameHeader(40_000, 25_000), jpeg.slice(2)), 1_000_000_000],
  ['a JPEG whose height comes last', joined('\xff\xd8', frameHeader(1000, 0), '\xff\xd9'), 65_535_000],
])('J18: the largest frame counts, in %s', (_what, picture, pixels) => {
  expect(imageHeader(picture)?.pixels).toBe(pixels)
})

it('a picture that is cut off after its size says what is known', () => {
  expect(imageHeader(gif)).toMatchObject({ width: 30, pixels: 600 })
  expect(imageHeader(joined(gif.slice(0, 10), '\0\0\0,'))).toMatchObject({ width: 30, pixels: 600 })
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
