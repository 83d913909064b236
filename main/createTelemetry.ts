import type { TelemetryInput } from '../shared/domain/telemetry'
import type { Storage } from './createStorage'
import { systemFetch } from './net/systemFetch'
import type { HostPorts } from './ports'
import { TelemetryConfigStore } from './telemetry/telemetryConfigStore'
import { TelemetrySettingsEditor } from './telemetry/telemetrySettingsEditor'
import { HostTelemetry } from './telemetry/hostTelemetry'
import { parseTraceparent } from './telemetry/serverTraceContext'
import { ServerAliases } from './telemetry/serverAliases'
import { testTelemetry } from './telemetry/testTelemetry'
import type { ServerRegistry } from './servers/serverRegistry'
import type { CallerTrace } from './telemetry/otel/otelTelemetry'

export interface TelemetryParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly registry: ServerRegistry
}

/** Creates the owner of what is in force for telemetry, and what edits and tests it. */
export function createTelemetry({ ports, storage, registry }: TelemetryParts, opened: AsyncDisposableStack) {
  const { clock, shell, telemetryEnvironment: environment = {} } = ports
  const { settings, policy, vault } = storage
  const telemetryConfig = opened.use(
    new TelemetryConfigStore({ settings, policy, vault, environment, shell: shell === 'cli' ? 'commandLine' : 'window' }),
  )
  const telemetrySettings = new TelemetrySettingsEditor({
    settings,
    vault,
    mayChange: (content) => policy.mayChangeTelemetry(content),
  })
  const aliases = new ServerAliases(storage.database)
  const tools = { fetch: systemFetch(fetch), now: () => clock.now() }
  const telemetry = opened.use(
    new HostTelemetry({
      config: telemetryConfig,
      version: ports.version,
      aliasOf: (serverId) => aliases.of(serverId),
      ...tools,
      delayMs: { traces: 5_000, metrics: 60_000, logs: 5_000 },
      switchesOf: (serverId) => registry.list().servers.find(({ id }) => id === serverId),
      caller: shell === 'cli' ? callerTrace(environment) : undefined,
    }),
  )
  return {
    telemetry,
    telemetryConfig,
    telemetrySettings,
    testTelemetry: async (input: TelemetryInput | undefined, signal: AbortSignal) => {
      const config = telemetryConfig.config()
      return testTelemetry(input ? telemetrySettings.draft(input, config) : config, tools, signal)
    },
  }
}

/** Pure: the trace of whoever runs Parley for one command (OpenTelemetry, "Environment Variables as Context Propagation Carriers"). */
function callerTrace(environment: Readonly<Record<string, string | undefined>>): CallerTrace | undefined {
  const ids = parseTraceparent(environment['TRACEPARENT'])
  const tracestate = environment['TRACESTATE']
  // Longer than a receiver must take (W3C Trace Context, section 3.3.1.5), it is left out.
  const isUsable = tracestate !== undefined && tracestate !== '' && tracestate.length <= 512 && /^[ -~]*$/.test(tracestate)
  return ids && { traceId: ids.traceId, spanId: ids.spanId, ...(isUsable && { tracestate }) }
}
