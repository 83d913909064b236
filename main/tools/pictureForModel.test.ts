import { expect, it } from 'vitest'
import { pictureForModel } from './pictureForModel'

/** A PNG that states this size, with so many bytes in all. */
function png(width: number, height: number, bytes = 100): string {
  const picture = Buffer.alloc(bytes)
  picture.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  picture.writeUInt32BE(13, 8)
  picture.write('IHDR', 12, 'latin1')
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  return picture.toString('base64')
}

// Anthropic counts the bytes of base64, and the edge as well: a picture in between was sent, and refused with every later request.
it("lets a server's picture pass that every endpoint takes, to the byte in base64 and to the pixel of an edge", () => {
  const most = (5 * 1024 * 1024 * 3) / 4
  const sizes = [png(10, 10, most), png(10, 10, most + 1), png(8_000, 10), png(10, 8_001), png(7_000, 6_000)]
  expect(sizes.map((data) => pictureForModel(data)?.mediaType)).toEqual(['image/png', undefined, 'image/png', undefined, undefined])
})
