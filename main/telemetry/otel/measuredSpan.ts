import { SpanStatusCode, type Span } from '@opentelemetry/api'
import type { ServerId } from '../../../shared/domain/ids'
import { tokenUsage, type Attributes, type Convention, type SpanEnds, type SpanKind } from '../semanticConventions'
import { pick, type Pipeline } from './createPipeline'

export interface MeasuredSpanParts {
  readonly pipeline: Pick<Pipeline, 'durations' | 'tokens'>
  /** Milliseconds that only grow. */
  readonly now: () => number
  readonly duration: Convention<SpanKind>['duration']
  /** Absent when only metrics are sent. */
  readonly otel: Span | undefined
  readonly attributes: Attributes
  /** False when the span of somebody else is used, who ends it. */
  readonly owns: boolean
}

/** How a span ended, in the words of the conventions. */
export interface SpanEnding {
  readonly error: string | undefined
  readonly attributes: Attributes
  readonly content: Attributes
  readonly usage: Pick<SpanEnds['chat'], 'inputTokens' | 'outputTokens'>
}

/** One span and its measurements, from its begin to its end. */
export class MeasuredSpan {
  readonly kind: SpanKind
  readonly otel: Span | undefined
  onEnd: (() => void) | undefined
  readonly #parts: MeasuredSpanParts
  readonly #began: number
  readonly #linked = new Set<ServerId>()
  #rounds = 0
  #ended = false

  constructor(kind: SpanKind, parts: MeasuredSpanParts) {
    this.kind = kind
    this.otel = parts.otel
    this.#parts = parts
    this.#began = parts.now()
  }

  get isOver(): boolean {
    return this.#ended
  }

  set(attributes: Attributes): void {
    this.otel?.setAttributes(attributes)
  }

  event(name: string, attributes: Attributes): void {
    this.otel?.addEvent(name, attributes)
  }

  nextRound(): number {
    return ++this.#rounds
  }

  /** Whether a server's trace was not linked yet, and there is room. */
  isNewLink(serverId: ServerId, most: number): boolean {
    if (this.#linked.has(serverId) || this.#linked.size >= most) return false
    this.#linked.add(serverId)
    return true
  }

  /** Only the first end counts. */
  end({ error, attributes, content, usage }: SpanEnding): void {
    if (this.#ended) return
    this.#ended = true
    const { pipeline, now, duration, owns } = this.#parts
    this.set({ ...attributes, ...content })
    // No description: it would be what a server or a model's endpoint wrote.
    if (error !== undefined) this.otel?.setStatus({ code: SpanStatusCode.ERROR })
    const all = { ...this.#parts.attributes, ...attributes }
    if (duration) pipeline.durations?.get(duration.name)?.record((now() - this.#began) / 1000, pick(all, duration.attributes))
    this.#countTokens(all, usage)
    if (owns) this.otel?.end()
    this.onEnd?.()
  }

  #countTokens(attributes: Attributes, { inputTokens, outputTokens }: SpanEnding['usage']): void {
    if (inputTokens === undefined && outputTokens === undefined) return
    const shared = pick(attributes, tokenUsage.attributes)
    const { tokens } = this.#parts.pipeline
    if (inputTokens !== undefined) tokens?.record(inputTokens, { ...shared, [tokenUsage.type]: 'input' })
    if (outputTokens !== undefined) tokens?.record(outputTokens, { ...shared, [tokenUsage.type]: 'output' })
  }
}
