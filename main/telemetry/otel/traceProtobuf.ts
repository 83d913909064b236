import type { SpanContext } from '@opentelemetry/api'
import type { TimedEvent } from '@opentelemetry/sdk-trace'
import { ProtobufWriter } from './protobufWriter'
import type { RecordedSpan, SpanOrigin } from './recordedSpan'
import type { SpanDescription } from './spanDescriptions'

/** The room that is kept for a length. What needs another is moved once. */
const SHORT = 1
const SPAN = 2
const BATCH = 3
const REMOTE_KNOWN = 0x100
const REMOTE = 0x200
/** The room to begin with for what is written once. */
const SHARED_BYTES = 1_024

/**
 * Writes spans of one origin as `ExportTraceServiceRequest` of OTLP 1.x (opentelemetry-proto, `trace.proto`), each when it has ended. It is
 * what `ProtobufTraceSerializer` writes, byte for byte, in less time: that goes over each batch twice, and until then every span has to be kept.
 */
export class TraceWriter {
  readonly #origin: SpanOrigin
  readonly #writer = new ProtobufWriter()
  #resourceSpans = 0
  #scopeSpans = 0

  constructor(origin: SpanOrigin) {
    this.#origin = origin
    this.restart()
  }

  /** How much memory it holds, which does not shrink. */
  get roomBytes(): number {
    return this.#writer.roomBytes
  }

  /** Begins the next request, in the same memory. */
  restart(): void {
    const writer = this.#writer
    writer.clear()
    this.#resourceSpans = writer.open(1, BATCH)
    writeResource(writer, this.#origin)
    this.#scopeSpans = writer.open(2, BATCH)
    writeScope(writer, this.#origin)
  }

  add(span: RecordedSpan): void {
    writeSpan(this.#writer, span)
  }

  /** Ends the request. Its bytes are those of this writer, until `restart`. */
  finish(): Uint8Array<ArrayBuffer> {
    const writer = this.#writer
    const { resource, instrumentationScope } = this.#origin
    if (instrumentationScope.schemaUrl) writer.text(3, instrumentationScope.schemaUrl)
    writer.close(this.#scopeSpans, BATCH)
    if (resource.schemaUrl) writer.text(3, resource.schemaUrl)
    writer.close(this.#resourceSpans, BATCH)
    return writer.written()
  }
}

function writeResource(writer: ProtobufWriter, { resource }: SpanOrigin): void {
  const at = writer.open(1, SHORT)
  writeAttributes(writer, 1, resource.attributes)
  writer.integer(2, 0)
  writer.close(at, SHORT)
}

function writeScope(writer: ProtobufWriter, { instrumentationScope: { name, version } }: SpanOrigin): void {
  const at = writer.open(1, SHORT)
  writer.text(1, name)
  if (version) writer.text(2, version)
  writer.close(at, SHORT)
}

function writeSpan(writer: ProtobufWriter, span: RecordedSpan): void {
  const at = writer.open(2, SPAN)
  const context = span.spanContext()
  writeIds(writer, context)
  if (span.parentSpanContext) writer.hex(4, span.parentSpanContext.spanId)
  const { shared } = span
  if (shared) writer.fields(nameOf(shared))
  else writeName(writer, span)
  writer.time(7, span.startTime)
  writer.time(8, span.endTime)
  if (shared) writer.fields(attributesOf(shared))
  writeAttributes(writer, 9, span.own)
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

function writeName(writer: ProtobufWriter, { name, kind }: Pick<RecordedSpan, 'name' | 'kind'>): void {
  writer.text(5, name)
  writer.integer(6, kind + 1)
}

/** What many spans have in common is written once, and then copied. */
function nameOf(shared: SpanDescription): Uint8Array {
  return (shared.written.name ??= fieldsOf((writer) => writeName(writer, shared)))
}

function attributesOf(shared: SpanDescription): Uint8Array {
  return (shared.written.attributes ??= fieldsOf((writer) => writeAttributes(writer, 9, shared.attributes)))
}

function fieldsOf(write: (writer: ProtobufWriter) => void): Uint8Array {
  const writer = new ProtobufWriter(SHARED_BYTES)
  write(writer)
  return writer.written().slice()
}

function writeIds(writer: ProtobufWriter, { traceId, spanId }: SpanContext): void {
  writer.hex(1, traceId)
  writer.hex(2, spanId)
}

function writeEvent(writer: ProtobufWriter, { name, time, attributes }: TimedEvent): void {
  const at = writer.open(11, SHORT)
  writer.time(1, time)
  writer.text(2, name)
  if (attributes) writeAttributes(writer, 3, attributes)
  writer.integer(4, 0)
  writer.close(at, SHORT)
}

function writeLink(writer: ProtobufWriter, context: SpanContext): void {
  const at = writer.open(13, SHORT)
  writeIds(writer, context)
  writer.integer(5, 0)
  writer.fixed32(6, flagsOf(context, context.isRemote))
  writer.close(at, SHORT)
}

function flagsOf({ traceFlags }: SpanContext, isRemote: boolean | undefined): number {
  return (traceFlags & 0xff) | REMOTE_KNOWN | (isRemote === true ? REMOTE : 0)
}

function writeAttributes(writer: ProtobufWriter, field: number, attributes: Readonly<Record<string, unknown>>): void {
  for (const key in attributes) {
    const at = writer.open(field, SHORT)
    writer.text(1, key)
    const value = writer.open(2, SHORT)
    writeValue(writer, attributes[key])
    writer.close(value, SHORT)
    writer.close(at, SHORT)
  }
}

function writeValue(writer: ProtobufWriter, value: unknown): void {
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
