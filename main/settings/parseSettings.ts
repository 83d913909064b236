import { findNodeAtLocation, type Node } from 'jsonc-parser'
import * as z from 'zod'
import { DesktopSettings } from '../../shared/domain/desktop/desktopState'
import { LimitSettings } from '../../shared/domain/defaultLimits'
import { ProviderConfig } from '../../shared/domain/models/modelProvider'
import { IdentityProvider, SignInSettings } from '../../shared/domain/serverAuth'
import { Appearance, SecretsSettings, type Settings } from '../../shared/domain/settings'
import {
  defaultTelemetry,
  TelemetryEndpoint,
  TelemetryHeaders,
  TelemetryProtocol,
  TelemetrySignals,
} from '../../shared/domain/telemetry/telemetry'
import { isRecord } from '../../shared/lib/json'
import { zodIssueMessage } from '../lib/zodIssueMessage'
import type { Message } from '../../shared/i18n/message'

type Path = (string | number)[]

/** An unusable value and its position in the text. */
export interface SettingFault {
  readonly path: string
  readonly issue: Message
  readonly offset: number
}

const noSignals: TelemetrySignals = { traces: false, metrics: false, logs: false }
/** The words of the section. Another one is told: a misspelt one would have no effect on what is sent. */
const telemetryWords = z
  .strictObject({ endpoint: z.unknown(), protocol: z.unknown(), signals: z.unknown(), content: z.unknown(), headers: z.unknown() })
  .partial()

/** Pure: parses `settings.json`. An unusable value is reported as a fault, and its default is used. All other values stay valid. */
export function parseSettings(
  value: unknown,
  tree: Node | undefined,
): { readonly settings: Settings; readonly faults: readonly SettingFault[] } {
  const faults: SettingFault[] = []
  const at = (path: Path): number => (tree && findNodeAtLocation(tree, path)?.offset) ?? 0
  const read = <T>(schema: z.ZodType<T>, path: Path, found: unknown): T | undefined => {
    if (found === undefined) return undefined
    const parsed = schema.safeParse(found, { reportInput: true })
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    const where = [...path, ...(issue?.path.map(String) ?? [])]
    faults.push({ path: where.join(' → '), issue: zodIssueMessage(issue), offset: at(path) })
    return undefined
  }
  const section = (holder: unknown, path: Path): Readonly<Record<string, unknown>> =>
    read(z.record(z.string(), z.unknown()), path, isRecord(holder) ? holder[String(path.at(-1))] : undefined) ?? {}

  const models = section(value, ['models'])
  const appearance = section(value, ['appearance'])
  const desktop = section(value, ['desktop'])
  const limits = section(value, ['limits'])
  const signIn = section(value, ['signIn'])
  const telemetry = section(value, ['telemetry'])
  const listed = read(z.array(z.unknown()), ['models', 'providers'], models['providers']) ?? []
  const providers = listed
    .map((provider, index) => read(ProviderConfig, ['models', 'providers', index], provider))
    .filter((provider) => provider !== undefined)
  const chosen = read(z.string(), ['models', 'default'], models['default'])
  const favourites = read(z.array(z.string().max(301)).max(1000), ['models', 'favourites'], models['favourites'])
  const titles = read(z.string(), ['models', 'titles'], models['titles'])
  const knownLimits = LimitSettings.keyof().options.map((name) => [name, read(LimitSettings.shape[name], ['limits', name], limits[name])])

  const clientMetadataUrl = read(SignInSettings.shape.clientMetadataUrl, ['signIn', 'clientMetadataUrl'], signIn['clientMetadataUrl'])
  const keep = read(SecretsSettings.shape.keep, ['secrets', 'keep'], section(value, ['secrets'])['keep'])
  const endpoint = read(TelemetryEndpoint, ['telemetry', 'endpoint'], telemetry['endpoint'])
  // A value that cannot be used sends less, never more.
  const signals = read(TelemetrySignals.partial(), ['telemetry', 'signals'], telemetry['signals'] ?? {}) ?? noSignals
  read(telemetryWords, ['telemetry'], telemetry)
  const idp = read(IdentityProvider, ['signIn', 'idp'], signIn['idp'])

  const settings: Settings = {
    models: {
      providers,
      ...(chosen !== undefined && { default: chosen }),
      ...(favourites && { favourites }),
      ...(titles !== undefined && { titles }),
    },
    appearance: Appearance.parse({
      language: read(Appearance.shape.language, ['appearance', 'language'], appearance['language']),
      theme: read(Appearance.shape.theme, ['appearance', 'theme'], appearance['theme']),
      textSize: read(Appearance.shape.textSize, ['appearance', 'textSize'], appearance['textSize']),
    }),
    notifications: read(z.boolean(), ['notifications'], isRecord(value) ? value['notifications'] : undefined) ?? false,
    automaticSummaries: read(z.boolean(), ['automaticSummaries'], isRecord(value) ? value['automaticSummaries'] : undefined) ?? false,
    desktop: DesktopSettings.parse({
      tray: read(DesktopSettings.shape.tray, ['desktop', 'tray'], desktop['tray']),
      keepRunning: read(DesktopSettings.shape.keepRunning, ['desktop', 'keepRunning'], desktop['keepRunning']),
      quickWindow: read(DesktopSettings.shape.quickWindow, ['desktop', 'quickWindow'], desktop['quickWindow']),
    }),
    signIn: { ...(clientMetadataUrl !== undefined && { clientMetadataUrl }), ...(idp && { idp }) },
    secrets: { ...(keep && { keep }) },
    telemetry: {
      ...(endpoint !== undefined && { endpoint }),
      protocol: read(TelemetryProtocol, ['telemetry', 'protocol'], telemetry['protocol']) ?? defaultTelemetry.protocol,
      signals: { traces: signals.traces ?? true, metrics: signals.metrics ?? true, logs: signals.logs ?? true },
      content: read(z.boolean(), ['telemetry', 'content'], telemetry['content']) ?? defaultTelemetry.content,
      headers: read(TelemetryHeaders, ['telemetry', 'headers'], telemetry['headers']) ?? defaultTelemetry.headers,
    },
    limits: LimitSettings.parse(Object.fromEntries(knownLimits.filter(([, limit]) => limit !== undefined))),
  }
  return { settings, faults }
}
