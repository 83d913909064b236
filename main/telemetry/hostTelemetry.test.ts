import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import type { TelemetryOn } from '../../shared/domain/telemetry/telemetry'
import { HostTelemetry } from './hostTelemetry'

const config: TelemetryOn = {
  state: 'on',
  endpoint: 'https://otel.test',
  protocol: 'http/json',
  signals: { traces: true, metrics: true, logs: false },
  content: false,
  headers: {},
  setBy: 'environment',
}

// Metrics that arrived took the word from traces that were refused, and the command said nothing of them.
it('a signal that arrives does not end the failure of another one', async () => {
  const refused = Promise.withResolvers<void>()
  const telemetry = new HostTelemetry({
    config: { config: () => config, changes: { subscribe: () => () => undefined } },
    fetch: async (url) => {
      if (String(url).endsWith('/v1/traces')) return new Response('{}', { status: 401 })
      await refused.promise
      return new Response('{}')
    },
    now: () => 1,
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    version: '1.2.3',
    aliasOf: String,
    delayMs: { traces: 60_000, metrics: 60_000, logs: 60_000 },
    switchesOf: () => undefined,
    caller: undefined,
  })
  await telemetry.settled()
  telemetry.changes.subscribe(() => refused.resolve())
  telemetry.begin('request', { serverId: ServerId.parse('weather'), method: 'tools/list' }).end({})
  await telemetry[Symbol.asyncDispose]()
  expect(telemetry.counts()).toMatchObject({ sent: 1, dropped: 1, lastError: { reason: 'refused', status: 401 } })
})
