import { TraceFlags } from '@opentelemetry/api'
import type { CallId, ServerId } from '../../../shared/domain/ids'
import { tokenUsage, type AttributeValue, type Attributes, type Convention, type SpanEnds, type SpanKind } from '../semanticConventions'
import type { TraceIds } from '../serverTraceContext'
import type { Pipeline } from './createPipeline'
import type { Series } from './histograms'
import { randomSpanId } from './randomIds'
import type { RecordedSpan } from './recordedSpan'
import type { ServerTraces } from './serverTraces'
import type { SpanDescription } from './spanDescriptions'

/** How many servers' own traces a span is linked with. */
const LINKS = 64

export interface MeasuredSpanParts {
  readonly pipeline: Pick<Pipeline, 'spans' | 'histograms'>
  /** Milliseconds that only grow. */
  readonly now: () => number
  /** By `now`. */
  readonly began: number
  readonly duration: Convention<SpanKind>['duration']
  readonly attributes: Attributes
  /** Where `attributes` are from, if others have the same. */
  readonly description: SpanDescription | undefined
}

export interface MeasuredSpanPlace {
  /** Grows with each span that begins. */
  readonly order: number
  /** Absent when only metrics are sent. */
  readonly recorded: RecordedSpan | undefined
  readonly traces: ServerTraces
  /** False when the span of somebody else is used, who ends it. */
  readonly owns: boolean
}

/** How a span ended, in the words of the conventions. */
export interface SpanEnding {
  readonly error: string | undefined
  readonly attributes: Attributes
  readonly content: Attributes | undefined
  readonly usage: Pick<SpanEnds['chat'], 'inputTokens' | 'outputTokens'> | undefined
}

/** One span and its measurements, from its begin to its end. */
export class MeasuredSpan {
  readonly kind: SpanKind
  readonly recorded: RecordedSpan | undefined
  /** How servers know the trace that it belongs to. */
  readonly traces: ServerTraces
  readonly order: number
  /** Set if this is the span of a call. */
  callId: CallId | undefined
  onEnd: ((span: MeasuredSpan) => void) | undefined
  readonly #parts: MeasuredSpanParts
  readonly #owns: boolean
  /** What the first server sees. Most spans are of one server. */
  #first: { readonly serverId: ServerId; readonly ids: TraceIds } | undefined
  #others: Map<ServerId, TraceIds> | undefined
  #rounds = 0
  #ended = false

  constructor(kind: SpanKind, parts: MeasuredSpanParts, { order, recorded, traces, owns }: MeasuredSpanPlace) {
    this.kind = kind
    this.order = order
    this.recorded = recorded
    this.traces = traces
    this.#parts = parts
    this.#owns = owns
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
    const known = this.#first?.serverId === serverId ? this.#first.ids : this.#others?.get(serverId)
    if (known) return known
    const traceFlags = this.recorded?.spanContext().traceFlags ?? TraceFlags.NONE
    const ids = { traceId: this.traces.idFor(serverId), spanId: randomSpanId(), traceFlags }
    if (this.#first) (this.#others ??= new Map()).set(serverId, ids)
    else this.#first = { serverId, ids }
    if ((this.#others?.size ?? 0) < LINKS) this.recorded?.addLink(ids)
    return ids
  }

  /** Only the first end counts. */
  end({ error, attributes, content, usage }: SpanEnding): void {
    if (this.#ended) return
    this.#ended = true
    const { pipeline, now, began } = this.#parts
    const { recorded } = this
    recorded?.set(attributes)
    if (content) recorded?.set(content)
    if (error !== undefined) recorded?.fail()
    const ticks = now()
    this.#seriesFor(attributes)?.record((ticks - began) / 1_000)
    if (usage) {
      const valueOf = this.#valueOf(attributes)
      this.#countTokens('input', usage.inputTokens, valueOf)
      this.#countTokens('output', usage.outputTokens, valueOf)
    }
    if (recorded && this.#owns) {
      recorded.end(ticks)
      pipeline.spans?.add(recorded)
    }
    this.onEnd?.(this)
  }

  /** Where its duration belongs. Most spans end without more to say, and those of one description belong to one series. */
  #seriesFor(ending: Attributes): Series | undefined {
    const { pipeline, duration, description } = this.#parts
    if (!duration || !pipeline.histograms) return undefined
    const keeper = Object.keys(ending).length === 0 ? description : undefined
    if (keeper?.series) return keeper.series
    const series = pipeline.histograms.series(duration.name, this.#valueOf(ending))
    if (keeper && series) keeper.series = series
    return series
  }

  #valueOf(ending: Attributes): (name: string) => AttributeValue | undefined {
    const { attributes } = this.#parts
    return (name) => ending[name] ?? attributes[name]
  }

  #countTokens(type: 'input' | 'output', count: number | undefined, valueOf: (name: string) => AttributeValue | undefined): void {
    if (count === undefined) return
    this.#parts.pipeline.histograms?.record(tokenUsage.name, count, (name) => (name === tokenUsage.type ? type : valueOf(name)))
  }
}
