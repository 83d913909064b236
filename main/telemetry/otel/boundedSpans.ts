import { TraceFlags } from '@opentelemetry/api'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'

/** As many spans wait at most, as the SDK's own processor keeps by default (OTEL_BSP_MAX_QUEUE_SIZE). */
export const QUEUE_SIZE = 2_048
/** Spans without content are small, and each request has a cost of its own. One with content may have tens of kilobytes, and a collector takes 20 MB. */
const BATCH = { small: QUEUE_SIZE, content: 128 } as const

export interface BoundedSpansOptions {
  readonly delayMs: number
  /** Whether spans have what people said and tools returned. */
  readonly content: boolean
  readonly onDropped: (count: number) => void
}

/** Collects spans into batches. The SDK's processor drops what is too much without a word; this one counts it. */
export class BoundedSpans implements SpanProcessor {
  readonly #inner: SpanProcessor
  readonly #onDropped: (count: number) => void
  #waiting = 0

  constructor(exporter: SpanExporter, { delayMs, content, onDropped }: BoundedSpansOptions) {
    this.#onDropped = onDropped
    const counted: SpanExporter = {
      ...exporter,
      export: (spans, done) => {
        this.#waiting -= spans.length
        exporter.export(spans, done)
      },
    }
    this.#inner = new BatchSpanProcessor({
      exporter: counted,
      maxQueueSize: QUEUE_SIZE,
      maxExportBatchSize: content ? BATCH.content : BATCH.small,
      scheduledDelayMillis: delayMs,
    })
  }

  onStart(): void {
    // A span is only of interest when it has ended.
  }

  onEnd(span: ReadableSpan): void {
    // A caller's trace that is not recorded is not continued (W3C Trace Context, section 3.2.2.5.1).
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
    if (this.#waiting >= QUEUE_SIZE) return this.#onDropped(1)
    this.#waiting++
    this.#inner.onEnd(span)
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown()
  }
}
