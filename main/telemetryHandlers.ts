import type { TelemetryInput, TelemetryTest } from '../shared/domain/telemetry/telemetry'
import type { Handlers } from './rpc/dispatch'
import type { HostTelemetry } from './telemetry/hostTelemetry'
import { sampleTelemetry } from './telemetry/sampleTelemetry'
import type { TelemetryConfigStore } from './telemetry/telemetryConfigStore'
import type { TelemetrySettingsEditor } from './telemetry/telemetrySettingsEditor'

/** The owners of what is told to telemetry, and of whether anything is. */
export interface TelemetryOwners {
  readonly telemetry: HostTelemetry
  readonly telemetryConfig: TelemetryConfigStore
  readonly telemetrySettings: TelemetrySettingsEditor
  readonly testTelemetry: (input: TelemetryInput | undefined, signal: AbortSignal) => Promise<readonly TelemetryTest[]>
}

type TelemetryHandlers = Pick<Handlers, Extract<keyof Handlers, `telemetry.${string}`>>

/** Returns the handlers of the calls about telemetry. */
export function telemetryHandlers({ telemetry, telemetryConfig, telemetrySettings, testTelemetry }: TelemetryOwners): TelemetryHandlers {
  // What changes telemetry returns when what comes next is sent, or no longer, and when the topic says so.
  const inForce = async (changed: Promise<void>, signal: AbortSignal): Promise<void> => {
    await changed
    await telemetryConfig.settled(signal)
    await telemetry.settled()
  }
  return {
    'telemetry.set': (input, signal) => inForce(telemetrySettings.set(input, signal), signal),
    'telemetry.turnOff': (_input, signal) => inForce(telemetrySettings.turnOff(signal), signal),
    'telemetry.answerOffer': async ({ send }, signal) =>
      send ? inForce(telemetrySettings.take(telemetryConfig.offered(), signal), signal) : telemetryConfig.decline(),
    'telemetry.test': ({ input }, signal) => testTelemetry(input, signal),
    'telemetry.sample': async ({ content }) => sampleTelemetry(content),
  }
}
