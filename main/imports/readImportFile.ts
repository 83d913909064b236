import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Unzip, UnzipInflate, type UnzipDecoder, type UnzipDecoderConstructor, type UnzipFile } from 'fflate'
import type { EarlyEnding } from '../../shared/domain/transfer/conversationImport'
import { JsonSplitter, type SplitElement } from './jsonSplitter'
import { readConversationElement, type ReadConversationElement } from './readConversationElement'

export interface ImportLimits {
  /** The longest conversation as JSON, in bytes. Memory holds one, several times. */
  readonly conversationBytes: number
  /** How deep it may be nested. */
  readonly depth: number
  /** What all files of an archive may have together when they are unpacked, in bytes. */
  readonly unpackedBytes: number
  /** How many files an archive may have. */
  readonly entries: number
}

/** The next thing in a file, with how many bytes of the file are read. Or why the file is not read any further. */
export type ImportFinding = ReadConversationElement | { readonly early: Extract<EarlyEnding, 'unknownFile' | 'tooMuch' | 'damaged'> }
export type PlacedFinding = ImportFinding & { readonly read: number }

/** So small that what one piece of an archive unpacks to, at most about a thousand times as much, has a place in memory. */
const PIECE_BYTES = 16 * 1024
const ZIP = Buffer.from('PK\u0003\u0004')

/** Reads the conversations of a file, which is JSON or a zip of such files, one after the other: memory holds a piece of it. */
export function* readImportFile(path: string, limits: ImportLimits): Generator<PlacedFinding> {
  const descriptor = openSync(path, 'r')
  try {
    const start = Buffer.alloc(64)
    const beginning = start.subarray(0, readSync(descriptor, start, 0, start.length, 0))
    const isZip = beginning.subarray(0, ZIP.length).equals(ZIP)
    if (!isZip && !/^(?:\uFEFF)?\s*[[{]/.test(beginning.toString('utf8'))) return yield { early: 'unknownFile', read: 0 }
    const reader = isZip ? new ZipReader(limits) : new JsonReader(limits)
    yield* placed(descriptor, reader)
  } finally {
    closeSync(descriptor)
  }
}

interface Reader {
  push(piece: Uint8Array, isLast: boolean): Iterable<ImportFinding>
}

function* placed(descriptor: number, reader: Reader): Generator<PlacedFinding> {
  const { size } = fstatSync(descriptor)
  for (let read = 0; read < size;) {
    // Each piece has its own memory: the archive keeps parts of it.
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - read))
    const length = readSync(descriptor, piece, 0, piece.length, read)
    if (length === 0) return
    read += length
    for (const finding of reader.push(piece.subarray(0, length), read >= size)) {
      yield { ...finding, read }
      if ('early' in finding) return
    }
  }
}

class JsonReader implements Reader {
  readonly #splitter: JsonSplitter

  constructor(limits: ImportLimits) {
    this.#splitter = splitterOf(limits)
  }

  *push(piece: Uint8Array, isLast: boolean): Generator<ImportFinding> {
    for (const element of this.#splitter.push(piece)) yield readConversationElement(element)
    if (isLast) for (const element of this.#splitter.end()) yield readConversationElement(element)
  }
}

/** An archive is unpacked piece by piece, and what it says of its sizes is not believed. */
class ZipReader implements Reader {
  readonly #limits: ImportLimits
  readonly #unzip: Unzip
  #found: (SplitElement | { readonly unreadable: true })[] = []
  #names: string[] = []
  #unpacked = 0
  #entries = 0

  constructor(limits: ImportLimits) {
    this.#limits = limits
    this.#unzip = new Unzip((entry) => this.#open(entry))
    this.#unzip.register(UnzipInflate)
  }

  *push(piece: Uint8Array, isLast: boolean): Generator<ImportFinding> {
    const ending = this.#unpack(piece, isLast)
    yield* this.#take()
    if (ending) yield { early: ending }
  }

  #unpack(piece: Uint8Array, isLast: boolean): 'tooMuch' | 'damaged' | undefined {
    try {
      this.#unzip.push(piece, isLast)
    } catch {
      // The library throws for what is no archive any more, and for one that was cut off.
      return 'damaged'
    }
    const { unpackedBytes, entries } = this.#limits
    return this.#unpacked > unpackedBytes || this.#entries > entries ? 'tooMuch' : undefined
  }

  *#take(): Generator<ImportFinding> {
    const found = this.#found
    const names = this.#names
    this.#found = []
    this.#names = []
    for (const [index, element] of found.entries()) {
      const name = names[index] ?? ''
      const read: ReadConversationElement = 'unreadable' in element ? { skipped: 'unreadableEntry' } : readConversationElement(element)
      // Archives have files about other things too: who the person is, what they liked.
      if ('skipped' in read && read.skipped === 'unknownForm' && !/^conversations/i.test(name)) continue
      yield 'skipped' in read ? { title: name, ...read } : read
    }
  }

  #open(entry: UnzipFile): void {
    this.#entries++
    const name = entry.name.split(/[/\\]/).at(-1) ?? ''
    let splitter = /\.json$/i.test(name) ? splitterOf(this.#limits) : undefined
    const giveUp = (): void => {
      if (splitter) this.#add({ unreadable: true }, name)
      splitter = undefined
    }
    if (entry.compression !== 0 && entry.compression !== UnzipInflate.compression) {
      giveUp()
      this.#unzip.register(discarding(entry.compression))
    }
    entry.ondata = (failed, bytes, isLast) => {
      // An encrypted one, or a damaged one.
      if (failed) return giveUp()
      this.#unpacked += bytes.length
      if (!splitter || this.#unpacked > this.#limits.unpackedBytes) return
      for (const element of splitter.push(bytes)) this.#add(element, name)
      if (isLast) for (const element of splitter.end()) this.#add(element, name)
    }
    // One that is not started would be kept in memory whole.
    entry.start()
  }

  #add(element: SplitElement | { readonly unreadable: true }, name: string): void {
    this.#found.push(element)
    this.#names.push(name.slice(0, 200))
  }
}

/** A way of packing that the library does not know: its content is passed over. */
function discarding(compression: number): UnzipDecoderConstructor {
  return class implements UnzipDecoder {
    static readonly compression = compression
    ondata: UnzipDecoder['ondata'] = () => undefined
    push(_data: Uint8Array, isLast: boolean): void {
      this.ondata(null, new Uint8Array(), isLast)
    }
  }
}

function splitterOf({ conversationBytes, depth }: ImportLimits): JsonSplitter {
  return new JsonSplitter({ bytes: conversationBytes, depth })
}
