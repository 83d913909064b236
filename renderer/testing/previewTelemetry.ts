import { defaultTelemetry, type TelemetryStatus } from '../../shared/domain/telemetry/telemetry'

const endpoint = 'https://otel.atlas.example'
const { protocol, signals } = defaultTelemetry

/** Telemetry that a person has set, of which a part did not arrive. */
export const previewTelemetry: TelemetryStatus = {
  config: {
    state: 'on',
    endpoint,
    protocol,
    signals,
    content: false,
    headerNames: ['authorization'],
    hosts: [new URL(endpoint).host],
    setBy: 'settings',
  },
  settings: { ...defaultTelemetry, endpoint, headers: { authorization: { secret: 'telemetry-header-authorization' } } },
  counts: {
    sent: 1204,
    dropped: 12,
    lastSentAt: Date.now() - 40_000,
    lastError: { reason: 'partly', words: 'span too old: outside of the ingestion window of 24 h', at: Date.now() - 40_000 },
  },
}

/** Telemetry that is off, while the environment names a collector. */
export const previewTelemetryOffer: TelemetryStatus = {
  config: { state: 'off', why: 'notSet' },
  settings: defaultTelemetry,
  offered: { host: 'localhost:4318', variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  counts: { sent: 0, dropped: 0 },
}
