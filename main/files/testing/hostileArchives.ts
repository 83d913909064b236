import { deflateRawSync } from 'node:zlib'

/** A file of an archive, and what the archive says of it. */
export interface ArchiveEntry {
  readonly path: string
  readonly content: string | Buffer
  /** What it claims to be when it is unpacked, in bytes. Otherwise the truth. */
  readonly claimedBytes?: number
  /** The path in front of the content, if it is another than in the list at the end. */
  readonly localPath?: string
  /** Not packed. */
  readonly stored?: boolean
  /** The paths under which the list names it, if not under its own. All lead to the same content. */
  readonly listedAs?: readonly string[]
  readonly flags?: number
}

/** Returns an archive that says what it is told to, true or not. */
export function archiveOf(entries: readonly ArchiveEntry[]): Buffer {
  const contents: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { path, content, claimedBytes, localPath = path, stored = false, listedAs = [path], flags = 0 } of entries) {
    const full = Buffer.from(content)
    const packed = stored ? full : deflateRawSync(full)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(stored ? 0 : 8, 4)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimedBytes ?? full.length, 18)
    for (const listed of listedAs) {
      facts.writeUInt16LE(Buffer.byteLength(listed), 22)
      const end = Buffer.alloc(14)
      end.writeUInt32LE(offset, 10)
      list.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), Buffer.from(facts), end, Buffer.from(listed))
    }
    facts.writeUInt16LE(Buffer.byteLength(localPath), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.from(localPath), packed])
    contents.push(local)
    offset += local.length
  }
  const listBytes = Buffer.concat(list)
  const end = Buffer.alloc(18)
  const count = entries.reduce((sum, { listedAs }) => sum + (listedAs?.length ?? 1), 0)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(listBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...contents, listBytes, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

/**
 * Returns an archive whose list leads into a file of another: whoever goes from file to file sees one that is stored, whoever follows the list
 * finds what is in it.
 */
export function archiveWithin(outer: string, entries: readonly ArchiveEntry[]): Buffer {
  const inner = archiveOf(entries)
  const listAt = inner.readUInt32LE(inner.length - 6)
  const name = Buffer.from(outer)
  const shift = 30 + name.length
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt32LE(listAt, 14)
  head.writeUInt32LE(listAt, 18)
  head.writeUInt16LE(name.length, 22)
  for (let at = listAt; at < inner.length - 22; at += 46 + inner.readUInt16LE(at + 28))
    inner.writeUInt32LE(inner.readUInt32LE(at + 42) + shift, at + 42)
  inner.writeUInt32LE(listAt + shift, inner.length - 6)
  return Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, name, inner])
}
