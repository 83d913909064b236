/** Odd, so that multiplication loses no information. */
const BASE = 0x01000193

/** A limit against texts that are made to produce many equal hashes. */
const MOST_PROBES = 16

const NONE = -1

/**
 * An index of every run of `size` units in a few texts, to find which runs occur in other texts. Building and searching take linear time
 * for any text: a rolling hash finds candidates in a table, and each is compared unit by unit.
 */
export class NgramIndex {
  readonly #size: number
  /** The weight of the unit that leaves the window. */
  readonly #leaving: number
  /** All texts one after the other, and the start of each. */
  readonly #units: Uint16Array
  readonly #starts: readonly number[]
  /** By position: the hash of the run starting there, the first position of an equal run, and its source. */
  readonly #hashes: Int32Array
  readonly #firsts: Int32Array
  readonly #sources: Int32Array
  /** Open-addressed table of first positions by hash, and a faster filter that shows whether a hash occurs at all. */
  readonly #table: Int32Array
  readonly #any: Uint8Array

  constructor(texts: readonly string[], size: number) {
    this.#size = size
    let leaving = 1
    for (let unit = 0; unit < size; unit++) leaving = Math.imul(leaving, BASE)
    this.#leaving = leaving
    let length = 0
    this.#starts = [...texts, ''].map((text) => (length += text.length) - text.length)
    this.#units = new Uint16Array(length)
    this.#hashes = new Int32Array(length)
    this.#firsts = new Int32Array(length).fill(NONE)
    this.#sources = new Int32Array(length).fill(NONE)
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(length * 2 + 2))).fill(NONE)
    this.#any = new Uint8Array(this.#table.length * 4)
    texts.forEach((text, which) => this.#add(unitsOf(text), this.#starts[which] ?? 0))
  }

  /** Assigns this source to every run in the text that has no source yet. */
  markAllIn(words: string, source: number): void {
    const text = unitsOf(words)
    const size = this.#size
    const leaving = this.#leaving
    const any = this.#any
    const mask = any.length - 1
    let hash = 0
    for (let end = 0; end < text.length; end++) {
      const gone = end < size ? 0 : Math.imul(text[end - size] ?? 0, leaving)
      hash = (Math.imul(hash, BASE) + (text[end] ?? 0) - gone) | 0
      if (end >= size - 1 && any[hash & mask] !== 0) this.#mark(hash, text, end - size + 1, source)
    }
  }

  /** For every position in a text, the source of the run starting there. */
  foundIn(which: number): readonly (number | undefined)[] {
    const runs = this.#firsts.subarray(this.#starts[which], this.#starts[which + 1])
    return Array.from(runs, (first) => {
      const source = this.#sources[first] ?? NONE
      return source === NONE ? undefined : source
    })
  }

  #add(text: Uint16Array, from: number): void {
    const size = this.#size
    this.#units.set(text, from)
    let hash = 0
    for (let end = 0; end < text.length; end++) {
      const gone = end < size ? 0 : Math.imul(text[end - size] ?? 0, this.#leaving)
      hash = (Math.imul(hash, BASE) + (text[end] ?? 0) - gone) | 0
      if (end >= size - 1) this.#keep(hash, text, end - size + 1, from)
    }
  }

  #keep(hash: number, text: Uint16Array, start: number, from: number): void {
    const mask = this.#table.length - 1
    for (let probe = 0, slot = slotOf(hash); probe < MOST_PROBES; probe++, slot++) {
      const first = this.#table[slot & mask] ?? NONE
      if (first !== NONE && (this.#hashes[first] !== hash || !this.#isAt(first, text, start))) continue
      this.#firsts[from + start] = first === NONE ? from + start : first
      if (first !== NONE) return
      this.#table[slot & mask] = from + start
      this.#hashes[from + start] = hash
      this.#any[hash & (this.#any.length - 1)] = 1
      return
    }
  }

  #mark(hash: number, text: Uint16Array, start: number, source: number): void {
    const mask = this.#table.length - 1
    for (let probe = 0, slot = slotOf(hash); probe < MOST_PROBES; probe++, slot++) {
      const first = this.#table[slot & mask] ?? NONE
      if (first === NONE) return
      if (this.#hashes[first] === hash && this.#sources[first] === NONE && this.#isAt(first, text, start)) this.#sources[first] = source
    }
  }

  #isAt(position: number, text: Uint16Array, start: number): boolean {
    for (let unit = 0; unit < this.#size; unit++) {
      if (this.#units[position + unit] !== text[start + unit]) return false
    }
    return true
  }
}

/** A flat copy, which is fast to read however the string was built. */
function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le')
  // Small buffers share memory, always at an even offset.
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
}

/** Spreads neighbouring hashes over the table. */
function slotOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8
}
