import { isAbsolute } from 'node:path'
import type { ConfigValue } from '../../shared/domain/configValue'
import { isReservedName, reservedNameFault } from '../../shared/secrets/reservedSecretName'
import type { HttpLaunch, Launch, StdioLaunch } from '../../shared/domain/server'
import { AppError, type ErrorFact } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'

type Entry = Readonly<Record<string, unknown>>

const transports: Readonly<Record<string, 'stdio' | 'http' | 'sse'>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
  streamableHttp: 'http',
  sse: 'sse',
}

/**
 * Pure: parses how a configuration entry starts or reaches its server, in the format that other hosts use. Ambiguous entries are refused.
 * @throws {AppError} INVALID_INPUT that says what is wrong.
 */
export function parseLaunch(entry: Entry): Launch {
  const { command, url } = entry
  const type = transportOf(entry)
  if (command !== undefined && url !== undefined) {
    throw refused({ reason: 'servers.launchBoth' })
  }
  if (command === undefined && url === undefined) {
    throw refused({ reason: 'servers.launchNeither' })
  }
  if (command !== undefined && type !== undefined && type !== 'stdio') throw refused({ reason: 'servers.typeAndCommand', params: { type } })
  if (url !== undefined && type === 'stdio') throw refused({ reason: 'servers.typeAndUrl' })
  return command === undefined ? httpLaunch(entry, type === 'sse' ? 'sse' : 'auto') : stdioLaunch(entry)
}

function transportOf(entry: Entry): 'stdio' | 'http' | 'sse' | undefined {
  const type = entry['type'] ?? entry['transport']
  if (type === undefined || type === null) return undefined
  const known = typeof type === 'string' && Object.hasOwn(transports, type) ? transports[type] : undefined
  if (!known) throw refused({ reason: 'servers.typeUnknown', params: { type: typeof type === 'string' ? type : JSON.stringify(type) } })
  return known
}

function stdioLaunch(entry: Entry): StdioLaunch {
  const command = text(entry['command'], 'command')
  if (command.trim() === '') throw refused({ reason: 'servers.commandEmpty' })
  const args = entry['args'] ?? []
  if (!Array.isArray(args)) throw refused({ reason: 'servers.argsNotAList' })
  const cwd = entry['cwd'] ?? undefined
  if (cwd !== undefined && !isAbsolute(text(cwd, 'cwd'))) throw refused({ reason: 'servers.cwdNotWhole' })
  return {
    kind: 'stdio',
    command,
    args: args.map((arg, index) => value(arg, `args ${index + 1}`)),
    env: values(entry['env'], 'env', (name) => name !== '' && !/[=\0]/.test(name)),
    ...(cwd !== undefined && { cwd: text(cwd, 'cwd') }),
  }
}

function httpLaunch(entry: Entry, transport: 'auto' | 'sse'): HttpLaunch {
  const url = text(entry['url'], 'url').trim()
  const parsed = URL.parse(url)
  if (!parsed) throw refused({ reason: 'servers.urlUnreadable' })
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw refused({ reason: 'servers.urlScheme' })
  if (parsed.username !== '' || parsed.password !== '') {
    throw refused({ reason: 'servers.urlCredentials' })
  }
  const headers = values(entry['headers'], 'headers', (name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && /[\r\n]/.test(value)) throw refused({ reason: 'servers.headerLineBreak', params: { name } })
  }
  return { kind: 'http', url, headers, transport }
}

function values(found: unknown, what: string, isName: (name: string) => boolean): Record<string, ConfigValue> {
  if (found === undefined || found === null) return {}
  if (!isRecord(found)) throw refused({ reason: 'servers.valuesNotAnObject', params: { what } })
  const pairs = Object.entries(found).map(([name, written]): [string, ConfigValue] => {
    if (!isName(name) || name === '__proto__') throw refused({ reason: 'servers.valueName', params: { what, name } })
    const secret = isRecord(written) ? written['secret'] : undefined
    if (typeof secret !== 'string' || secret === '') return [name, value(written, `${what} ${name}`)]
    if (isReservedName(secret)) {
      const issue: Message = { id: reservedNameFault }
      throw refused({ reason: 'servers.valueReserved', params: { what: `${what} ${name}`, issue } })
    }
    return [name, { secret }]
  })
  return Object.fromEntries(pairs)
}

/** Numbers and booleans are accepted as text, because people forget the quotes around a port. */
function value(found: unknown, what: string): string {
  return text(typeof found === 'number' || typeof found === 'boolean' ? String(found) : found, what)
}

function text(found: unknown, what: string): string {
  if (typeof found !== 'string') throw refused({ reason: 'servers.notText', params: { what } })
  if (found.includes('\0')) throw refused({ reason: 'servers.badCharacter', params: { what } })
  return found
}

function refused(why: ErrorFact): AppError {
  return new AppError('INVALID_INPUT', why)
}
