import type { Histogram, LogRecord, Tracer } from '@opentelemetry/api'
import { defaultResource, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { AlwaysOnSampler, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { telemetryRoute, type TelemetryOn, type TelemetrySignal } from '../../../shared/domain/telemetry'
import { conventions, schemaUrls, scopeName, tokenUsage, type Attributes } from '../conventions'
import { BoundedSpans, QUEUE_SIZE } from './boundedSpans'
import { logExporter, metricExporter, spanExporter } from './exporters'
import { OtlpSender, type SenderDeps } from './otlpSender'

/** An attribute's value is cut here. */
const VALUE_CHARACTERS = 65_536

export interface PipelineDeps extends SenderDeps {
  readonly version: string
  /** How long data waits to be sent together. */
  readonly delayMs: { readonly traces: number; readonly metrics: number; readonly logs: number }
}

/** What the SDK was set up for. Absent: this signal is not sent. */
export interface Pipeline {
  readonly tracer: Tracer | undefined
  readonly durations: ReadonlyMap<string, Histogram> | undefined
  readonly tokens: Histogram | undefined
  readonly emit: ((record: LogRecord) => void) | undefined
  /** Sends what waits, for at most so long, and stops. */
  close(ms: number): Promise<void>
}

const scope = { schemaUrl: schemaUrls.scope }

/**
 * What sends: Parley and its version, without a word of the computer or the person. On the command line, the environment may add to it and
 * name the service, and cannot say that something other than this version of Parley sends.
 */
function resourceOf({ resource = {} }: TelemetryOn, version: string): Resource {
  const own = { 'service.name': 'parley', ...resource, 'service.version': version }
  const sdk = Object.entries(defaultResource().attributes).filter(([name]) => name.startsWith('telemetry.sdk.'))
  return resourceFromAttributes({ ...own, ...Object.fromEntries(sdk) }, { schemaUrl: schemaUrls.resource })
}

/** Sets the SDK up, without its globals: nothing outside sees a tracer of Parley's, and Parley sees none of others'. */
export function createPipeline(config: TelemetryOn, deps: PipelineDeps): Pipeline {
  const resource = resourceOf(config, deps.version)
  let logsWaiting = 0
  const senders: OtlpSender[] = []
  const providers: { shutdown(): Promise<void> }[] = []
  const routed = <T>(signal: TelemetrySignal, make: (sender: OtlpSender, protocol: TelemetryOn['protocol']) => T): T | undefined => {
    const route = telemetryRoute(config, signal)
    if (!route) return undefined
    const sender = new OtlpSender(route, deps)
    senders.push(sender)
    return make(sender, route.protocol)
  }
  const tracer = routed('traces', (sender, protocol) => {
    const spans = new BoundedSpans(spanExporter(sender, protocol), {
      delayMs: deps.delayMs.traces,
      onDropped: (count) => deps.onDropped(count),
    })
    const limits = { attributeValueLengthLimit: VALUE_CHARACTERS, attributeCountLimit: 128, eventCountLimit: 128, linkCountLimit: 128 }
    // A caller's trace that is not recorded is not continued (W3C Trace Context, section 3.2.2.5.1).
    const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() })
    const provider = new TracerProvider({ resource, spanProcessors: [spans], sampler, spanLimits: limits })
    providers.push(provider)
    return provider.getTracer(scopeName, deps.version, scope)
  })
  const meter = routed('metrics', (sender, protocol) => {
    const reader = new PeriodicExportingMetricReader({
      exporter: metricExporter(sender, protocol),
      exportIntervalMillis: deps.delayMs.metrics,
      exportTimeoutMillis: deps.delayMs.metrics,
    })
    const provider = new MeterProvider({ resource, readers: [reader] })
    providers.push(provider)
    return provider.getMeter(scopeName, deps.version, scope)
  })
  const logger = routed('logs', (sender, protocol) => {
    const exporter = logExporter(sender, protocol)
    const counted: LogRecordExporter = {
      ...exporter,
      export: (logs, done) => {
        logsWaiting -= logs.length
        exporter.export(logs, done)
      },
    }
    const processor = new BatchLogRecordProcessor({ exporter: counted, maxQueueSize: QUEUE_SIZE, scheduledDelayMillis: deps.delayMs.logs })
    const provider = new LoggerProvider({ resource, processors: [processor] })
    providers.push(provider)
    return provider.getLogger(scopeName, deps.version, scope)
  })
  const emit = (record: LogRecord): void => {
    // The SDK's processor would drop it without a word.
    if (logsWaiting >= QUEUE_SIZE) return deps.onDropped(1)
    logsWaiting++
    logger?.emit(record)
  }
  const durations = Object.values(conventions).flatMap(({ duration }) => (duration ? [duration] : []))
  return {
    tracer,
    durations:
      meter &&
      new Map(
        durations.map(({ name, buckets }) => [
          name,
          meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: [...buckets] } }),
        ]),
      ),
    tokens: meter?.createHistogram(tokenUsage.name, {
      unit: tokenUsage.unit,
      advice: { explicitBucketBoundaries: [...tokenUsage.buckets] },
    }),
    emit: logger && emit,
    close: async (ms) => {
      senders.forEach((sender) => sender.end())
      const late = setTimeout(() => senders.forEach((sender) => sender.close()), ms)
      await Promise.allSettled(providers.map((provider) => provider.shutdown()))
      clearTimeout(late)
    },
  }
}

/** Pure: only the attributes that a metric has. */
export function pick(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)))
}
