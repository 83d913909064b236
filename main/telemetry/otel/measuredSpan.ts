import type { ServerId } from '../../../shared/domain/ids'
import { tokenUsage, type AttributeValue, type Attributes, type Convention, type SpanEnds, type SpanKind } from '../semanticConventions'
import type { TraceIds } from '../serverTraceContext'
import type { Pipeline } from './createPipeline'
import { randomSpanId } from './randomIds'
import type { RecordedSpan } from './recordedSpan'
import type { ServerTraces } from './serverTraces'

/** How many servers' own traces a span is linked with. */
const LINKS = 64

export interface MeasuredSpanParts {
  readonly pipeline: Pick<Pipeline, 'spans' | 'histograms'>
  /** Milliseconds that only grow. */
  readonly now: () => number
  /** By `now`. */
  readonly began: number
  readonly duration: Convention<SpanKind>['duration']
  /** Absent when only metrics are sent. */
  readonly recorded: RecordedSpan | undefined
  readonly attributes: Attributes
  readonly traces: ServerTraces
  /** False when the span of somebody else is used, who ends it. */
  readonly owns: boolean
}

/** How a span ended, in the words of the conventions. */
export interface SpanEnding {
  readonly error: string | undefined
  readonly attributes: Attributes
  readonly content: Attributes | undefined
  readonly usage: Pick<SpanEnds['chat'], 'inputTokens' | 'outputTokens'>
}

/** One span and its measurements, from its begin to its end. */
export class MeasuredSpan {
  readonly kind: SpanKind
  readonly recorded: RecordedSpan | undefined
  /** How servers know the trace that it belongs to. */
  readonly traces: ServerTraces
  onEnd: (() => void) | undefined
  readonly #parts: MeasuredSpanParts
  readonly #began: number
  #seen: Map<ServerId, TraceIds> | undefined
  #rounds = 0
  #ended = false

  constructor(kind: SpanKind, parts: MeasuredSpanParts) {
    this.kind = kind
    this.recorded = parts.recorded
    this.traces = parts.traces
    this.#parts = parts
    this.#began = parts.began
  }

  get isOver(): boolean {
    return this.#ended
  }

  set(attributes: Attributes): void {
    this.recorded?.set(attributes)
  }

  event(name: string, attributes: Attributes): void {
    this.recorded?.addEvent(name, attributes)
  }

  nextRound(): number {
    return ++this.#rounds
  }

  /** The ids by which a server knows this span. The span is linked with them. */
  seenBy(serverId: ServerId): TraceIds {
    const known = this.#seen?.get(serverId)
    if (known) return known
    const ids = { traceId: this.traces.idFor(serverId), spanId: randomSpanId() }
    this.#seen ??= new Map()
    this.#seen.set(serverId, ids)
    const { recorded } = this
    if (recorded && this.#seen.size <= LINKS) recorded.addLink({ ...ids, traceFlags: recorded.spanContext().traceFlags })
    return ids
  }

  /** Only the first end counts. */
  end({ error, attributes, content, usage }: SpanEnding): void {
    if (this.#ended) return
    this.#ended = true
    const { pipeline, now, duration, owns } = this.#parts
    const { recorded } = this
    recorded?.set(attributes)
    if (content) recorded?.set(content)
    if (error !== undefined) recorded?.fail()
    const valueOf = (name: string): AttributeValue | undefined => attributes[name] ?? this.#parts.attributes[name]
    if (duration) pipeline.histograms?.record(duration.name, (now() - this.#began) / 1_000, valueOf)
    this.#countTokens('input', usage.inputTokens, valueOf)
    this.#countTokens('output', usage.outputTokens, valueOf)
    if (recorded && owns) {
      recorded.end()
      pipeline.spans?.add(recorded)
    }
    this.onEnd?.()
  }

  #countTokens(type: 'input' | 'output', count: number | undefined, valueOf: (name: string) => AttributeValue | undefined): void {
    if (count === undefined) return
    this.#parts.pipeline.histograms?.record(tokenUsage.name, count, (name) => (name === tokenUsage.type ? type : valueOf(name)))
  }
}
