/** The header data of a picture, read before anything decodes the picture. */
export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
  /** Whether the picture is animated, or may be. */
  readonly moves: boolean
}

/**
 * Pure: reads the type and size of a picture from its first bytes, never from a stated type. Undefined for anything other than the four
 * types.
 * SVG is excluded because it is a document. Reads only headers, so a large picture costs no more.
 */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return png(view) ?? jpeg(view) ?? gif(view) ?? webp(view)
  } catch (thrown) {
    // The file ends before its size.
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

function says(view: DataView, at: number, letters: string): boolean {
  if (at + letters.length > view.byteLength) return false
  for (let index = 0; index < letters.length; index++) if (view.getUint8(at + index) !== letters.charCodeAt(index)) return false
  return true
}

function png(view: DataView): ImageHeader | undefined {
  if (!says(view, 0, '\x89PNG\r\n\x1a\n') || !says(view, 12, 'IHDR')) return undefined
  const head = { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) } as const
  // The chunks before the image data say whether the picture is animated.
  for (let at = 8; at + 8 <= view.byteLength && !says(view, at + 4, 'IDAT'); at += 12 + view.getUint32(at)) {
    if (says(view, at + 4, 'acTL')) return { ...head, moves: true }
  }
  return { ...head, moves: false }
}

function jpeg(view: DataView): ImageHeader | undefined {
  if (!says(view, 0, '\xff\xd8\xff')) return undefined
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++
    const marker = view.getUint8(at + 1)
    const holdsSize = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (holdsSize) return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7), moves: false }
    if (view.getUint8(at) !== 0xff || marker === 0xd9 || marker === 0xda) return undefined
  }
}

function gif(view: DataView): ImageHeader | undefined {
  if (!says(view, 0, 'GIF87a') && !says(view, 0, 'GIF89a')) return undefined
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true), moves: true }
}

function webp(view: DataView): ImageHeader | undefined {
  if (!says(view, 0, 'RIFF') || !says(view, 8, 'WEBP')) return undefined
  const type = 'image/webp'
  if (says(view, 12, 'VP8X')) {
    const three = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
    return { type, width: three(24) + 1, height: three(27) + 1, moves: (view.getUint8(20) & 2) !== 0 }
  }
  if (says(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true)
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, moves: false }
  }
  if (says(view, 12, 'VP8 ') && says(view, 23, '\x9d\x01\x2a'))
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, moves: false }
  return undefined
}
