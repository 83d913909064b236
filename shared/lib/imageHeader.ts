/** What a picture says of itself, read before anything decodes it. */
export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
  /** Whether the picture is animated, or may be. */
  readonly moves: boolean
  /** What the largest of its frames takes when it is decoded. A later frame, or a second picture, may be larger than the first. */
  readonly pixels: number
}

/** Where the frames of a picture reach, in pixels: decoders make their canvas as large. */
interface Reach {
  right: number
  bottom: number
}

/**
 * Pure: reads the type and sizes of a picture from its bytes, never from a stated type. Undefined for anything other than the four types.
 * SVG is excluded because it is a document. Decodes nothing: goes from header to header, and looks at each byte at most twice.
 * @param bytes the whole picture; of its beginning alone, `pixels` is what is known by then
 */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return withinBytes(() => png(view) ?? jpeg(view, bytes) ?? gif(view, bytes) ?? webp(view))
}

/** Undefined where the bytes end before what is read. */
function withinBytes<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

function says(view: DataView, at: number, letters: string): boolean {
  if (at + letters.length > view.byteLength) return false
  for (let index = 0; index < letters.length; index++) if (view.getUint8(at + index) !== letters.charCodeAt(index)) return false
  return true
}

function extend(reach: Reach, right: number, bottom: number): void {
  reach.right = Math.max(reach.right, right)
  reach.bottom = Math.max(reach.bottom, bottom)
}

/** PNG, Third Edition (W3C), sections 5.3 and 11.3.6: chunks of a length, a name, data and a checksum. */
function png(view: DataView): ImageHeader | undefined {
  if (!says(view, 0, '\x89PNG\r\n\x1a\n') || !says(view, 12, 'IHDR')) return undefined
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  const reach: Reach = { right: size.width, bottom: size.height }
  let [moves, isPlain] = [false, false]
  withinBytes(() => {
    for (let at = 8; at + 8 <= view.byteLength && !says(view, at + 4, 'IEND'); at += 12 + view.getUint32(at)) {
      if (says(view, at + 4, 'IDAT')) isPlain = true
      // The chunks before the image data say whether the picture is animated.
      else if (says(view, at + 4, 'acTL')) moves ||= !isPlain
      else if (says(view, at + 4, 'IHDR')) extend(reach, view.getUint32(at + 8), view.getUint32(at + 12))
      else if (says(view, at + 4, 'fcTL'))
        extend(reach, view.getUint32(at + 20) + view.getUint32(at + 12), view.getUint32(at + 24) + view.getUint32(at + 16))
    }
  })
  return { type: 'image/png', ...size, moves, pixels: reach.right * reach.bottom }
}

/** ITU-T T.81, section B.2. */
function jpeg(view: DataView, bytes: Uint8Array): ImageHeader | undefined {
  if (!says(view, 0, '\xff\xd8\xff')) return undefined
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++
    const marker = view.getUint8(at + 1)
    if (startsFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return { type: 'image/jpeg', width, height, moves: false, pixels: Math.max(width * height, largestJpegFrame(view, bytes)) }
    }
    if (view.getUint8(at) !== 0xff || marker === 0xd9 || marker === 0xda) return undefined
  }
}

function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** The most lines that a JPEG can have. */
const JPEG_LINES = 0xffff

/**
 * The pixels of the largest frame header anywhere in a JPEG. Further pictures stand behind the first one or within a segment of it, where an
 * index (CIPA DC-007) or a gain map points. Compressed data holds no such header: a byte of 0xff is followed by zero there.
 */
function largestJpegFrame(view: DataView, bytes: Uint8Array): number {
  let largest = 0
  for (let at = 2; at + 10 <= bytes.length; at++) {
    if (bytes[at] !== 0xff || !startsFrame(bytes[at + 1] ?? 0)) continue
    const components = view.getUint8(at + 9)
    const isWhole = components >= 1 && components <= 4 && view.getUint16(at + 2) === 8 + 3 * components
    // A height of zero comes after the lines themselves.
    if (isWhole && view.getUint8(at + 4) <= 16) largest = Math.max(largest, (view.getUint16(at + 5) || JPEG_LINES) * view.getUint16(at + 7))
  }
  return largest
}

/** GIF89a specification, appendix B: blocks, whose data comes in parts of at most 255 bytes. */
function gif(view: DataView, bytes: Uint8Array): ImageHeader | undefined {
  if (!says(view, 0, 'GIF87a') && !says(view, 0, 'GIF89a')) return undefined
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  const reach: Reach = { right: size.width, bottom: size.height }
  withinBytes(() => {
    for (let at = 13 + colorTableBytes(view.getUint8(10)); at < bytes.length && bytes[at] !== 0x3b;) {
      const block = bytes[at]
      if (block === 0x2c) {
        const two = (offset: number): number => view.getUint16(at + offset, true)
        extend(reach, two(1) + two(5), two(3) + two(7))
        at = afterParts(bytes, at + 11 + colorTableBytes(view.getUint8(at + 9)))
      } else at = block === 0x21 ? afterParts(bytes, at + 2) : at + 1
    }
  })
  return { type: 'image/gif', ...size, moves: true, pixels: reach.right * reach.bottom }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function afterParts(bytes: Uint8Array, start: number): number {
  let at = start
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1
  return at + 1
}

/** WebP Container Specification, and RFC 6386 section 9.1 for what is in it. */
function webp(view: DataView): ImageHeader | undefined {
  if (!says(view, 0, 'RIFF') || !says(view, 8, 'WEBP')) return undefined
  const first = webpSize(view, 12)
  if (!first) return undefined
  const reach: Reach = { right: first.width, bottom: first.height }
  withinBytes(() => {
    for (let at = 12; at + 8 <= view.byteLength;) {
      const size = webpSize(view, at)
      if (size) extend(reach, size.left + size.width, size.top + size.height)
      const length = view.getUint32(at + 4, true)
      // The chunks of a frame are looked at too: its picture may say another size.
      at += says(view, at, 'ANMF') ? 24 : 8 + length + (length & 1)
    }
  })
  const moves = says(view, 12, 'VP8X') && (view.getUint8(20) & 2) !== 0
  return { type: 'image/webp', width: first.width, height: first.height, moves, pixels: reach.right * reach.bottom }
}

/** The place and size that a chunk of a WebP states, if it states one. */
function webpSize(view: DataView, at: number): { left: number; top: number; width: number; height: number } | undefined {
  const three = (offset: number): number => view.getUint16(at + offset, true) + view.getUint8(at + offset + 2) * 0x10000
  if (says(view, at, 'VP8X')) return { left: 0, top: 0, width: three(12) + 1, height: three(15) + 1 }
  if (says(view, at, 'ANMF')) return { left: 2 * three(8), top: 2 * three(11), width: three(14) + 1, height: three(17) + 1 }
  if (says(view, at, 'VP8L') && view.getUint8(at + 8) === 0x2f) {
    const bits = view.getUint32(at + 9, true)
    return { left: 0, top: 0, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (says(view, at, 'VP8 ') && says(view, at + 11, '\x9d\x01\x2a'))
    return { left: 0, top: 0, width: view.getUint16(at + 14, true) & 0x3fff, height: view.getUint16(at + 16, true) & 0x3fff }
  return undefined
}
