import {
  telemetryRoute,
  type TelemetryConfig,
  type TelemetryFailure,
  type TelemetryRoute,
  type TelemetryTest,
} from '../../shared/domain/telemetry/telemetry'
import { telemetrySignals } from '../../shared/domain/telemetry/telemetrySignals'
import type { FetchLike } from '@modelcontextprotocol/client'

/** As long as an exporter waits by default (OTEL_EXPORTER_OTLP_TIMEOUT). */
const WAITS_MS = 10_000
const resources = { traces: 'resourceSpans', metrics: 'resourceMetrics', logs: 'resourceLogs' } as const

/**
 * Sends a request with nothing in it for each signal that is on, and says how each ended. A request without data is a valid one, and a
 * collector answers it with 200 (OTLP 1.x, "OTLP/HTTP Response"). Redirects are not followed: the headers are for this host alone.
 */
export async function testTelemetry(
  config: TelemetryConfig,
  { fetch, now }: { readonly fetch: FetchLike; readonly now: () => number },
  signal: AbortSignal,
): Promise<readonly TelemetryTest[]> {
  const routes = telemetrySignals.flatMap((name) => {
    const route = telemetryRoute(config, name)
    return route ? [{ name, route }] : []
  })
  const tests = routes.map(async ({ name, route }): Promise<TelemetryTest> => {
    const failure = await failureOf(route, JSON.stringify({ [resources[name]]: [] }))
    return { signal: name, ...(failure && { failure: { ...failure, at: now() } }) }
  })
  const done = await Promise.all(tests)
  signal.throwIfAborted()
  return done

  async function failureOf({ url, protocol, headers }: TelemetryRoute, json: string): Promise<Omit<TelemetryFailure, 'at'> | undefined> {
    const late = AbortSignal.timeout(WAITS_MS)
    const isJson = protocol === 'http/json'
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': isJson ? 'application/json' : 'application/x-protobuf' },
        // An empty message of protobuf has no bytes.
        body: isJson ? json : new Uint8Array(),
        redirect: 'manual',
        signal: AbortSignal.any([signal, late]),
      })
      await answer.body?.cancel()
      return answer.ok ? undefined : { reason: 'refused', status: answer.status }
    } catch {
      // Which of the many ways a network fails does not matter to the person: the address is reached or it is not.
      return { reason: late.aborted ? 'tooSlow' : 'unreachable' }
    }
  }
}
