import type { ConnectionState, Evidence } from '../../../shared/domain/connectionState'
import type { ServerConfig } from '../../../shared/domain/server'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'
import { errorSentence, errorText } from '../../../shared/i18n/errorText'
import type { Translator } from '../../../shared/i18n/translator'
import { evidenceText } from '../startFailure'
import { exitCodes, startExitCode, type ExitCode } from '../exitCodes'
import { serverNamed, type CliHost } from '../openCliHost'
import { errorJson, table, type Output } from '../output'
import { startAndSee } from '../startServers'

/** One server, as `parley list --json` prints it. */
interface Listed {
  readonly server: string
  /** `forbidden`: the policy keeps it from running. */
  readonly state: ConnectionState['phase'] | 'forbidden'
  readonly era: string | null
  readonly protocol: string | null
  readonly tools: readonly string[]
  /** The definition of each tool as a hash, for a policy that allows it beforehand. */
  readonly definitions: Readonly<Record<string, string>>
  readonly resources: readonly string[]
  readonly prompts: readonly string[]
  readonly error: AppErrorData | null
  /** What may say why it failed. */
  readonly evidence?: Evidence
}

/**
 * Starts every enabled server and lists what each one offers. A failed server is listed with its error. Fails only when servers are wanted
 * and none of them is ready.
 */
export async function list(host: CliHost, output: Output, signal: AbortSignal): Promise<ExitCode> {
  const { servers, broken } = await host.client.until('servers', () => true, signal)
  const all = [
    ...(await Promise.all(servers.map((server) => listOne(host, server, output, signal)))),
    ...broken.map(({ id, error }) => ({ ...nothingOf(id, 'failed'), error })),
    ...host.refused.map(({ name, error }) => ({ ...nothingOf(name, 'failed'), error: error.toData() })),
  ]
  const listed = all.map((one) => (one.error?.code === 'POLICY' ? { ...one, state: 'forbidden' as const } : one))
  const forPrograms = listed.map((one) => ({ ...one, error: one.error && errorJson(one.error) }))
  output.result(forPrograms, () => asTable(listed, output.translator))
  return listExitCode(listed)
}

/** Pure: done as soon as one server is ready, or none is wanted; else the one code that `call` would end with for each server, or 3. */
export function listExitCode(listed: readonly Pick<Listed, 'state' | 'error'>[]): ExitCode {
  const wanted = listed.filter(({ state }) => state !== 'disabled')
  if (wanted.length === 0 || wanted.some(({ state }) => state === 'ready')) return exitCodes.done
  const codes = new Set(wanted.map(({ error }) => (error ? startExitCode(error) : exitCodes.serverUnavailable)))
  const [only, ...others] = codes
  return only === undefined || others.length > 0 ? exitCodes.serverUnavailable : only
}

async function listOne(host: CliHost, { id, enabled }: ServerConfig, output: Output, signal: AbortSignal): Promise<Listed> {
  if (!enabled) return nothingOf(id, 'disabled')
  try {
    const state = await startAndSee(host, await serverNamed(host, id), output, signal, { anew: true })
    if (state.phase !== 'ready') {
      return { ...nothingOf(id, state.phase), error: errorOf(state), ...('evidence' in state && { evidence: state.evidence }) }
    }
    const { tools, resources, prompts } = await host.client.call('servers.catalog', { serverId: id }, signal)
    return {
      server: id,
      state: 'ready',
      era: state.negotiation.era,
      protocol: state.negotiation.version,
      tools: tools.map(({ name }) => name),
      definitions: Object.fromEntries(tools.map(({ name, hash }) => [name, hash])),
      resources: resources.map(({ uri }) => uri),
      prompts: prompts.map(({ name }) => name),
      error: null,
    }
  } catch (thrown) {
    signal.throwIfAborted()
    return { ...nothingOf(id, 'stopped'), error: AppError.from(thrown).toData() }
  }
}

/** Why a server is not there; where a policy forbids it, also whom to ask. */
function reasonOf(error: AppErrorData, translator: Translator): string {
  const { message, hint } = errorText(translator, error)
  return error.code === 'POLICY' && hint !== undefined ? `${errorSentence(translator, error)} ${hint}` : message
}

function nothingOf(server: string, state: Listed['state']): Listed {
  return { server, state, era: null, protocol: null, tools: [], definitions: {}, resources: [], prompts: [], error: null }
}

function errorOf(state: ConnectionState): AppErrorData | null {
  return 'error' in state ? state.error : null
}

const headings = ['cli.list.server', 'cli.list.state', 'cli.list.protocol', 'cli.list.offer'] as const

function asTable(listed: readonly Listed[], translator: Translator): string {
  if (listed.length === 0) return translator.t('cli.list.none')
  const rows = listed.map(({ server, state, protocol, tools, resources, prompts, error }) => [
    server,
    translator.t(`cli.phase.${state}`),
    protocol ?? '',
    ...(error
      ? [reasonOf(error, translator)]
      : [translator.t('cli.list.offers', { tools: tools.length, resources: resources.length, prompts: prompts.length })]),
  ])
  const printed = listed.flatMap(({ server, evidence }) => (evidence && evidenceText(server, evidence, translator)) ?? [])
  return [table([headings.map((heading) => translator.t(heading)), ...rows]), ...printed].join('\n\n')
}
