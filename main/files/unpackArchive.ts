import { inflateRawSync } from 'node:zlib'
import { TooLarge } from './extractedText'

/** PKWARE APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL = { signature: 0x04034b50, bytes: 30 }
const ENTRY = { signature: 0x02014b50, bytes: 46 }
const END = { signature: 0x06054b50, bytes: 22 }
const MOST_COMMENT_BYTES = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/** An archive that says two things, or says what is not so. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive'
}

/**
 * Returns the wanted files of a zip archive by their paths, as its list at the end says: what a library would find elsewhere in it is not
 * looked at. Nothing that it says of sizes is believed: what comes out is counted, and never more is taken than is left.
 * @param unpackedBytes what all wanted files may have together
 * @throws {TooLarge}
 * @throws {DamagedArchive} for a list that does not fit what it lists, a file that is there twice, and what is encrypted
 */
export function unpackArchive(bytes: Buffer, isWanted: (path: string) => boolean, unpackedBytes: number): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  let left = unpackedBytes
  const { entries, start } = listOf(bytes)
  for (let number = 0, at = start; number < entries; number++) {
    if (at + ENTRY.bytes > bytes.length || bytes.readUInt32LE(at) !== ENTRY.signature) throw new DamagedArchive()
    const pathBytes = bytes.readUInt16LE(at + 28)
    const path = bytes.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + pathBytes)
    if (isWanted(path)) {
      if (files.has(path)) throw new DamagedArchive()
      const file = unpackEntry(bytes, at, left)
      left -= file.length
      files.set(path, file)
    }
    at += ENTRY.bytes + pathBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

/** Finds the list of an archive. Documents of an office need none of the fields for more than 4 GB. */
function listOf(bytes: Buffer): { readonly entries: number; readonly start: number } {
  const first = Math.max(0, bytes.length - END.bytes - MOST_COMMENT_BYTES)
  for (let at = bytes.length - END.bytes; at >= first; at--)
    if (bytes.readUInt32LE(at) === END.signature) return { entries: bytes.readUInt16LE(at + 10), start: bytes.readUInt32LE(at + 16) }
  throw new DamagedArchive()
}

/** @param entry where the list names it */
function unpackEntry(bytes: Buffer, entry: number, left: number): Uint8Array {
  const [flags, method] = [bytes.readUInt16LE(entry + 8), bytes.readUInt16LE(entry + 10)]
  const [packedBytes, fullBytes] = [bytes.readUInt32LE(entry + 20), bytes.readUInt32LE(entry + 24)]
  const local = bytes.readUInt32LE(entry + 42)
  if (local + LOCAL.bytes > bytes.length || bytes.readUInt32LE(local) !== LOCAL.signature) throw new DamagedArchive()
  const pathEnd = local + LOCAL.bytes + bytes.readUInt16LE(local + 26)
  const isSame =
    bytes.readUInt16LE(local + 8) === method &&
    bytes
      .subarray(local + LOCAL.bytes, pathEnd)
      .equals(bytes.subarray(entry + ENTRY.bytes, entry + ENTRY.bytes + bytes.readUInt16LE(entry + 28)))
  const start = pathEnd + bytes.readUInt16LE(local + 28)
  if (!isSame || (flags & ENCRYPTED) !== 0 || start + packedBytes > bytes.length) throw new DamagedArchive()
  if (fullBytes > left) throw new TooLarge()
  const file = contentOf(bytes.subarray(start, start + packedBytes), method, fullBytes)
  if (file.length !== fullBytes) throw new DamagedArchive()
  return file
}

/** Unpacks no more than it is said to be: what is more than that, is not what the list says. */
function contentOf(packed: Uint8Array, method: number, fullBytes: number): Uint8Array {
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new DamagedArchive()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, fullBytes) })
  } catch {
    throw new DamagedArchive()
  }
}
