import type { LogRecord } from '@opentelemetry/api'
import { defaultResource, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs'
import { PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import { telemetryRoute, type TelemetryFailure, type TelemetryOn } from '../../../shared/domain/telemetry/telemetry'
import type { TelemetrySignal } from '../../../shared/domain/telemetry/telemetrySignals'
import { conventions, schemaUrls, scopeName, tokenUsage } from '../semanticConventions'
import { logExporter, metricExporter } from './exporters'
import { Histograms, type HistogramKind } from './histograms'
import { OtlpSender, type SenderDeps } from './otlpSender'
import type { RecordedSpan, SpanOrigin } from './recordedSpan'
import { QUEUE_SIZE, SpanQueue } from './spanQueue'
import { jsonSink, protobufSink } from './spanSinks'

export interface PipelineDeps extends Omit<SenderDeps, 'onSent' | 'onDropped'> {
  readonly onSent: (count: number, signal: TelemetrySignal) => void
  /** @param failure Absent when there was no room for it, so that it was never sent. */
  readonly onDropped: (count: number, failure: TelemetryFailure | undefined, signal: TelemetrySignal) => void
  readonly version: string
  /** How long data waits to be sent together. */
  readonly delayMs: { readonly traces: number; readonly metrics: number; readonly logs: number }
}

/** What the SDK was set up for. Absent: this signal is not sent. */
export interface Pipeline {
  readonly spans: { readonly origin: SpanOrigin; readonly add: (ended: RecordedSpan) => void } | undefined
  readonly histograms: Pick<Histograms, 'record' | 'series'> | undefined
  readonly emit: ((record: LogRecord) => void) | undefined
  /** Sends what waits, for at most so long, and stops. */
  close(ms: number): Promise<void>
}

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
  const scope = { name: scopeName, version: deps.version, schemaUrl: schemaUrls.scope }
  let logsWaiting = 0
  const senders: OtlpSender[] = []
  const providers: { shutdown(): Promise<void> }[] = []
  const routed = <T>(signal: TelemetrySignal, make: (sender: OtlpSender, protocol: TelemetryOn['protocol']) => T): T | undefined => {
    const route = telemetryRoute(config, signal)
    if (!route) return undefined
    const sender = new OtlpSender(route, {
      ...deps,
      onSent: (count) => deps.onSent(count, signal),
      onDropped: (count, failure) => deps.onDropped(count, failure, signal),
    })
    senders.push(sender)
    return make(sender, route.protocol)
  }
  const spans = routed('traces', (sender, protocol) => {
    const origin: SpanOrigin = { resource, instrumentationScope: scope }
    const options = {
      delayMs: deps.delayMs.traces,
      content: config.content,
      onDropped: (count: number) => deps.onDropped(count, undefined, 'traces'),
    }
    const queue = protocol === 'http/json' ? new SpanQueue(jsonSink(sender), options) : new SpanQueue(protobufSink(sender, origin), options)
    providers.push(queue)
    return { origin, add: (ended: RecordedSpan) => queue.add(ended) }
  })
  const histograms = routed('metrics', (sender, protocol) => {
    const measured = new Histograms(histogramKinds(), { resource, scope, now: deps.now })
    const exporter = metricExporter(sender, protocol)
    const watched: PushMetricExporter = {
      ...exporter,
      export: (metrics, done) =>
        exporter.export(metrics, (result) => {
          if (result.code !== 0) measured.lost(metrics)
          done(result)
        }),
    }
    const reader = new PeriodicExportingMetricReader({
      exporter: watched,
      exportIntervalMillis: deps.delayMs.metrics,
      exportTimeoutMillis: deps.delayMs.metrics,
    })
    providers.push(reader)
    reader.setMetricProducer(measured)
    return measured
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
    return provider.getLogger(scopeName, deps.version, { schemaUrl: schemaUrls.scope })
  })
  const emit = (record: LogRecord): void => {
    // The SDK's processor would drop it without a word.
    if (logsWaiting >= QUEUE_SIZE) return deps.onDropped(1, undefined, 'logs')
    logsWaiting++
    logger?.emit(record)
  }
  return {
    spans,
    histograms,
    emit: logger && emit,
    close: async (ms) => {
      senders.forEach((sender) => sender.end())
      const late = setTimeout(() => senders.forEach((sender) => sender.close()), ms)
      await Promise.allSettled(providers.map((provider) => provider.shutdown()))
      clearTimeout(late)
    },
  }
}

function histogramKinds(): readonly HistogramKind[] {
  const durations = Object.values(conventions).flatMap(({ duration }) => (duration ? [{ ...duration, unit: 's' }] : []))
  return [...durations, { ...tokenUsage, attributes: [...tokenUsage.attributes, tokenUsage.type] }]
}
