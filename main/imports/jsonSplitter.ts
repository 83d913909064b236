import type { SkipReason } from '../../shared/domain/transfer/conversationImport'

export interface JsonSplitterLimits {
  /** The longest element, in bytes. */
  readonly bytes: number
  /** How deep an element may be nested. */
  readonly depth: number
}

/** One element of the list, as its text. Or why it is none that can be read; its text is not kept then. */
export type SplitElement = { readonly json: string } | { readonly skipped: Extract<SkipReason, 'tooLarge' | 'tooDeep' | 'notJson'> }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d])
const LIST = 0x5b
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf]

/**
 * Splits a JSON text of any size, which comes in pieces, into the elements of its list, so that memory holds one at a time. A text that is no list is one
 * element. Looks at each byte once: what has a meaning in JSON is one byte in UTF-8. Whether an element is JSON says who parses it.
 */
export class JsonSplitter {
  readonly #limits: JsonSplitterLimits
  #kept: Buffer[] = []
  #bytes = 0
  #skipped: Extract<SkipReason, 'tooLarge' | 'tooDeep'> | undefined
  #isList: boolean | undefined
  /** How deep the next byte is, in the element. */
  #depth = 0
  #inText = false
  #escaped = false
  #ended = false

  constructor(limits: JsonSplitterLimits) {
    this.#limits = limits
  }

  /** Takes the next piece, and returns the elements that end in it. */
  *push(piece: Uint8Array): Generator<SplitElement> {
    let from = 0
    for (const [at, byte] of piece.entries()) {
      if (this.#ended) return
      if (this.#inText) this.#readText(byte)
      else if (byte === QUOTE) this.#inText = true
      else if (this.#isList === undefined) {
        if (SPACES.has(byte) || BYTE_ORDER_MARK.includes(byte)) {
          from = at + 1
          continue
        }
        this.#isList = byte === LIST
        if (this.#isList) from = at + 1
        else if (OPENS.has(byte)) this.#open()
      } else if (OPENS.has(byte)) this.#open()
      else if (CLOSES.has(byte) || (byte === COMMA && this.#depth === 0)) {
        if (this.#depth > 0) this.#depth--
        else if (this.#isList) {
          this.#keep(piece.subarray(from, at))
          from = at + 1
          yield* this.#take()
          this.#ended = byte !== COMMA
        }
      }
    }
    if (!this.#ended) this.#keep(piece.subarray(from))
  }

  /** Returns what is left at the end of the text: all of it where it is no list, and an element that was cut off. */
  *end(): Generator<SplitElement> {
    if (this.#ended) return
    yield* this.#take()
    this.#ended = true
  }

  #readText(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inText = false
  }

  #open(): void {
    this.#depth++
    if (this.#depth > this.#limits.depth) this.#skip('tooDeep')
  }

  #keep(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes > this.#limits.bytes) this.#skip('tooLarge')
    // The caller may use its memory again.
    if (!this.#skipped && bytes.length > 0) this.#kept.push(Buffer.from(bytes))
  }

  #skip(reason: Extract<SkipReason, 'tooLarge' | 'tooDeep'>): void {
    this.#skipped ??= reason
    this.#kept = []
  }

  *#take(): Generator<SplitElement> {
    const json = Buffer.concat(this.#kept).toString('utf8').trim()
    const skipped = this.#skipped
    this.#kept = []
    this.#bytes = 0
    this.#skipped = undefined
    if (skipped) yield { skipped }
    else if (json !== '') yield { json }
  }
}
