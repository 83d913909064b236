/** The three kinds of data that OTLP carries, as OpenTelemetry calls them. */
export const telemetrySignals = ['traces', 'metrics', 'logs'] as const
export type TelemetrySignal = (typeof telemetrySignals)[number]
