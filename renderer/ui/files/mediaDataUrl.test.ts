import { expect, it } from 'vitest'
import { workedMs } from '../../testing/workMeter'
import { mediaDataUrl } from './mediaDataUrl'

/** Returns the header of a PNG with this size, in base64. */
function png(width: number, height: number): string {
  const bytes = new DataView(new ArrayBuffer(33))
  for (const [at, byte] of [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52].entries()) bytes.setUint8(at, byte)
  bytes.setUint32(16, width)
  bytes.setUint32(20, height)
  return btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)))
}

it('J18: shows an image up to forty million points, and none above, by what its own bytes say', () => {
  expect(mediaDataUrl('image/png', png(8_000, 5_000))?.kind).toBe('image')
  expect(mediaDataUrl('image/png', png(8_000, 5_001))).toBeUndefined()
  expect(mediaDataUrl('image/jpeg', png(100_000, 100_000))).toBeUndefined()
  expect(mediaDataUrl('image/webp', png(10, 10))?.url).toMatch(/^data:image\/png;base64,/)
})

it('J18: shows no SVG, nothing that is no picture, and nothing that is not base64', () => {
  expect(mediaDataUrl('image/svg+xml', btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  expect(mediaDataUrl('image/png', btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  expect(mediaDataUrl('image/png', 'A')).toBeUndefined()
  expect(mediaDataUrl('image/png', '" onload="x')).toBeUndefined()
  expect(mediaDataUrl('text/html', btoa('<b>'))).toBeUndefined()
  // A sound picture under another type: what else looks at that type would take it for something else.
  for (const type of ['image/svg+xml', 'text/html', 'application/octet-stream', 'x-image/png'])
    expect(mediaDataUrl(type, png(10, 10))).toBeUndefined()
  expect(mediaDataUrl('audio/wav; codecs=1', 'AA AA\nAA==')).toEqual({ kind: 'audio', url: 'data:audio/wav;base64,AAAAAA==' })
})

it('J18: decides about sixteen megabytes without a stall', () => {
  const begin = workedMs()
  expect(mediaDataUrl('image/png', png(10, 10).replace(/=+$/, '') + 'A'.repeat(16_000_000))?.kind).toBe('image')
  expect(workedMs() - begin).toBeLessThan(2_000)
})

it('J18: what is no base64 far behind the beginning of a picture costs nothing, and is left to the browser', () => {
  const broken = `${png(10, 10).replace(/=+$/, '')}${'A'.repeat(2_000_000)}=A`
  expect(mediaDataUrl('image/png', broken)?.kind).toBe('image')
})

it('J18: a picture whose second frame is huge is not shown, however far behind it is', () => {
  const head = 'GIF89a\x0a\0\x0a\0\0\0\0'
  const comment = `\x21\xfe${`\xff${'x'.repeat(255)}`.repeat(10_000)}\0`
  const frame = (width: number): string => `,\0\0\0\0${String.fromCharCode(width & 255, width >> 8).repeat(2)}\0\x02\0`
  expect(mediaDataUrl('image/gif', btoa(`${head}${comment}${frame(10)};`))?.kind).toBe('image')
  expect(mediaDataUrl('image/gif', btoa(`${head}${comment}${frame(40_000)};`))).toBeUndefined()
})
