import * as z from 'zod'
import type { AppErrorData } from '../../errors/appError'
import type { ConfigValue } from '../configValue'
import type { TelemetrySignal } from './telemetrySignals'

/** How data is encoded on the way to a collector. Parley does not speak `grpc`. */
export const TelemetryProtocol = z.enum(['http/protobuf', 'http/json'])
export type TelemetryProtocol = z.infer<typeof TelemetryProtocol>

/** How much a collector's address, its headers and each of their values may be, wherever they come from. */
export const ENDPOINT_CHARACTERS = 2000
export const MOST_HEADERS = 20
export const HEADER_VALUE_CHARACTERS = 8000

/** The base address of a collector. `/v1/traces`, `/v1/metrics` and `/v1/logs` follow it. */
export const TelemetryEndpoint = z.url({ protocol: /^https?$/ }).max(ENDPOINT_CHARACTERS)

/** Which signals are sent. */
export const TelemetrySignals = z.strictObject({ traces: z.boolean(), metrics: z.boolean(), logs: z.boolean() })
export type TelemetrySignals = z.infer<typeof TelemetrySignals>

/** RFC 9110, section 5.1, in lower case, without those that describe the request itself, which are not for anybody to set. */
export const TelemetryHeaderName = z
  .string()
  .max(200)
  .regex(/^(?!(?:content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$)[\w!#$%&'*+.^`|~-]+$/i)
  .toLowerCase()

/** The headers of each request, by name. The values are secrets in the vault. */
export const TelemetryHeaders = z.record(TelemetryHeaderName, z.object({ secret: z.string().min(1).max(200) }))
export type TelemetryHeaders = z.infer<typeof TelemetryHeaders>

/** `"telemetry"` in `settings.json`. Without an endpoint nothing is sent. */
export interface TelemetrySettings {
  readonly endpoint?: string
  readonly protocol: TelemetryProtocol
  readonly signals: TelemetrySignals
  /** Whether the words of a conversation, arguments and results are sent too. */
  readonly content: boolean
  readonly headers: TelemetryHeaders
}

export const defaultTelemetry: TelemetrySettings = {
  protocol: 'http/protobuf',
  signals: { traces: true, metrics: true, logs: true },
  content: false,
  headers: {},
}

/** Where one signal goes. `url` is used exactly as it is. Header names are lower case. */
export interface TelemetryRoute {
  readonly url: string
  readonly protocol: TelemetryProtocol
  readonly headers: Readonly<Record<string, string>>
}

export type TelemetrySetBy = 'settings' | 'policy' | 'environment'

/**
 * What is in force. `why` is 'invalid' when what counts cannot be used, such as an address without `https`; then nothing is sent, and `fault`
 * says why. Read where a signal goes with `telemetryRoute`.
 */
export type TelemetryConfig = TelemetryOff | TelemetryOn

export type TelemetryOff =
  | { readonly state: 'off'; readonly why: 'notSet' | 'policy' | 'disabled' }
  | { readonly state: 'off'; readonly why: 'invalid'; readonly setBy: TelemetrySetBy; readonly fault: AppErrorData }

export interface TelemetryOn {
  readonly state: 'on'
  /** The base address. It names the collector to a person. */
  readonly endpoint: string
  readonly protocol: TelemetryProtocol
  readonly signals: TelemetrySignals
  readonly content: boolean
  /** With their values. They never leave the host. */
  readonly headers: Readonly<Record<string, string>>
  readonly setBy: TelemetrySetBy
  /** The variable that names the collector, when the environment does. */
  readonly variable?: string
  /** How the environment of a command names what sends: attributes of the resource, such as `service.name`. */
  readonly resource?: Readonly<Record<string, string>>
  /** The variable of which nothing could be used. */
  readonly unread?: string
  /** What the environment says of one signal alone, such as OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. */
  readonly routes?: { readonly [Signal in TelemetrySignal]?: Partial<TelemetryRoute> }
}

/** A `TelemetryConfig` before the vault was asked: a header's value may be the name of a secret. */
export type TelemetryDecision = TelemetryOff | (Omit<TelemetryOn, 'headers'> & { readonly headers: Readonly<Record<string, ConfigValue>> })

/** What a policy says of telemetry. */
export interface TelemetryPolicy {
  /** Nothing may be sent. */
  readonly off: boolean
  /** What people say and what tools return may not be sent. */
  readonly contentOff: boolean
  /** Where everybody sends to, whatever they choose. */
  readonly fixed?: Pick<TelemetryOn, 'endpoint' | 'protocol' | 'signals' | 'content'> & {
    readonly headers: Readonly<Record<string, ConfigValue>>
  }
}

export const openTelemetryPolicy: TelemetryPolicy = { off: false, contentOff: false }

/** Pure: where a signal goes; undefined when it is not sent. */
export function telemetryRoute(config: TelemetryConfig, signal: TelemetrySignal): TelemetryRoute | undefined {
  if (config.state === 'off' || !config.signals[signal]) return undefined
  const { url, protocol, headers } = config.routes?.[signal] ?? {}
  return {
    url: url ?? `${config.endpoint.replace(/\/$/, '')}/v1/${signal}`,
    protocol: protocol ?? config.protocol,
    headers: headers ?? config.headers,
  }
}

/** Why data did not arrive. */
export interface TelemetryFailure {
  /** 'refused': with `status`. 'partly': the collector took the rest, and may have said why in `words`. */
  readonly reason: 'unreachable' | 'tooSlow' | 'refused' | 'partly'
  readonly status?: number
  /** In the collector's own words: a stranger's text, cut and without secrets. */
  readonly words?: string
  readonly at: number
}

/** How many spans, measurements and log records were sent and dropped since Parley started. */
export interface TelemetryCounts {
  readonly sent: number
  readonly dropped: number
  readonly lastSentAt?: number
  /** Something arrived at the address that is in force. */
  readonly isReached?: true
  /** Why the last batch of a signal did not arrive. Absent once a later one of that signal did. */
  readonly lastError?: TelemetryFailure
}

export const noTelemetryCounts: TelemetryCounts = { sent: 0, dropped: 0 }

/** A `TelemetryConfig` as a page sees it: headers by name only, and `hosts` with every host that gets something. */
export type TelemetryConfigView =
  | TelemetryOff
  | (Omit<TelemetryOn, 'headers' | 'routes' | 'resource'> & { readonly headerNames: readonly string[]; readonly hosts: readonly string[] })

/** What a policy takes away of what somebody asked for: all of it, what people say and what tools return, or the collector. */
export interface TelemetryWithheld {
  readonly what: 'all' | 'content' | 'collector'
  /** The variable that names the collector. Absent: the settings do. */
  readonly variable?: string
}

/** The value of the topic `telemetry`. */
export interface TelemetryStatus {
  readonly config: TelemetryConfigView
  /** What the person set. It may differ from `config`, for example under a policy. */
  readonly settings: TelemetrySettings
  /** A collector that Parley's environment names, and that nobody answered yet. */
  readonly offered?: TelemetryOffer
  readonly withheld?: TelemetryWithheld
  readonly counts: TelemetryCounts
}

/** What the environment asks for. It is used only after a person agreed. */
export interface TelemetryOffer {
  /** The host, for a person: "otel.example.com:4318". */
  readonly host: string
  /** The variable that names it: "OTEL_EXPORTER_OTLP_ENDPOINT". */
  readonly variable: string
}

/** One span, measurement or log record, as the page shows what would be sent. */
export interface TelemetrySampleRow {
  readonly signal: TelemetrySignal
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

/** How the test of one signal's address ended. Without `failure`: the collector took it. */
export interface TelemetryTest {
  readonly signal: TelemetrySignal
  readonly failure?: TelemetryFailure
}

/** What the person sets. A header without a value keeps the one that is in the vault. */
export const TelemetryInput = z.object({
  endpoint: TelemetryEndpoint,
  protocol: TelemetryProtocol,
  signals: TelemetrySignals,
  content: z.boolean(),
  headers: z.array(z.object({ name: TelemetryHeaderName, value: z.string().max(HEADER_VALUE_CHARACTERS).optional() })).max(MOST_HEADERS),
})
export type TelemetryInput = z.infer<typeof TelemetryInput>
