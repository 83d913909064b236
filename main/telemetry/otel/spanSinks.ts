import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { OtlpSender } from './otlpSender'
import type { RecordedSpan, SpanOrigin } from './recordedSpan'
import type { SpanBatch, SpanSink } from './spanQueue'
import { TraceWriter } from './traceProtobuf'

/** No more memory than this is kept for the next batch: a full one without content has less. */
const KEPT_BYTES = 2_097_152

class ProtobufBatch implements SpanBatch {
  readonly writer: TraceWriter
  count = 0

  constructor(writer: TraceWriter) {
    this.writer = writer
  }

  add(span: RecordedSpan): void {
    this.writer.add(span)
    this.count++
  }
}

/** Writes each span when it has ended, into memory that was used before: a megabyte that is new for each batch costs as much as its spans. */
export function protobufSink(sender: OtlpSender, origin: SpanOrigin): SpanSink<ProtobufBatch> {
  let spare: TraceWriter | undefined
  const readAnswer = (bytes: Uint8Array): unknown => ProtobufTraceSerializer.deserializeResponse(bytes)
  return {
    open: () => {
      const writer = spare ?? new TraceWriter(origin)
      spare = undefined
      return new ProtobufBatch(writer)
    },
    send: async ({ writer, count }) => {
      const isTaken = await sender.send({ body: writer.finish(), count, readAnswer })
      // What was given up may still be on its way.
      if (!isTaken || writer.roomBytes > KEPT_BYTES) return
      writer.restart()
      spare = writer
    },
  }
}

class JsonBatch implements SpanBatch {
  readonly spans: RecordedSpan[] = []

  get count(): number {
    return this.spans.length
  }

  add(span: RecordedSpan): void {
    this.spans.push(span)
  }
}

export function jsonSink(sender: OtlpSender): SpanSink<JsonBatch> {
  const readAnswer = (bytes: Uint8Array): unknown => JsonTraceSerializer.deserializeResponse(bytes)
  return {
    open: () => new JsonBatch(),
    send: async ({ spans, count }) => {
      const body = JsonTraceSerializer.serializeRequest(spans)
      if (body) await sender.send({ body, count, readAnswer })
    },
  }
}
