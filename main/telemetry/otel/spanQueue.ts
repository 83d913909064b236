import { TraceFlags } from '@opentelemetry/api'
import type { RecordedSpan } from './recordedSpan'

/** As many spans wait at most, as the SDK's own processor keeps by default (OTEL_BSP_MAX_QUEUE_SIZE). */
export const QUEUE_SIZE = 2_048
/** Spans without content are small, and each request has a cost of its own. One with content may have tens of kilobytes, and a collector takes 20 MB. */
const BATCH = { small: QUEUE_SIZE, content: 128 } as const

/** Spans that are sent together. */
export interface SpanBatch {
  readonly count: number
  add(span: RecordedSpan): void
}

export interface SpanSink<B extends SpanBatch> {
  open(): B
  /** Resolves when nothing more becomes of it; never rejects. */
  send(batch: B): Promise<void>
}

export interface SpanQueueOptions {
  readonly delayMs: number
  /** Whether spans have what people said and tools returned. */
  readonly content: boolean
  readonly onDropped: (count: number) => void
}

/**
 * Collects ended spans into batches, and sends one after the other. A batch takes a span in the form in which it is sent, so that none has to be
 * kept as an object: the SDK's processor keeps two thousand, which costs more in the collection of garbage than making them.
 */
export class SpanQueue<B extends SpanBatch> {
  readonly #sink: SpanSink<B>
  readonly #size: number
  readonly #delayMs: number
  readonly #onDropped: (count: number) => void
  readonly #full: B[] = []
  #open: B | undefined
  /** Those that are in batches and not on their way. */
  #waiting = 0
  /** Rings when what waits has waited long enough. */
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> | undefined
  #closed = false

  constructor(sink: SpanSink<B>, { delayMs, content, onDropped }: SpanQueueOptions) {
    this.#sink = sink
    this.#size = content ? BATCH.content : BATCH.small
    this.#delayMs = delayMs
    this.#onDropped = onDropped
  }

  add(span: RecordedSpan): void {
    // A caller's trace that is not recorded is not continued (W3C Trace Context, section 3.2.2.5.1).
    if (this.#closed || (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
    if (this.#waiting >= QUEUE_SIZE) return this.#onDropped(1)
    this.#waiting++
    const batch = (this.#open ??= this.#sink.open())
    batch.add(span)
    if (batch.count < this.#size) {
      this.#timer ??= setTimeout(() => this.#due(), this.#delayMs).unref()
      return
    }
    this.#stopTimer()
    this.#full.push(batch)
    this.#open = undefined
    this.#sendNext()
  }

  /** Sends what waits. Whatever ends later is not sent. */
  async shutdown(): Promise<void> {
    this.#closed = true
    this.#stopTimer()
    const rest = [...this.#full.splice(0), ...this.#takeOpen()]
    await Promise.all([this.#underWay, ...rest.map((batch) => this.#sink.send(batch))])
  }

  #due(): void {
    this.#timer = undefined
    this.#sendNext()
  }

  /** While a batch is under way, the next ones wait. */
  #sendNext(): void {
    if (this.#underWay) return
    const [batch] = this.#full.length > 0 ? this.#full.splice(0, 1) : this.#timer === undefined ? this.#takeOpen() : []
    if (!batch) return
    this.#waiting -= batch.count
    this.#underWay = this.#sink.send(batch).then(() => {
      this.#underWay = undefined
      this.#sendNext()
    })
  }

  #takeOpen(): readonly B[] {
    const open = this.#open
    this.#open = undefined
    return open ? [open] : []
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
