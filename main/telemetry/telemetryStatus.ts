import { telemetryRoute } from '../../shared/domain/telemetry/telemetry'
import { telemetrySignals } from '../../shared/domain/telemetry/telemetrySignals'
import type { Settings } from '../../shared/domain/settings'
import type { TelemetryConfig, TelemetryConfigView, TelemetryCounts, TelemetryStatus } from '../../shared/domain/telemetry/telemetry'
import type { TelemetryConfigStore } from './telemetryConfigStore'

export interface TelemetryStatusFacts {
  readonly telemetryConfig: Pick<TelemetryConfigStore, 'config' | 'offer' | 'withheld'>
  readonly settings: { settings(): Settings }
  readonly counts: TelemetryCounts
}

/** The topic `telemetry`: what is in force without the values of headers, what the person set, what is offered, and what was sent. */
export function telemetryStatus({ telemetryConfig, settings, counts }: TelemetryStatusFacts): TelemetryStatus {
  const offered = telemetryConfig.offer()
  const withheld = telemetryConfig.withheld()
  return {
    config: configView(telemetryConfig.config()),
    settings: settings.settings().telemetry,
    ...(offered && { offered }),
    ...(withheld && { withheld }),
    counts,
  }
}

function configView(config: TelemetryConfig): TelemetryConfigView {
  if (config.state === 'off') return config
  const { headers, routes: _routes, resource: _resource, ...shown } = config
  const hosts = telemetrySignals.flatMap((signal) => URL.parse(telemetryRoute(config, signal)?.url ?? '')?.host ?? [])
  return { ...shown, headerNames: Object.keys(headers).toSorted(), hosts: [...new Set(hosts)] }
}
