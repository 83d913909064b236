import { looksSecret } from '../../shared/secrets/secretPatterns'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { Launch, StdioLaunch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import { childEnvironment } from '../transport/childEnvironment'
import type { LaunchValues } from '../transport/openTransport'

export interface ResolveDeps {
  readonly vault: { resolve(value: ConfigValue, signal: AbortSignal): Promise<string> }
  readonly loginShellPath: (signal: AbortSignal) => Promise<string>
  /** The folder that a command starts in; undefined for Parley's own. Absent: the one that the launch names. */
  readonly folderOf?: ((launch: StdioLaunch) => string | undefined) | undefined
}

/** Fills in the secrets of a launch record just before it is used. @throws {AppError} INVALID_INPUT, SECRET_MISSING or SECRETS_LOCKED. */
export async function resolveLaunchSecrets(launch: Launch, deps: ResolveDeps, signal: AbortSignal): Promise<LaunchValues> {
  if (launch.kind === 'http')
    return { kind: 'http', url: readUrl(launch.url), headers: readHeaders(await resolveAll(launch.headers, deps, signal)) }
  const { command, args } = launch
  const cwd = deps.folderOf ? deps.folderOf(launch) : launch.cwd
  const env = childEnvironment(await deps.loginShellPath(signal), await resolveAll(launch.env, deps, signal))
  return { kind: 'stdio', command, args, env, ...(cwd !== undefined && { cwd }) }
}

async function resolveAll(
  values: Readonly<Record<string, ConfigValue>>,
  deps: ResolveDeps,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const entries = Object.entries(values).map(async ([name, value]) => {
    const plain = await deps.vault.resolve(value, signal)
    // A plain value may be a secret too, although it is not in the vault. `Bearer …` is a scheme followed by a secret.
    if (looksSecret(name, plain)) rememberSecret(plain.replace(/^[\w-]+ +(?=\S+$)/, ''))
    return [name, plain] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new AppError('INVALID_INPUT', { reason: 'session.badUrl' })
}

function readHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(new Headers(headers))
  } catch (thrown) {
    throw new AppError('INVALID_INPUT', { reason: 'session.badHeader' }, { cause: thrown })
  }
}
