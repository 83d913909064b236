import type { Storage } from './createStorage'
import { systemFetch } from './net/systemFetch'
import type { HostPorts } from './ports'
import { TelemetryConfigStore } from './telemetry/telemetryConfigStore'
import { TelemetrySettingsEditor } from './telemetry/telemetrySettingsEditor'
import { testTelemetry } from './telemetry/testTelemetry'

export interface TelemetryParts {
  readonly ports: HostPorts
  readonly storage: Storage
}

/** Creates the owner of what is in force for telemetry, and what edits and tests it. */
export function createTelemetry({ ports, storage }: TelemetryParts, opened: AsyncDisposableStack) {
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
  const tools = { fetch: systemFetch(fetch), now: () => clock.now() }
  return {
    telemetryConfig,
    telemetrySettings,
    testTelemetry: (signal: AbortSignal) => testTelemetry(telemetryConfig.config(), tools, signal),
  }
}
