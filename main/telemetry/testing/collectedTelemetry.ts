import { OtelTelemetry } from '../otel/otelTelemetry'
import type { Telemetry } from '../telemetry'
import { OtlpReceiver, type ReceivedSpan } from './otlpReceiver'

/** Real telemetry to a collector of this test, for owners that tell of their work. */
export async function collectedTelemetry({ content }: { readonly content: boolean }) {
  const receiver = await OtlpReceiver.start()
  const telemetry = new OtelTelemetry(
    {
      state: 'on',
      endpoint: receiver.endpoint,
      protocol: 'http/json',
      signals: { traces: true, metrics: true, logs: true },
      content,
      headers: {},
      setBy: 'settings',
    },
    {
      fetch: (url, init) => fetch(url, init),
      now: () => 0,
      sleep: () => Promise.resolve(),
      random: () => 0.5,
      version: '0.0.0',
      delayMs: { traces: 60_000, metrics: 60_000, logs: 60_000 },
      switchesOf: () => undefined,
      caller: undefined,
      onSent: () => undefined,
      onDropped: () => undefined,
    },
  )
  return {
    telemetry: telemetry satisfies Telemetry,
    /** Sends what waits, and returns all spans. */
    async spans(): Promise<readonly ReceivedSpan[]> {
      await telemetry.close(5_000)
      return receiver.spans()
    },
    /** Everything that was sent. */
    text: () => receiver.text,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}
