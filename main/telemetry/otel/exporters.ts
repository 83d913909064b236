import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  type ISerializer,
} from '@opentelemetry/otlp-transformer'
import type { LogRecordExporter } from '@opentelemetry/sdk-logs'
import type { PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics'
import type { TelemetryProtocol } from '../../../shared/domain/telemetry/telemetry'
import type { OtlpSender } from './otlpSender'

type Done = Parameters<LogRecordExporter['export']>[1]
const nothing = (): Promise<void> => Promise.resolve()

/** An exporter of the SDK that sends over Parley's own network layer, with its proxies and certificates. */
export function logExporter(sender: OtlpSender, protocol: TelemetryProtocol): LogRecordExporter {
  const serializer = protocol === 'http/json' ? JsonLogsSerializer : ProtobufLogsSerializer
  return {
    export: (logs, done) => send(sender, serializer, { items: logs, count: logs.length }, done),
    shutdown: nothing,
    forceFlush: nothing,
  }
}

/** Without a measurement nothing is sent, so that an idle Parley stays idle. */
export function metricExporter(sender: OtlpSender, protocol: TelemetryProtocol): PushMetricExporter {
  const serializer = protocol === 'http/json' ? JsonMetricsSerializer : ProtobufMetricsSerializer
  return {
    export: (metrics, done) => {
      const count = pointsIn(metrics)
      if (count === 0) return done({ code: 0 })
      send(sender, serializer, { items: metrics, count }, done)
    },
    shutdown: nothing,
    forceFlush: nothing,
  }
}

function pointsIn({ scopeMetrics }: ResourceMetrics): number {
  return scopeMetrics.reduce((sum, { metrics }) => sum + metrics.reduce((points, { dataPoints }) => points + dataPoints.length, 0), 0)
}

function send<T>(sender: OtlpSender, serializer: ISerializer<T, unknown>, { items, count }: { items: T; count: number }, done: Done): void {
  const body = serializer.serializeRequest(items)
  if (!body) return done({ code: 1 })
  const batch = { body, count, readAnswer: (bytes: Uint8Array) => serializer.deserializeResponse(bytes) }
  const deliver = async (): Promise<void> => done({ code: (await sender.send(batch)) ? 0 : 1 })
  void deliver()
}
