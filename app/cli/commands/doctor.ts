import type { ConnectionState, Evidence, Negotiation, ProcessExit, ReadyState } from '../../../shared/domain/connectionState'
import { launchLine } from '../../../shared/domain/launch/launchLine'
import type { Launch, ServerConfig, ServerList } from '../../../shared/domain/server'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'
import { errorText } from '../../../shared/i18n/errorText'
import { plainName } from '../../../shared/lib/confusableNames'
import { isUnencrypted } from '../../../shared/lib/isUnencrypted'
import type { Message } from '../../../shared/i18n/message'
import type { Translator } from '../../../shared/i18n/translator'
import { extensionDeclaredBy, extensionRows, type ExtensionRow } from '../../../shared/domain/extensions/extensionRows'
import { speakableExtensions, spokenExtensions } from '../../../shared/domain/extensions/extension'
import type { ExtensionDecision } from '../../../shared/domain/extensions/decideExtension'
import { deprecatedFeatures, deprecatedFeaturesOf, type OfferedDeprecation } from '../../../shared/protocol/deprecatedFeatures'
import { describeNegotiation } from '../../../shared/protocol/describeNegotiation'
import { versionsOf } from '../../../shared/protocol/protocolChoice'
import { exitCodes, exitCodeOf, startExitCode, type ExitCode } from '../exitCodes'
import { noServer, serverNamed, type CliHost } from '../openCliHost'
import { errorJson, sayIn, table, type Output } from '../output'
import { escapeForTerminal } from '../escapeForTerminal'
import type { Command } from '../readCommand'
import { startAndSee } from '../startServers'

/** One result of a check. A 'remark' is not an error of the connection, but worth knowing. */
interface Finding {
  readonly check:
    | 'configured'
    | 'entry'
    | 'program'
    | 'address'
    | 'enabled'
    | 'ready'
    | 'protocol'
    | 'transport'
    | 'identity'
    | 'abilities'
    | 'deprecated'
    | 'replaced'
    | 'extension'
    | 'offers'
    | 'skipped'
    | 'lists'
    | 'instructions'
    | 'start'
    | 'path'
    | 'ended'
    | 'printed'
  readonly verdict: 'fine' | 'remark' | 'fault'
  /** A plain string if the text is not Parley's: a command, a name, printed output. */
  readonly detail: string | Message | AppErrorData
  readonly hint?: Message
  /** Of an extension, for programs. */
  readonly extension?: {
    readonly id: string
    readonly declaredByServer: boolean
    readonly declaredByParley: boolean
    /** Who decided about Parley's part; null where Parley has no code for it with this server. */
    readonly decidedBy: ExtensionDecision['by'] | null
  }
}

/** Starts one server and reports for each step what works, what is unusual, and how to fix a failure. */
export async function doctor(
  host: CliHost,
  command: Extract<Command, { name: 'doctor' }>,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const serverId = await serverNamed(host, command.server)
  const { servers, lookAlikes } = await host.client.until('servers', () => true, signal)
  const definition = servers.find(({ id }) => id === serverId)
  if (!definition) throw noServer(command.server, servers)
  const { findings, exitCode, negotiation } = await examine(host, told(definition, lookAlikes), output, signal)
  output.result({ server: serverId, ...(negotiation && { negotiation }), findings: findings.map(forPrograms) }, () =>
    asText(findings, output.translator),
  )
  return exitCode
}

/** The definition with what there is to say of its name, beside what there is to say of its entry. */
function told(definition: ServerConfig, lookAlikes: ServerList['lookAlikes'] = {}): ServerConfig {
  const alike = Object.hasOwn(lookAlikes, definition.id) ? lookAlikes[definition.id] : undefined
  if (alike === undefined) return definition
  return { ...definition, remarks: [{ id: 'servers.lookAlike', params: { server: plainName(alike) } }, ...(definition.remarks ?? [])] }
}

async function examine(
  host: CliHost,
  definition: ServerConfig,
  talk: Output,
  signal: AbortSignal,
): Promise<{ readonly findings: readonly Finding[]; readonly exitCode: ExitCode; readonly negotiation?: Negotiation }> {
  const { id: serverId, launch } = definition
  const asked: readonly Finding[] = [
    { check: 'configured', verdict: 'fine', detail: launchLine(launch) },
    ...(definition.remarks ?? []).map((detail): Finding => ({ check: 'entry', verdict: 'remark', detail })),
    ...addressFindings(launch),
    ...(await programFindings(host, launch, signal)),
  ]
  if (!definition.enabled) {
    const disabled: Finding = {
      check: 'enabled',
      verdict: 'fault',
      detail: { id: 'cli.doctor.disabled' },
      hint: { id: 'cli.doctor.disabled.hint' },
    }
    return { findings: [...asked, disabled], exitCode: exitCodes.serverUnavailable }
  }
  const began = Date.now()
  try {
    const state = await startAndSee(host, serverId, talk, signal, { anew: true })
    if (state.phase !== 'ready') {
      const output = await host.client.call('servers.output', { serverId }, signal)
      const exitCode = 'error' in state ? startExitCode(state.error) : exitCodes.serverUnavailable
      return { findings: [...asked, ...failureFindings(state, output.text)], exitCode }
    }
    const readyMs = Date.now() - began
    const catalog = await host.client.call('servers.catalog', { serverId }, signal)
    const { tools, resources, templates, prompts, skills } = catalog
    const offered = {
      tools: tools.length,
      resources: resources.length,
      templates: templates.length,
      prompts: prompts.length,
      skills: skills.length,
    }
    const findings: readonly Finding[] = [
      ...asked,
      { check: 'ready', verdict: 'fine', detail: { id: 'cli.doctor.ready', params: { ms: String(readyMs) } } },
      protocolFinding(state.negotiation, definition.protocolCap?.by),
      { check: 'transport', verdict: 'fine', detail: transportNames[state.transport] },
      { check: 'identity', verdict: 'fine', detail: `${state.identity.name} ${state.identity.version}`.trim() },
      { check: 'abilities', verdict: 'fine', detail: abilitiesDetail(state) },
      ...deprecatedFeaturesOf(state).map(deprecationFinding),
      ...extensionFindings(definition, state),
      { check: 'offers', verdict: 'fine', detail: { id: 'cli.doctor.offers', params: offered } },
      ...catalog.skipped.map(({ what, name, reason }): Finding => ({
        check: 'skipped',
        verdict: 'remark',
        detail: { id: 'cli.doctor.skipped', params: { what, name, reason } },
      })),
      ...catalog.notices.map((notice): Finding => ({ check: 'lists', verdict: 'remark', detail: notice })),
      {
        check: 'instructions',
        verdict: 'fine',
        detail: { id: 'cli.doctor.instructions', params: { count: state.instructions?.length ?? 0 } },
      },
    ]
    return { findings, exitCode: exitCodes.done, negotiation: state.negotiation }
  } catch (thrown) {
    signal.throwIfAborted()
    const error = AppError.from(thrown)
    return { findings: [...asked, faultOf(error.toData())], exitCode: exitCodeOf(error) }
  }
}

const transportNames = { stdio: 'stdio', http: 'Streamable HTTP', sse: 'HTTP+SSE' } as const

function protocolFinding(negotiation: Negotiation, limitedBy: readonly string[] | undefined): Finding {
  const params = { why: describeNegotiation(negotiation, limitedBy), begins: { id: `servers.about.era.${negotiation.era}` } as const }
  return { check: 'protocol', verdict: 'fine', detail: { id: 'cli.doctor.protocol', params } }
}

/** The file that the command means, where the command does not say it itself: with several on the PATH it is easily another one than thought. */
async function programFindings({ findFile }: CliHost, launch: Launch, signal: AbortSignal): Promise<readonly Finding[]> {
  const file = launch.kind === 'stdio' ? await findFile(launch, signal) : undefined
  return file === undefined || (launch.kind === 'stdio' && file === launch.command)
    ? []
    : [{ check: 'program', verdict: 'fine', detail: file }]
}

function addressFindings(launch: Launch): readonly Finding[] {
  if (launch.kind !== 'http' || !isUnencrypted(URL.parse(launch.url))) return []
  return [{ check: 'address', verdict: 'remark', detail: { id: 'servers.remark.unencrypted' } }]
}

function abilitiesDetail({ abilities }: ReadyState): Message {
  if (abilities.length === 0) return { id: 'cli.doctor.noAbilities' }
  return {
    id: 'cli.doctor.abilities',
    params: { abilities: abilities.map((ability) => ({ id: `servers.capability.${ability}` }) as const) },
  }
}

/** What the server and Parley declare to each other, and who decided about Parley's part. */
function extensionFindings(server: ServerConfig, state: ReadyState): readonly Finding[] {
  const rows = extensionRows(server, state, speakableExtensions(spokenExtensions, false)).map((row): Finding => {
    const { id, byServer = false, decision } = row
    const declared: Message = { id: extensionDeclaredBy(row), params: { server: server.id } }
    return {
      check: 'extension',
      verdict: 'fine',
      detail: { id: 'cli.doctor.extension', params: { name: id, declared, decided: decidedMessage(row) } },
      extension: { id, declaredByServer: byServer, declaredByParley: row.claimed, decidedBy: decision?.by ?? null },
    }
  })
  const count = state.extensions?.more ?? 0
  if (count === 0) return rows
  return [...rows, { check: 'extension', verdict: 'fine', detail: { id: 'extensions.more', params: { count, server: server.id } } }]
}

function decidedMessage({ decision, unclaimed }: ExtensionRow): Message {
  if (unclaimed === 'otherVersion') return { id: 'extensions.unclaimed.otherVersion', params: { version: versionsOf('2026').at(-1) ?? '' } }
  if (!decision) return { id: 'extensions.unclaimed.noCode' }
  if (decision.by === 'policy') return { id: 'extensions.setBy', params: { by: decision.limit.by, ask: decision.limit.ask } }
  return { id: `cli.doctor.extension.${decision.by}`, params: { on: decision.on ? 'yes' : 'no' } }
}

const featureNames = {
  logging: { id: 'servers.capability.logging' },
  httpSse: transportNames.sse,
  coreTasks: { id: 'servers.capability.tasks' },
} as const satisfies Readonly<Record<OfferedDeprecation, Message | string>>

/** Names what MCP has deprecated of what the server offers, and where its authors can read what to use instead. */
function deprecationFinding(feature: OfferedDeprecation): Finding {
  const { since, source, status } = deprecatedFeatures[feature]
  return {
    check: status,
    verdict: 'remark',
    detail: {
      id: 'cli.doctor.deprecated',
      params: { feature: featureNames[feature], what: { id: `deprecations.${feature}`, params: { since } } },
    },
    hint: { id: 'cli.doctor.deprecated.source', params: { source } },
  }
}

function failureFindings(state: ConnectionState, printed: string): readonly Finding[] {
  const error = 'error' in state ? state.error : undefined
  const evidence = 'evidence' in state ? state.evidence : undefined
  return [
    ...(error ? [faultOf(error)] : []),
    ...(evidence ? evidenceFindings(evidence) : []),
    ...(evidence?.kind !== 'output' && printed ? [{ check: 'printed', verdict: 'remark', detail: lastLines(printed) } as const] : []),
  ]
}

function evidenceFindings(evidence: Evidence): readonly Finding[] {
  if (evidence.kind === 'path') return [{ check: 'path', verdict: 'remark', detail: evidence.folders.join('\n') }]
  const { exit, lines, first = [] } = evidence
  const gap = first.length > 0 ? ['…'] : []
  return [
    ...(exit ? [endFinding(exit)] : []),
    ...(lines.length > 0 ? [{ check: 'printed', verdict: 'remark', detail: [...first, ...gap, ...lines].join('\n') } as const] : []),
  ]
}

function endFinding({ code, signal, closedOutput }: ProcessExit): Finding {
  if (closedOutput) return { check: 'ended', verdict: 'remark', detail: { id: 'servers.exit.closedOutput' } }
  const detail: Finding['detail'] = signal ?? { id: 'cli.doctor.exitCode', params: { code: String(code) } }
  return { check: 'ended', verdict: 'remark', detail }
}

function faultOf(error: AppErrorData): Finding {
  return { check: 'start', verdict: 'fault', detail: error }
}

function forPrograms(finding: Finding): unknown {
  return { ...finding, detail: isError(finding.detail) ? errorJson(finding.detail) : finding.detail }
}

function isError(detail: Finding['detail']): detail is AppErrorData {
  return typeof detail === 'object' && 'code' in detail
}

const marks = { fine: 'ok', remark: '--', fault: '!!' } as const

function asText(findings: readonly Finding[], translator: Translator): string {
  const rows = findings.flatMap((finding) => {
    const { text, hint } = wordsOf(finding, translator)
    const [first = '', ...rest] = escapeForTerminal(text).split('\n')
    const check = translator.t(`cli.doctor.check.${finding.check}`)
    return [
      [marks[finding.verdict], check, first],
      ...rest.map((line) => ['', '', line]),
      ...(hint === undefined ? [] : [['', '', `→ ${hint}`]]),
    ]
  })
  return table(rows)
}

function wordsOf({ detail, hint }: Finding, translator: Translator): { readonly text: string; readonly hint?: string | undefined } {
  if (!isError(detail)) return { text: sayIn(translator, detail), hint: hint && translator.message(hint) }
  const { message, hint: advice } = errorText(translator, detail)
  return { text: detail.said === undefined ? message : `${message}\n${detail.said}`, hint: advice }
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-20).join('\n')
}
