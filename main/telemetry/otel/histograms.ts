import { ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import type { Attributes, AttributeValue } from '../semanticConventions'
import { hrTime } from './recordedSpan'

/** As many series as the SDK keeps of one instrument. Tools are named by servers. */
export const SERIES = 2_000
/** The series of all that came later (OpenTelemetry metrics SDK, "Overflow attribute"). */
const overflow: Attributes = { 'otel.metric.overflow': true }

export interface HistogramKind {
  readonly name: string
  readonly unit: string
  readonly buckets: readonly number[]
  /** Those of the attributes that a series is told apart by. */
  readonly attributes: readonly string[]
}

/**
 * The histograms of Parley's metrics, for a reader of the SDK. They are cumulative, as OTLP exporters are by default and Prometheus needs it, but
 * a series in which nothing was measured since it was last collected is left out: an idle Parley sends nothing.
 */
export class Histograms implements MetricProducer {
  readonly #resource: Resource
  readonly #scope: ReadableSpan['instrumentationScope']
  readonly #now: () => number
  readonly #instruments: readonly OneHistogram[]
  /** The series of what was collected, for as long as somebody has it. */
  readonly #collected = new WeakMap<object, readonly Series[]>()

  constructor(
    kinds: readonly HistogramKind[],
    {
      resource,
      scope,
      now,
    }: { readonly resource: Resource; readonly scope: ReadableSpan['instrumentationScope']; readonly now: () => number },
  ) {
    this.#resource = resource
    this.#scope = scope
    this.#now = now
    this.#instruments = kinds.map((kind) => new OneHistogram(kind, now))
  }

  /** @param valueOf the value of an attribute of what was measured */
  record(name: string, value: number, valueOf: (attribute: string) => AttributeValue | undefined): void {
    this.series(name, valueOf)?.record(value)
  }

  /** Where such a measurement belongs; undefined: nowhere. It stays the same, so that who measures often may keep it. */
  series(name: string, valueOf: (attribute: string) => AttributeValue | undefined): Series | undefined {
    return this.#instruments.find(({ kind }) => kind.name === name)?.seriesOf(valueOf)
  }

  collect(): Promise<CollectionResult> {
    const now = this.#now()
    // Series that did not arrive go along with the next that changed: an idle Parley does not ask a dead collector again and again.
    const hasChanged = this.#instruments.some((instrument) => instrument.hasChanged())
    const taken = hasChanged ? this.#instruments.map((instrument) => instrument.take(now)) : []
    const metrics = taken.flatMap(({ metric }) => metric ?? [])
    const scopeMetrics = metrics.length === 0 ? [] : [{ scope: this.#scope, metrics }]
    for (const scope of scopeMetrics)
      this.#collected.set(
        scope,
        taken.flatMap(({ series }) => series),
      )
    return Promise.resolve({ resourceMetrics: { resource: this.#resource, scopeMetrics }, errors: [] })
  }

  /** What was collected did not arrive, so that its series are sent again. */
  lost({ scopeMetrics }: ResourceMetrics): void {
    for (const scope of scopeMetrics) for (const series of this.#collected.get(scope) ?? []) series.isMissed = true
  }
}

/** Series by the values of their attributes, one after the other: a text made of all of them would cost as much as the measurement. */
class Branch {
  readonly next = new Map<string | undefined, Branch>()
  series: Series | undefined
}

/** The measurements whose attributes have the same values. */
export class Series {
  readonly attributes: Attributes
  readonly startMs: number
  readonly counts: number[]
  sum = 0
  count = 0
  min = Infinity
  max = -Infinity
  isChanged = false
  /** What it held when it was last sent did not arrive. */
  isMissed = false
  readonly #buckets: readonly number[]

  constructor(attributes: Attributes, buckets: readonly number[], startMs: number) {
    this.attributes = attributes
    this.#buckets = buckets
    this.startMs = startMs
    this.counts = Array.from({ length: buckets.length + 1 }, () => 0)
  }

  record(value: number): void {
    const buckets = this.#buckets
    let bucket = 0
    // A boundary belongs to the bucket below it.
    while (bucket < buckets.length && value > (buckets[bucket] ?? 0)) bucket++
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += value
    this.count++
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
    this.isChanged = true
  }
}

class OneHistogram {
  readonly kind: HistogramKind
  readonly #now: () => number
  readonly #series: Series[] = []
  readonly #root = new Branch()
  #overflow: Series | undefined

  constructor(kind: HistogramKind, now: () => number) {
    this.kind = kind
    this.#now = now
  }

  /** Whether anything was measured since the last time. */
  hasChanged(): boolean {
    return this.#series.some(({ isChanged }) => isChanged)
  }

  /** What was measured in the series that changed since the last time or did not arrive then, as a metric; none if there is no such series. */
  take(nowMs: number): { readonly metric: MetricData | undefined; readonly series: readonly Series[] } {
    const series = this.#series.filter(({ isChanged, isMissed }) => isChanged || isMissed)
    for (const one of series) one.isChanged = one.isMissed = false
    const metric: MetricData = {
      descriptor: { name: this.kind.name, description: '', unit: this.kind.unit, valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: series.map((one) => pointOf(one, this.kind.buckets, nowMs)),
    }
    return { metric: series.length > 0 ? metric : undefined, series }
  }

  seriesOf(valueOf: (attribute: string) => AttributeValue | undefined): Series {
    let branch = this.#root
    for (const name of this.kind.attributes) {
      const value = valueOf(name)
      const key = value === undefined ? undefined : String(value)
      let next = branch.next.get(key)
      if (!next) {
        if (this.#series.length >= SERIES) return (this.#overflow ??= this.#add(overflow))
        next = new Branch()
        branch.next.set(key, next)
      }
      branch = next
    }
    return (branch.series ??= this.#add(this.#attributes(valueOf)))
  }

  #attributes(valueOf: (attribute: string) => AttributeValue | undefined): Attributes {
    const attributes: Record<string, AttributeValue> = {}
    for (const name of this.kind.attributes) {
      const value = valueOf(name)
      if (value !== undefined) attributes[name] = value
    }
    return attributes
  }

  #add(attributes: Attributes): Series {
    const series = new Series(attributes, this.kind.buckets, this.#now())
    this.#series.push(series)
    return series
  }
}

function pointOf(
  { attributes, startMs, counts, sum, count, min, max }: Series,
  buckets: readonly number[],
  nowMs: number,
): DataPoint<Histogram> {
  return {
    attributes: { ...attributes },
    startTime: hrTime(startMs),
    endTime: hrTime(nowMs),
    value: { buckets: { boundaries: [...buckets], counts: [...counts] }, sum, count, min, max },
  }
}
