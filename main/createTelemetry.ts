import type { TelemetryInput } from '../shared/domain/telemetry/telemetry'
import type { Storage } from './createStorage'
import { loopbackFetch } from './net/loopbackFetch'
import { systemFetch } from './net/systemFetch'
import type { HostPorts } from './ports'
import { TelemetryConfigStore } from './telemetry/telemetryConfigStore'
import { TelemetrySettingsEditor } from './telemetry/telemetrySettingsEditor'
import { HostTelemetry } from './telemetry/hostTelemetry'
import { ServerAliases } from './telemetry/serverAliases'
import { readCallerTrace } from './telemetry/serverTraceContext'
import { testTelemetry } from './telemetry/testTelemetry'
import type { ServerRegistry } from './servers/serverRegistry'
import type { TemporaryStorage } from './temporary/temporaryStorage'
import { tickets } from './transport/trackingTransport'

export interface TelemetryParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly registry: ServerRegistry
  readonly temporary: TemporaryStorage
}

/** Creates the owner of what is in force for telemetry, and what edits and tests it. */
export function createTelemetry({ ports, storage, registry, temporary }: TelemetryParts, opened: AsyncDisposableStack) {
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
  const tools = { fetch: loopbackFetch(systemFetch(fetch)), now: () => clock.now() }
  const telemetry = opened.use(
    new HostTelemetry({
      config: telemetryConfig,
      version: ports.version,
      aliasOf: (serverId) => aliases.of(serverId),
      ...tools,
      sleep: (ms, signal) => clock.sleep(ms, signal),
      random: Math.random,
      requestSpan: () => tickets.getStore()?.span,
      withholdsContent: temporary.mayBeMeant,
      delayMs: { traces: 5_000, metrics: 60_000, logs: 5_000 },
      switchesOf: (serverId) => registry.list().servers.find(({ id }) => id === serverId),
      caller: shell === 'cli' ? readCallerTrace(environment) : undefined,
    }),
  )
  return {
    telemetry,
    telemetryConfig,
    telemetrySettings,
    testTelemetry: async (input: TelemetryInput | undefined, signal: AbortSignal) =>
      testTelemetry(input ? await telemetrySettings.draft(input, signal) : telemetryConfig.config(), tools, signal),
  }
}
