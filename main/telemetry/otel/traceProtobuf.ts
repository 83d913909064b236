import type { HrTime, SpanContext } from '@opentelemetry/api'
import type { ReadableSpan, TimedEvent } from '@opentelemetry/sdk-trace'
import type { SpanOrigin } from './recordedSpan'

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5
/** The room that is kept for a length. What needs another is moved once. */
const SHORT = 1
const SPAN = 2
const BATCH = 3
const REMOTE_KNOWN = 0x100
const REMOTE = 0x200
const FIRST_BYTES = 65_536
/** A longer text is written by Node: asking it costs more than writing a short one. */
const LOOP_CHARACTERS = 64

/** What of a span is read: as an exporter of the SDK does. */
type Span = ReadableSpan

/**
 * Writes a batch of spans of one origin as `ExportTraceServiceRequest` of OTLP 1.x (opentelemetry-proto, `trace.proto`). It is what
 * `ProtobufTraceSerializer` writes, byte for byte, in less time: that goes over each batch twice.
 */
export function traceRequest(spans: readonly Span[]): Uint8Array {
  const [first] = spans
  if (!first) return new Uint8Array()
  const writer = new Writer()
  const resourceSpans = writer.open(1, BATCH)
  writeResource(writer, first)
  const scopeSpans = writer.open(2, BATCH)
  writeScope(writer, first)
  for (const span of spans) writeSpan(writer, span)
  const { schemaUrl } = first.instrumentationScope
  if (schemaUrl) writer.text(3, schemaUrl)
  writer.close(scopeSpans, BATCH)
  if (first.resource.schemaUrl) writer.text(3, first.resource.schemaUrl)
  writer.close(resourceSpans, BATCH)
  return writer.written()
}

function writeResource(writer: Writer, { resource }: SpanOrigin): void {
  const at = writer.open(1, SHORT)
  writeAttributes(writer, 1, resource.attributes)
  writer.integer(2, 0)
  writer.close(at, SHORT)
}

function writeScope(writer: Writer, { instrumentationScope: { name, version } }: SpanOrigin): void {
  const at = writer.open(1, SHORT)
  writer.text(1, name)
  if (version) writer.text(2, version)
  writer.close(at, SHORT)
}

function writeSpan(writer: Writer, span: Span): void {
  const at = writer.open(2, SPAN)
  const context = span.spanContext()
  writeIds(writer, context)
  if (span.parentSpanContext) writer.hex(4, span.parentSpanContext.spanId)
  writer.text(5, span.name)
  writer.integer(6, span.kind + 1)
  writer.time(7, span.startTime)
  writer.time(8, span.endTime)
  writeAttributes(writer, 9, span.attributes)
  writer.integer(10, span.droppedAttributesCount)
  for (const event of span.events) writeEvent(writer, event)
  writer.integer(12, span.droppedEventsCount)
  for (const link of span.links) writeLink(writer, link.context)
  writer.integer(14, span.droppedLinksCount)
  const status = writer.open(15, SHORT)
  writer.integer(3, span.status.code)
  writer.close(status, SHORT)
  writer.fixed32(16, flagsOf(context, span.parentSpanContext?.isRemote))
  writer.close(at, SPAN)
}

function writeIds(writer: Writer, { traceId, spanId }: SpanContext): void {
  writer.hex(1, traceId)
  writer.hex(2, spanId)
}

function writeEvent(writer: Writer, { name, time, attributes }: TimedEvent): void {
  const at = writer.open(11, SHORT)
  writer.time(1, time)
  writer.text(2, name)
  if (attributes) writeAttributes(writer, 3, attributes)
  writer.integer(4, 0)
  writer.close(at, SHORT)
}

function writeLink(writer: Writer, context: SpanContext): void {
  const at = writer.open(13, SHORT)
  writeIds(writer, context)
  writer.integer(5, 0)
  writer.fixed32(6, flagsOf(context, context.isRemote))
  writer.close(at, SHORT)
}

function flagsOf({ traceFlags }: SpanContext, isRemote: boolean | undefined): number {
  return (traceFlags & 0xff) | REMOTE_KNOWN | (isRemote === true ? REMOTE : 0)
}

function writeAttributes(writer: Writer, field: number, attributes: Readonly<Record<string, unknown>>): void {
  for (const key in attributes) {
    const at = writer.open(field, SHORT)
    writer.text(1, key)
    const value = writer.open(2, SHORT)
    writeValue(writer, attributes[key])
    writer.close(value, SHORT)
    writer.close(at, SHORT)
  }
}

function writeValue(writer: Writer, value: unknown): void {
  if (typeof value === 'string') writer.text(1, value)
  else if (typeof value === 'boolean') writer.integer(2, value ? 1 : 0)
  else if (typeof value === 'number') writer.number(value)
  else if (Array.isArray(value)) {
    const list = writer.open(5, SHORT)
    for (const item of value) {
      const at = writer.open(1, SHORT)
      writeValue(writer, item)
      writer.close(at, SHORT)
    }
    writer.close(list, SHORT)
  }
}

/** Writes fields of protobuf one after the other. */
class Writer {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES)
  #at = 0

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

  hex(field: number, digits: string): void {
    this.#tag(field, BYTES)
    this.#varint(digits.length / 2)
    this.#reserve(digits.length / 2)
    this.#at += this.#buffer.write(digits, this.#at, 'hex')
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
    this.#at = this.#buffer.writeUInt32LE(value, this.#at)
  }

  /** Nanoseconds since 1970, as two halves: a number holds no more than 53 bits exactly, and a bigint costs more than the rest of a time. */
  time(field: number, [seconds, nanos]: HrTime): void {
    this.#tag(field, FIXED64)
    this.#reserve(8)
    // 10 ** 9 is 512 times this.
    const parts = seconds * 1_953_125
    const high = Math.floor(parts / 2 ** 23)
    const low = (parts - high * 2 ** 23) * 512 + nanos
    this.#at = this.#buffer.writeUInt32LE(low % 2 ** 32, this.#at)
    this.#at = this.#buffer.writeUInt32LE(high + (low >= 2 ** 32 ? 1 : 0), this.#at)
  }

  written(): Uint8Array {
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

function sizeOf(length: number): number {
  return length < 128 ? 1 : length < 16_384 ? 2 : length < 2_097_152 ? 3 : 4
}
