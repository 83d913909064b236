/** What a text may hold: more values than this have no tree and no table. One value takes 28 bytes of memory. */
export const MOST_VALUES = 3_000_000

/**
 * Where each value of a JSON text stands, in the order of the text: a value comes before what is in it. Offsets are in UTF-16 units. Numbers and
 * texts stay as they were written, because nothing is converted.
 */
export interface JsonIndex {
  readonly text: string
  readonly count: number
  readonly start: Int32Array
  readonly end: Int32Array
  /** The key with its quotation marks. -1: it has none. */
  readonly keyStart: Int32Array
  readonly keyEnd: Int32Array
  /** The first value after all that is in this one. */
  readonly after: Int32Array
  /** -1: the outermost value. */
  readonly parent: Int32Array
  /** How many values are right inside. */
  readonly children: Int32Array
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'literal'

/** Why a text has no index. */
export type NoIndex = 'notJson' | 'tooMany'

/**
 * Pure: finds every value of a text that is an object or an array in JSON. Not recursive, because an outside party decides how deep it is. Linear.
 * @returns why not, if the text is anything else, or has more values than `most`
 */
export function indexJson(text: string, most: number = MOST_VALUES): JsonIndex | NoIndex {
  return new Indexer(text, most).read()
}

/** Pure: what kind of value this is. */
export function kindOf({ text, start }: JsonIndex, value: number): JsonKind {
  const first = text.charCodeAt(start[value] ?? 0)
  if (first === OPEN_OBJECT) return 'object'
  if (first === OPEN_ARRAY) return 'array'
  if (first === QUOTE) return 'string'
  return first === MINUS || isDigit(first) ? 'number' : 'literal'
}

/** Pure: a value as it was written. */
export function writtenValue({ text, start, end }: JsonIndex, value: number): string {
  return text.slice(start[value], end[value])
}

/** Pure: what a text in JSON says: without its quotation marks and escapes. */
export function readJsonString(written: string): string {
  const plain = written.slice(1, -1)
  return plain.includes('\\') ? String(JSON.parse(written)) : plain
}

/** Pure: the key of a value. Undefined: it is in an array, or the outermost. */
export function keyOf({ text, keyStart, keyEnd }: JsonIndex, value: number): string | undefined {
  const from = keyStart[value] ?? -1
  return from < 0 ? undefined : readJsonString(text.slice(from, keyEnd[value]))
}

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const FIRST_VALUES = 1024

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09
const ESCAPED = new Set(Array.from('"\\/bfnrt', (character) => character.charCodeAt(0)))
const HEX = /^[\dA-Fa-f]{4}$/
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

class Indexer {
  readonly #text: string
  readonly #most: number
  #at = 0
  #count = 0
  #open = -1
  #keyStart = -1
  #keyEnd = -1
  #columns: Columns

  constructor(text: string, most: number) {
    this.#text = text
    this.#most = most
    // A value takes two characters. There may be thousands of short texts.
    this.#columns = columnsFor(Math.min(FIRST_VALUES, Math.ceil(text.length / 2) + 1))
  }

  read(): JsonIndex | NoIndex {
    this.#skipBlanks()
    const first = this.#unit()
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return 'notJson'
    if (!this.#readValue()) return 'notJson'
    while (this.#open >= 0) {
      if (this.#count > this.#most) return 'tooMany'
      if (!this.#readNext()) return 'notJson'
    }
    this.#skipBlanks()
    return this.#at === this.#text.length ? { text: this.#text, count: this.#count, ...this.#columns } : 'notJson'
  }

  /** Reads the next member of what is open, or its end. */
  #readNext(): boolean {
    const { start, children } = this.#columns
    const isObject = this.#text.charCodeAt(start[this.#open] ?? 0) === OPEN_OBJECT
    this.#skipBlanks()
    if (this.#unit() === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return this.#close()
    if ((children[this.#open] ?? 0) > 0 && !this.#take(COMMA)) return false
    if (isObject && !this.#readKey()) return false
    this.#skipBlanks()
    return this.#readValue()
  }

  #close(): boolean {
    this.#at++
    const { end, after, parent } = this.#columns
    end[this.#open] = this.#at
    after[this.#open] = this.#count
    this.#open = parent[this.#open] ?? -1
    return true
  }

  #readKey(): boolean {
    this.#skipBlanks()
    this.#keyStart = this.#at
    if (this.#unit() !== QUOTE || !this.#skipString()) return false
    this.#keyEnd = this.#at
    this.#skipBlanks()
    return this.#take(COLON)
  }

  #readValue(): boolean {
    if (this.#count === this.#columns.start.length) this.#columns = grown(this.#columns)
    const value = this.#count++
    const { start, end, keyStart, keyEnd, after, parent, children } = this.#columns
    start[value] = this.#at
    keyStart[value] = this.#keyStart
    keyEnd[value] = this.#keyEnd
    parent[value] = this.#open
    if (this.#open >= 0) children[this.#open] = (children[this.#open] ?? 0) + 1
    this.#keyStart = -1
    this.#keyEnd = -1
    const first = this.#unit()
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      this.#open = value
      this.#at++
      return true
    }
    after[value] = this.#count
    const isValue = first === QUOTE ? this.#skipString() : this.#skipPlain()
    end[value] = this.#at
    return isValue
  }

  #skipString(): boolean {
    const text = this.#text
    let at = this.#at + 1
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === QUOTE) {
        this.#at = at + 1
        return true
      }
      if (unit < 0x20) return false
      if (unit !== BACKSLASH) continue
      at++
      if (text[at] === 'u' && HEX.test(text.slice(at + 1, at + 5))) at += 4
      else if (!ESCAPED.has(text.charCodeAt(at))) return false
    }
    return false
  }

  #skipPlain(): boolean {
    const text = this.#text
    for (const word of ['true', 'false', 'null']) {
      if (!text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return true
    }
    NUMBER.lastIndex = this.#at
    if (!NUMBER.test(text)) return false
    this.#at = NUMBER.lastIndex
    return true
  }

  #unit(): number {
    return this.#text.charCodeAt(this.#at)
  }

  #take(unit: number): boolean {
    if (this.#unit() !== unit) return false
    this.#at++
    return true
  }

  #skipBlanks(): void {
    while (isBlank(this.#unit())) this.#at++
  }
}

type Columns = Omit<JsonIndex, 'text' | 'count'>

function columnsFor(count: number): Columns {
  const column = (): Int32Array => new Int32Array(count)
  return { start: column(), end: column(), keyStart: column(), keyEnd: column(), after: column(), parent: column(), children: column() }
}

function grown(columns: Columns): Columns {
  const larger = columnsFor(columns.start.length * 2)
  for (const name of ['start', 'end', 'keyStart', 'keyEnd', 'after', 'parent', 'children'] as const) larger[name].set(columns[name])
  return larger
}
