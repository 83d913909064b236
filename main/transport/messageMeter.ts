/** The most that one message may hold. */
export interface MessageLimits {
  readonly bytes: number
  /** The most objects, arrays and members in all. Millions of empty objects fit into a small message, but each costs time and memory. */
  readonly values: number
}

/** The limit that a message exceeds. */
export type MessageExcess = keyof MessageLimits | 'members'

/** The most members of one object. More make V8 turn it into a hash table, which takes ten times as long to parse and to copy. */
export const MEMBERS_OF_AN_OBJECT = 20_000
/** How many levels of a message the members are counted in. What lies deeper is refused for its depth. */
const LEVELS = 128
/** In the place of a count: an array. */
const ARRAY = -1

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const LINE_FEED = 0x0a
const RETURN = 0x0d

/** Measures one JSON message while its bytes arrive, so that a message over a limit is never parsed. */
export class MessageMeter {
  readonly #limits: MessageLimits
  #bytes = 0
  #values = 0
  /** The members of each open object so far, by its level. */
  readonly #members = new Int32Array(LEVELS)
  #level = -1
  #isTooWide = false
  #isInText = false
  #isEscaped = false

  constructor(limits: MessageLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Counts the next bytes of the message. Returns the limit that it exceeds now, if any. */
  add(bytes: Uint8Array): MessageExcess | undefined {
    this.#bytes += bytes.length
    if (this.#bytes > this.#limits.bytes) return 'bytes'
    this.#countValues(bytes)
    if (this.#values > this.#limits.values) return 'values'
    return this.#isTooWide ? 'members' : undefined
  }

  /** Begins the next message. */
  reset(): void {
    this.#bytes = 0
    this.#values = 0
    this.#level = -1
    this.#isTooWide = false
    this.#isInText = false
    this.#isEscaped = false
  }

  /** Each value but the first follows a comma or an opening bracket. Neither counts inside a text (RFC 8259). */
  #countValues(bytes: Uint8Array): void {
    let isInText = this.#isInText
    let isEscaped = this.#isEscaped
    let values = 0
    for (const byte of bytes) {
      if (byte === LINE_FEED || byte === RETURN) {
        // JSON has no text over several lines. In an event stream, a quote in another field must not hide what follows.
        isInText = false
        isEscaped = false
      } else if (!isInText) {
        if (byte === QUOTE) isInText = true
        else if (byte === COMMA) {
          values++
          this.#countMember()
        } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
          values++
          this.#open(byte === OPENING_BRACE ? 0 : ARRAY)
        } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) this.#level = Math.max(-1, this.#level - 1)
      } else if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) isInText = false
    }
    this.#isInText = isInText
    this.#isEscaped = isEscaped
    this.#values += values
  }

  #open(count: number): void {
    this.#level++
    if (this.#level < LEVELS) this.#members[this.#level] = count
  }

  /** A comma in an object is followed by its next member. */
  #countMember(): void {
    const level = this.#level
    if (level < 0 || level >= LEVELS) return
    const count = this.#members[level] ?? ARRAY
    if (count === ARRAY) return
    this.#members[level] = count + 1
    if (count + 1 >= MEMBERS_OF_AN_OBJECT) this.#isTooWide = true
  }
}
