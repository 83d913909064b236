import { isUtf8 } from 'node:buffer'

/** Pure: whether bytes are text. It has no control characters but those of lines and tabs; in UTF-16 only what says so at its beginning. */
export function isText(bytes: Uint8Array): boolean {
  if (utf16Of(bytes)) return true
  if (bytes.some((byte) => byte < 32 && (byte < 7 || (byte > 13 && byte !== 27)))) return false
  return isUtf8(bytes) || isUtf8(bytes.subarray(0, lastWhole(bytes))) || isWesternText(bytes)
}

/** The beginning of a longer file may end in the middle of a character. */
function lastWhole(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at > 0 && bytes.length - at < 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}

/** Old text of one byte a letter. Few of its bytes are above ASCII; of compressed or encrypted bytes half are. */
function isWesternText(bytes: Uint8Array): boolean {
  let high = 0
  for (const byte of bytes) if (byte > 127) high++
  return high * 3 < bytes.length
}

/** Pure: which UTF-16 a text says to be at its beginning. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}
