import {
  HEADER_VALUE_CHARACTERS,
  MOST_HEADERS,
  TelemetryProtocol,
  TelemetryHeaderName,
  type TelemetryOn,
  type TelemetryRoute,
} from '../../shared/domain/telemetry/telemetry'
import { telemetrySignals, type TelemetrySignal } from '../../shared/domain/telemetry/telemetrySignals'
import { AppError, type AppErrorData } from '../../shared/errors/appError'

export type Environment = Readonly<Record<string, string | undefined>>

/** What the variables ask for. `variable` is the one that names the collector. */
export type OtelRequest = Omit<TelemetryOn, 'state' | 'setBy'> & { readonly variable: string }

export interface OtelEnvironment {
  /** OTEL_SDK_DISABLED: nothing is sent, whoever wants it. */
  readonly disabled: boolean
  /** Undefined while no variable names a collector. */
  readonly asks?: OtelRequest | { readonly variable: string; readonly fault: AppErrorData }
}

const CAPTURES_CONTENT = ['true', 'span_only', 'event_only', 'span_and_event']

/**
 * Pure: what the variables of OpenTelemetry ask for. An empty variable counts as unset, and a variable of one signal goes before the general
 * one. Unlike an SDK, Parley takes no address for granted: without one, nothing is asked for.
 * Source: OpenTelemetry, "Environment Variable Specification" and "OpenTelemetry Protocol Exporter".
 */
export function readOtelEnvironment(environment: Environment): OtelEnvironment {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined
  const of = (signal: TelemetrySignal, what: string) => named(value, `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${what}`)
  const general = (what: string) => named(value, `OTEL_EXPORTER_OTLP_${what}`)
  const disabled = value('OTEL_SDK_DISABLED')?.toLowerCase() === 'true'
  const base = general('ENDPOINT')
  const wanted = telemetrySignals.filter((signal) => isExported(value(`OTEL_${signal.toUpperCase()}_EXPORTER`)))
  const sent = wanted.flatMap((signal) => {
    const address = of(signal, 'ENDPOINT') ?? base
    return address ? [{ signal, address, isOwn: address !== base }] : []
  })
  const [first] = sent
  if (!first) return { disabled }
  const { variable } = base ?? first.address
  try {
    const endpoint = base?.value ?? baseOf(first.address.value, first.signal)
    const protocol = protocolOf(general('PROTOCOL'))
    const headers = headersOf(general('HEADERS'))
    const routes = sent.map(({ signal, address, isOwn }) => [
      signal,
      {
        ...(isOwn && address.value !== joined(endpoint, signal) && { url: address.value }),
        ...ownOf(of(signal, 'PROTOCOL'), (found) => ({ protocol: protocolOf(found) })),
        ...ownOf(of(signal, 'HEADERS'), (found) => ({ headers: headersOf(found) })),
      } satisfies Partial<TelemetryRoute>,
    ])
    const ownRoutes = routes.filter(([, route = {}]) => Object.keys(route).length > 0)
    const isSent = (signal: TelemetrySignal): boolean => sent.some((one) => one.signal === signal)
    return {
      disabled,
      asks: {
        variable,
        endpoint,
        protocol,
        signals: { traces: isSent('traces'), metrics: isSent('metrics'), logs: isSent('logs') },
        content: CAPTURES_CONTENT.includes(value('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT')?.toLowerCase() ?? ''),
        headers,
        ...(ownRoutes.length > 0 && { routes: Object.fromEntries(ownRoutes) }),
      },
    }
  } catch (thrown) {
    return { disabled, asks: { variable, fault: AppError.from(thrown).toData() } }
  }
}

interface Named {
  readonly variable: string
  readonly value: string
}

function named(value: (name: string) => string | undefined, variable: string): Named | undefined {
  const found = value(variable)
  return found === undefined ? undefined : { variable, value: found }
}

function ownOf<T extends object>(found: Named | undefined, read: (found: Named) => T): T | Record<never, never> {
  return found ? read(found) : {}
}

/** `otlp` is what an SDK exports to by default. Parley has no other exporter. */
function isExported(exporters: string | undefined): boolean {
  return (exporters ?? 'otlp').split(',').some((name) => name.trim().toLowerCase() === 'otlp')
}

/** The base address whose path for this signal it is, or else the address itself. */
function baseOf(address: string, signal: TelemetrySignal): string {
  const end = `/v1/${signal}`
  return address.endsWith(end) ? address.slice(0, -end.length) : address
}

function joined(endpoint: string, signal: TelemetrySignal): string {
  return `${endpoint.replace(/\/$/, '')}/v1/${signal}`
}

function protocolOf(found: Named | undefined): TelemetryProtocol {
  if (!found) return 'http/protobuf'
  const parsed = TelemetryProtocol.safeParse(found.value)
  if (parsed.success) return parsed.data
  const params = { variable: found.variable, protocol: found.value.slice(0, 40) }
  throw new AppError('INVALID_INPUT', { reason: 'telemetry.protocol', params })
}

/** A list as in W3C Baggage, without properties: `name=value,name2=value2`. Values are percent-encoded. */
function headersOf(found: Named | undefined): Readonly<Record<string, string>> {
  const parts = found?.value.split(',').filter((part) => part.trim() !== '') ?? []
  if (parts.length > MOST_HEADERS) throw tooLarge(found)
  const headers = parts.map((part) => {
    const at = part.indexOf('=')
    const name = TelemetryHeaderName.safeParse(part.slice(0, Math.max(at, 0)).trim())
    const value = decoded(part.slice(at + 1).trim())
    // What the variable says is a secret, so the message names the variable alone.
    if (!name.success || value === undefined || !isHeaderValue(value))
      throw new AppError('INVALID_INPUT', { reason: 'telemetry.badHeaders', params: { variable: found?.variable ?? '' } })
    if (value.length > HEADER_VALUE_CHARACTERS) throw tooLarge(found)
    return [name.data, value] as const
  })
  return Object.fromEntries(headers)
}

function tooLarge(found: Named | undefined): AppError {
  const params = { variable: found?.variable ?? '', most: MOST_HEADERS, characters: HEADER_VALUE_CHARACTERS }
  return new AppError('INVALID_INPUT', { reason: 'telemetry.largeHeaders', params })
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (thrown) {
    if (thrown instanceof URIError) return undefined
    throw thrown
  }
}

/** Pure: whether a text can be the value of a header: visible characters, spaces and tabs (RFC 9110, section 5.5). */
export function isHeaderValue(text: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text)
}
