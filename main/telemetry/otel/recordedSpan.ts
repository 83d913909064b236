import { SpanKind, SpanStatusCode, type HrTime, type Link, type SpanContext, type SpanStatus } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan, TimedEvent } from '@opentelemetry/sdk-trace'
import { truncateBytes } from '../../lib/truncateBytes'
import type { AttributeValue, Attributes } from '../semanticConventions'
import type { SpanDescription } from './spanDescriptions'

/** An attribute's value is cut here. */
const VALUE_BYTES = 65_536
/** As many events as the SDK's own spans keep (OTEL_SPAN_EVENT_COUNT_LIMIT). */
const EVENTS = 128

const noLinks: Link[] = []
const noEvents: TimedEvent[] = []
const unset: SpanStatus = { code: SpanStatusCode.UNSET }
const failed: SpanStatus = { code: SpanStatusCode.ERROR }

/** Who a span comes from. Spans of one origin are sent together. */
export interface SpanOrigin {
  readonly resource: Resource
  readonly instrumentationScope: ReadableSpan['instrumentationScope']
}

export interface RecordedSpanParts {
  readonly origin: SpanOrigin
  readonly name: string
  readonly kind: SpanKind
  readonly context: SpanContext
  readonly parent: SpanContext | undefined
  /** It is the span's from here on. */
  readonly attributes: Record<string, AttributeValue>
  /** The span has its name, its kind and its attributes, and `attributes` has others. */
  readonly shared?: SpanDescription | undefined
  /** Milliseconds since 1970. */
  readonly startMs: number
  /** When it began by `performance.now()`. Absent: now. */
  readonly startTicks?: number
}

/**
 * A span as it is recorded, and as the SDK's processors and serializers read it. It does only what the table of conventions needs: the SDK's own
 * span copies and checks every attribute several times, at each call of a tool.
 */
export class RecordedSpan implements ReadableSpan {
  readonly name: string
  readonly kind: SpanKind
  readonly parentSpanContext?: SpanContext
  /** What it has in common with others. */
  shared: SpanDescription | undefined
  /** The attributes that are not in `shared`. */
  own: Record<string, AttributeValue>
  readonly startMs: number
  readonly resource: Resource
  readonly instrumentationScope: ReadableSpan['instrumentationScope']
  readonly droppedAttributesCount = 0
  readonly droppedLinksCount = 0
  links = noLinks
  events = noEvents
  status = unset
  droppedEventsCount = 0
  endMs = 0
  ended = false
  readonly #context: SpanContext
  readonly #began: number

  constructor({ origin, name, kind, context, parent, attributes, shared, startMs, startTicks }: RecordedSpanParts) {
    this.name = name
    this.kind = kind
    this.#context = context
    if (parent) this.parentSpanContext = parent
    this.shared = shared
    this.own = cutValues(attributes)
    this.startMs = startMs
    this.#began = startTicks ?? performance.now()
    this.resource = origin.resource
    this.instrumentationScope = origin.instrumentationScope
  }

  spanContext(): SpanContext {
    return this.#context
  }

  /** This and the others do nothing once the span has ended: it may be on its way. */
  set(attributes: Attributes): void {
    if (this.ended) return
    for (const key in attributes) {
      if (this.shared && key in this.shared.attributes) {
        this.own = this.attributes
        this.shared = undefined
      }
      this.own[key] = cut(attributes[key] ?? '')
    }
  }

  addEvent(name: string, attributes: Attributes): void {
    if (this.ended) return
    if (this.events.length >= EVENTS) {
      this.droppedEventsCount++
      return
    }
    if (this.events === noEvents) this.events = []
    this.events.push({ name, attributes: { ...attributes }, time: hrTime(this.#nowMs()) })
  }

  addLink(context: SpanContext): void {
    if (this.ended) return
    if (this.links === noLinks) this.links = []
    this.links.push({ context })
  }

  /** Without a description: it would be what a server or a model's endpoint wrote. */
  fail(): void {
    if (!this.ended) this.status = failed
  }

  /** @param ticks by `performance.now()` */
  end(ticks = performance.now()): void {
    this.endMs = this.startMs + (ticks - this.#began)
    this.ended = true
  }

  get attributes(): Record<string, AttributeValue> {
    return this.shared ? { ...this.shared.attributes, ...this.own } : this.own
  }

  get startTime(): HrTime {
    return hrTime(this.startMs)
  }

  get endTime(): HrTime {
    return hrTime(this.endMs)
  }

  get duration(): HrTime {
    return hrTime(this.endMs - this.startMs)
  }

  /** From the clock's time at the start: a clock that is set meanwhile does not change how long something took. */
  #nowMs(): number {
    return this.startMs + (performance.now() - this.#began)
  }
}

/** Pure: a time as seconds and nanoseconds. */
export function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)]
}

export function otelKind(kind: 'internal' | 'client'): SpanKind {
  return kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
}

/** Cuts what is too long, in place. */
export function cutValues(attributes: Record<string, AttributeValue>): Record<string, AttributeValue> {
  for (const key in attributes) attributes[key] = cut(attributes[key] ?? '')
  return attributes
}

function cut(value: AttributeValue): AttributeValue {
  return typeof value === 'string' && value.length > VALUE_BYTES ? truncateBytes(value, VALUE_BYTES) : value
}
