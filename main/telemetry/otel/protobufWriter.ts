import type { HrTime } from '@opentelemetry/api'

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5
const FIRST_BYTES = 65_536
/** A longer text is written by Node: asking it costs more than writing a short one. */
const LOOP_CHARACTERS = 64

/** Writes fields of protobuf one after the other. */
export class ProtobufWriter {
  #buffer: Buffer<ArrayBuffer>
  #at = 0

  /** @param firstBytes the room to begin with; there is more when it is needed */
  constructor(firstBytes = FIRST_BYTES) {
    this.#buffer = Buffer.allocUnsafe(firstBytes)
  }

  /** Forgets what was written, and keeps the room for it. */
  clear(): void {
    this.#at = 0
  }

  /** How much there is room for. */
  get roomBytes(): number {
    return this.#buffer.length
  }

  /** Writes fields that were written elsewhere. */
  fields(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#buffer.set(bytes, this.#at)
    this.#at += bytes.length
  }

  /** Begins a message inside of this one. Returns where, for `close`. */
  open(field: number, room: number): number {
    this.#tag(field, BYTES)
    this.#reserve(room)
    this.#at += room
    return this.#at
  }

  /** Writes the length in front of what came since `open`. */
  close(from: number, room: number): void {
    const length = this.#at - from
    const needs = sizeOf(length)
    if (needs !== room) {
      this.#reserve(needs)
      this.#buffer.copyWithin(from - room + needs, from, this.#at)
      this.#at += needs - room
    }
    const end = this.#at
    this.#at = from - room
    this.#varint(length)
    this.#at = end
  }

  text(field: number, text: string): void {
    this.#tag(field, BYTES)
    if (text.length <= LOOP_CHARACTERS && this.#ascii(text)) return
    const bytes = Buffer.byteLength(text)
    this.#varint(bytes)
    this.#reserve(bytes)
    this.#at += this.#buffer.write(text, this.#at)
  }

  /** @param digits lower-case hex, two for each byte */
  hex(field: number, digits: string): void {
    this.#tag(field, BYTES)
    this.#varint(digits.length / 2)
    this.#reserve(digits.length / 2)
    const buffer = this.#buffer
    let at = this.#at
    // Asking Node costs more than the eight or sixteen bytes of an id.
    for (let index = 0; index < digits.length; index += 2)
      buffer[at++] = (nibble(digits.charCodeAt(index)) << 4) | nibble(digits.charCodeAt(index + 1))
    this.#at = at
  }

  integer(field: number, value: number): void {
    this.#tag(field, VARINT)
    this.#varint(value)
  }

  /** An attribute's number: `int_value` if it is whole, else `double_value`. */
  number(value: number): void {
    if (Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63) {
      this.#tag(3, VARINT)
      return value >= 0 && value <= Number.MAX_SAFE_INTEGER ? this.#varint(value) : this.#bigVarint(BigInt(value))
    }
    this.#tag(4, FIXED64)
    this.#reserve(8)
    this.#at = this.#buffer.writeDoubleLE(value, this.#at)
  }

  fixed32(field: number, value: number): void {
    this.#tag(field, FIXED32)
    this.#reserve(4)
    this.#fourBytes(value)
  }

  /** Nanoseconds since 1970, as two halves: a number holds no more than 53 bits exactly, and a bigint costs more than the rest of a time. */
  time(field: number, [seconds, nanos]: HrTime): void {
    this.#tag(field, FIXED64)
    this.#reserve(8)
    // 10 ** 9 is 512 times this.
    const parts = seconds * 1_953_125
    const high = Math.floor(parts / 2 ** 23)
    const low = (parts - high * 2 ** 23) * 512 + nanos
    this.#fourBytes(low)
    this.#fourBytes(high + (low >= 2 ** 32 ? 1 : 0))
  }

  /** What was written. It is a part of the room, which is used again after `clear`. */
  written(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#at)
  }

  /** False, with nothing written, if a character is not of ASCII. */
  #ascii(text: string): boolean {
    const { length } = text
    this.#reserve(length + 1)
    const buffer = this.#buffer
    let at = this.#at + 1
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code > 127) return false
      buffer[at++] = code
    }
    buffer[this.#at] = length
    this.#at = at
    return true
  }

  /** The lowest 32 bits of a whole number, the low byte first. There is room for them. */
  #fourBytes(value: number): void {
    const buffer = this.#buffer
    const at = this.#at
    buffer[at] = value
    buffer[at + 1] = value >>> 8
    buffer[at + 2] = value >>> 16
    buffer[at + 3] = value >>> 24
    this.#at = at + 4
  }

  #tag(field: number, type: number): void {
    this.#varint((field << 3) | type)
  }

  #varint(value: number): void {
    this.#reserve(10)
    const buffer = this.#buffer
    let at = this.#at
    let rest = value
    while (rest > 127) {
      buffer[at++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    buffer[at++] = rest
    this.#at = at
  }

  /** A negative number has ten bytes (two's complement of 64 bits). */
  #bigVarint(value: bigint): void {
    this.#reserve(10)
    let rest = BigInt.asUintN(64, value)
    while (rest > 127n) {
      this.#buffer[this.#at++] = Number(rest & 127n) | 128
      rest >>= 7n
    }
    this.#buffer[this.#at++] = Number(rest)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}

/** The value of a character of lower-case hex. */
function nibble(code: number): number {
  return code < 58 ? code - 48 : code - 87
}

function sizeOf(length: number): number {
  return length < 128 ? 1 : length < 16_384 ? 2 : length < 2_097_152 ? 3 : 4
}
