import type { ConnectionState, Evidence } from '../../../shared/domain/connection'
import { commandLine } from '../../../shared/domain/commandLine'
import type { ServerDefinition } from '../../../shared/domain/server'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'
import { errorText } from '../../../shared/messages/errorText'
import { english } from '../../../shared/messages/translator'
import { exitCodes, exitCodeOf, type ExitCode } from '../exitCodes'
import { serverNamed, type CliHost } from '../openCliHost'
import { table, type Output } from '../output'
import { printable } from '../printable'
import type { Command } from '../readCommand'
import { startAndSee } from '../startServers'

/** One thing that was looked at. 'remark' is no fault of the connection, and worth knowing. */
interface Finding {
  readonly check: string
  readonly verdict: 'fine' | 'remark' | 'fault'
  readonly detail: string
  readonly hint?: string
}

/** Starts one server and says, step by step, what is fine, what is odd, and what to do about a failure. */
export async function doctor(
  host: CliHost,
  command: Extract<Command, { name: 'doctor' }>,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const serverId = await serverNamed(host, command.server)
  const { servers } = await host.client.until('servers', () => true, signal)
  const definition = servers.find(({ id }) => id === serverId)
  if (!definition) throw new AppError('NOT_FOUND', `There is no server “${command.server}”`)
  const { findings, exitCode } = await examine(host, definition, signal)
  output.result({ server: serverId, findings }, () => asText(findings))
  return exitCode
}

async function examine(
  host: CliHost,
  definition: ServerDefinition,
  signal: AbortSignal,
): Promise<{ readonly findings: readonly Finding[]; readonly exitCode: ExitCode }> {
  const { id: serverId, launch } = definition
  const asked: Finding = { check: 'Configured as', verdict: 'fine', detail: commandLine(launch) }
  if (!definition.enabled) {
    const disabled: Finding = { check: 'Enabled', verdict: 'fault', detail: 'No', hint: 'Enable it under Servers, or in servers.json.' }
    return { findings: [asked, disabled], exitCode: exitCodes.serverUnavailable }
  }
  const began = Date.now()
  try {
    const state = await startAndSee(host, serverId, signal)
    if (state.phase !== 'ready') {
      const output = await host.client.call('servers.output', { serverId }, signal)
      return { findings: [asked, ...failureFindings(state, output.text)], exitCode: exitCodes.serverUnavailable }
    }
    const readyMs = Date.now() - began
    const catalog = await host.client.call('servers.catalog', { serverId }, signal)
    const offered = [
      counted(catalog.tools.length, 'tool'),
      counted(catalog.resources.length, 'resource'),
      counted(catalog.templates.length, 'resource template'),
      counted(catalog.prompts.length, 'prompt'),
      counted(catalog.skills.length, 'skill'),
    ]
    const findings: readonly Finding[] = [
      asked,
      { check: 'Ready', verdict: 'fine', detail: `after ${readyMs} ms` },
      { check: 'Protocol', verdict: 'fine', detail: `${state.protocol}, era ${state.era}` },
      transportFinding(state.transport),
      { check: 'Says it is', verdict: 'fine', detail: `${state.identity.name} ${state.identity.version}`.trim() },
      { check: 'Abilities', verdict: 'fine', detail: state.abilities.join(', ') || 'none beside its lists' },
      { check: 'Offers', verdict: 'fine', detail: offered.join(', ') },
      ...catalog.setAside.map(({ what, name, reason }): Finding => ({
        check: 'Set aside',
        verdict: 'remark',
        detail: `${what} “${name}”: ${reason}`,
      })),
      ...catalog.notices.map((notice): Finding => ({ check: 'Lists', verdict: 'remark', detail: notice })),
      {
        check: 'Instructions',
        verdict: 'fine',
        detail: state.instructions === undefined ? 'none' : `${state.instructions.length} characters`,
      },
    ]
    return { findings, exitCode: exitCodes.done }
  } catch (thrown) {
    signal.throwIfAborted()
    const error = AppError.from(thrown)
    return { findings: [asked, faultOf(error.toData())], exitCode: exitCodeOf(error) }
  }
}

function transportFinding(transport: 'stdio' | 'http' | 'sse'): Finding {
  if (transport !== 'sse') return { check: 'Transport', verdict: 'fine', detail: transport === 'http' ? 'Streamable HTTP' : 'stdio' }
  return {
    check: 'Transport',
    verdict: 'remark',
    detail: 'HTTP+SSE',
    hint: 'It is deprecated; ask the server’s authors for Streamable HTTP.',
  }
}

function failureFindings(state: ConnectionState, printed: string): readonly Finding[] {
  const error = 'error' in state ? state.error : undefined
  const evidence = 'evidence' in state ? state.evidence : undefined
  return [
    ...(error ? [faultOf(error)] : []),
    ...(evidence ? evidenceFindings(evidence) : []),
    ...(evidence?.kind !== 'output' && printed ? [{ check: 'It printed', verdict: 'remark', detail: lastLines(printed) } as const] : []),
  ]
}

function evidenceFindings(evidence: Evidence): readonly Finding[] {
  if (evidence.kind === 'path') return [{ check: 'PATH that was searched', verdict: 'remark', detail: evidence.folders.join('\n') }]
  const { exit, lines } = evidence
  return [
    ...(exit ? [{ check: 'It ended with', verdict: 'remark', detail: exit.signal ?? `exit code ${exit.code}` } as const] : []),
    ...(lines.length > 0 ? [{ check: 'It printed', verdict: 'remark', detail: lines.join('\n') } as const] : []),
  ]
}

function faultOf(error: AppErrorData): Finding {
  const { said } = error
  const { message, hint } = errorText(english, error)
  const detail = said === undefined ? message : `${message}\n${said}`
  return { check: 'Start', verdict: 'fault', detail, ...(hint !== undefined && { hint }) }
}

const marks = { fine: 'ok', remark: '--', fault: '!!' } as const

function asText(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ check, verdict, detail, hint }) => {
    const [first = '', ...rest] = printable(detail).split('\n')
    return [[marks[verdict], check, first], ...rest.map((line) => ['', '', line]), ...(hint === undefined ? [] : [['', '', `→ ${hint}`]])]
  })
  return table(rows)
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-20).join('\n')
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
