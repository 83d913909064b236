import {
  defaultTelemetry,
  openTelemetryPolicy,
  type TelemetryPolicy,
  type TelemetrySettings,
} from '../../shared/domain/telemetry/telemetry'
import type { TelemetrySignal } from '../../shared/domain/telemetry/telemetrySignals'
import { canonicalJson } from '../../shared/lib/json'
import type { Policy, PolicySheet } from './policySheet'

type TelemetrySheet = NonNullable<PolicySheet['telemetry']>

/**
 * Pure: what a policy says of telemetry. Where several name a collector, it has to be the same one, sent to in the same way; if they differ,
 * neither is stricter, so nothing is sent. What is sent, all of them have to want.
 */
export function telemetryPolicy({ sheets }: Policy): TelemetryPolicy {
  const said = sheets.flatMap(({ telemetry }) => (telemetry ? [telemetry] : []))
  if (said.length === 0) return openTelemetryPolicy
  const contentOff = said.some(({ content }) => content === false)
  const routes = new Map(said.flatMap((one) => (one.endpoint === undefined ? [] : [[canonicalJson(routeOf(one, one.endpoint)), one]])))
  const [first] = routes.values()
  const off = said.some(({ allowed }) => allowed === false) || routes.size > 1
  if (off || first?.endpoint === undefined) return { off, contentOff }
  const fixing = said.filter(({ endpoint }) => endpoint !== undefined)
  const isSent = (signal: TelemetrySignal): boolean => fixing.every(({ signals }) => signals?.[signal] !== false)
  return {
    off,
    contentOff,
    fixed: {
      ...routeOf(first, first.endpoint),
      signals: { traces: isSent('traces'), metrics: isSent('metrics'), logs: isSent('logs') },
      content: fixing.every(({ content }) => content === true),
    },
  }
}

function routeOf({ protocol = defaultTelemetry.protocol, headers = {} }: TelemetrySheet, endpoint: string) {
  return { endpoint, protocol, headers }
}

/** Pure: the settings, with what the policy sets in their place. A header's plain value is no secret, so the settings have no place for it. */
export function fixTelemetry({ fixed }: TelemetryPolicy, chosen: TelemetrySettings): TelemetrySettings {
  if (!fixed) return chosen
  const secrets = Object.entries(fixed.headers).flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value] as const]))
  return { ...fixed, headers: Object.fromEntries(secrets) }
}

/** Pure: the sheet that says that users may not change where telemetry goes. */
export function fixesTelemetry({ sheets }: Policy): PolicySheet | undefined {
  return sheets.find(({ telemetry }) => telemetry?.allowed === false || telemetry?.endpoint !== undefined)
}

/** Pure: the sheet that says that nobody may send what people say and what tools return. */
export function forbidsTelemetryContent({ sheets }: Policy): PolicySheet | undefined {
  return sheets.find(({ telemetry }) => telemetry?.content === false)
}
