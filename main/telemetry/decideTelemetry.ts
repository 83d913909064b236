import {
  openTelemetryPolicy,
  type TelemetryDecision,
  type TelemetryOffer,
  type TelemetryOff,
  type TelemetryPolicy,
  type TelemetrySettings,
  type TelemetryWithheld,
} from '../../shared/domain/telemetry/telemetry'
import { telemetrySignals } from '../../shared/domain/telemetry/telemetrySignals'
import type { AppErrorData } from '../../shared/errors/appError'
import { endpointFault } from './endpointFault'
import type { OtelEnvironment, OtelRequest } from './readOtelEnvironment'
import type { OtelResource } from './readOtelResource'

export interface TelemetryFacts {
  readonly settings: TelemetrySettings
  readonly policy: TelemetryPolicy
  readonly environment: OtelEnvironment
  readonly resource: OtelResource
  /** On the command line, the environment counts. In a window, a person inherited it from wherever Parley was started, so it is offered. */
  readonly shell: 'window' | 'commandLine'
}

export interface TelemetryDecided {
  readonly config: TelemetryDecision
  readonly offer?: TelemetryOffer
}

/**
 * Pure: whether telemetry is sent, where to, and who says so. OTEL_SDK_DISABLED goes before everything, then a policy, then on the command
 * line the environment, then the settings.
 */
export function decideTelemetry(facts: TelemetryFacts): TelemetryDecided {
  const config = named(decide(facts), facts)
  const offer = config.state === 'off' && config.why === 'notSet' && facts.shell === 'window' ? offerOf(facts.environment) : undefined
  return { config, ...(offer && { offer }) }
}

/** Pure: what a policy takes away of what the settings or, on the command line, the environment ask for; undefined if nothing. */
export function withheldByPolicy(facts: TelemetryFacts): TelemetryWithheld | undefined {
  const asked = decide({ ...facts, policy: openTelemetryPolicy })
  if (asked.state === 'off') return undefined
  const { variable } = asked
  const withheld = (what: TelemetryWithheld['what']): TelemetryWithheld => ({ what, ...(variable !== undefined && { variable }) })
  const now = decide(facts)
  if (now.state === 'off') return now.why === 'policy' ? withheld('all') : undefined
  if (now.setBy === 'policy') return withheld('collector')
  return asked.content && !now.content ? withheld('content') : undefined
}

function decide({ settings, policy, environment, shell }: TelemetryFacts): TelemetryDecision {
  if (environment.disabled) return { state: 'off', why: 'disabled' }
  if (policy.off) return { state: 'off', why: 'policy' }
  const mayContent = !policy.contentOff
  if (policy.fixed)
    return { state: 'on', ...policy.fixed, content: policy.fixed.content && policy.fixed.signals.traces && mayContent, setBy: 'policy' }
  const { asks } = environment
  if (shell === 'commandLine' && asks) {
    const fault = requestFault(asks)
    if (fault) return invalid('environment', fault)
    if ('endpoint' in asks)
      return { state: 'on', ...asks, content: asks.content && asks.signals.traces && mayContent, setBy: 'environment' }
  }
  const { endpoint, protocol, signals, content, headers } = settings
  if (endpoint === undefined || !telemetrySignals.some((signal) => signals[signal])) return { state: 'off', why: 'notSet' }
  const fault = endpointFault(endpoint)
  if (fault) return invalid('settings', fault.toData())
  return { state: 'on', endpoint, protocol, signals, content: content && signals.traces && mayContent, headers, setBy: 'settings' }
}

/** Whoever runs a command may name it, except where a policy says what is sent: its collector hears the same name from everybody. */
function named(config: TelemetryDecision, { resource: { attributes, unread }, shell }: TelemetryFacts): TelemetryDecision {
  if (config.state === 'off' || config.setBy === 'policy' || shell !== 'commandLine') return config
  const isNamed = Object.keys(attributes).length > 0
  return { ...config, ...(isNamed && { resource: attributes }), ...(unread !== undefined && { unread }) }
}

function invalid(setBy: 'environment' | 'settings', fault: AppErrorData): TelemetryOff {
  return { state: 'off', why: 'invalid', setBy, fault }
}

function requestFault(asks: NonNullable<OtelEnvironment['asks']>): AppErrorData | undefined {
  if ('fault' in asks) return asks.fault
  const own = Object.values(asks.routes ?? {}).flatMap(({ url }) => (url === undefined ? [] : [url]))
  // Without a base address, the address of one signal names the collector, and may have a query.
  const fault = own.includes(asks.endpoint) ? undefined : endpointFault(asks.endpoint)
  return (fault ?? own.map((url) => endpointFault(url, 'whole')).find((found) => found !== undefined))?.toData()
}

/** Pure: what the environment asks for, where the settings can hold it: one collector for all signals. */
export function offeredRequest({ asks }: OtelEnvironment): OtelRequest | undefined {
  return asks && 'endpoint' in asks && !asks.routes && !requestFault(asks) ? asks : undefined
}

function offerOf(environment: OtelEnvironment): TelemetryOffer | undefined {
  const asks = offeredRequest(environment)
  return asks && { host: URL.parse(asks.endpoint)?.host ?? '', variable: asks.variable }
}
