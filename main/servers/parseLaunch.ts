import { isAbsolute } from 'node:path'
import type { ConfigValue } from '../../shared/domain/configValue'
import { isReservedName, reservedNameFault } from '../../shared/domain/secretName'
import type { HttpLaunch, Launch, StdioLaunch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'

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
 * Pure: how the entry of a configuration says that its server is reached, in the shape that other hosts use. What can be understood
 * in two ways is refused. @throws {AppError} INVALID_INPUT that says what is wrong.
 */
export function parseLaunch(entry: Entry): Launch {
  const { command, url } = entry
  const type = transportOf(entry)
  if (command !== undefined && url !== undefined) {
    throw refused('It has both a command and a URL', 'Keep the one that is meant.')
  }
  if (command === undefined && url === undefined) {
    throw refused('It has neither a command nor a URL', 'Give "command" for a local server, or "url" for a remote one.')
  }
  if (command !== undefined && type !== undefined && type !== 'stdio') throw refused(`Its type is “${type}”, but it has a command`)
  if (url !== undefined && type === 'stdio') throw refused('Its type is “stdio”, but it has a URL')
  return command === undefined ? httpLaunch(entry, type === 'sse' ? 'sse' : 'auto') : stdioLaunch(entry)
}

function transportOf(entry: Entry): 'stdio' | 'http' | 'sse' | undefined {
  const type = entry['type'] ?? entry['transport']
  if (type === undefined || type === null) return undefined
  const known = typeof type === 'string' && Object.hasOwn(transports, type) ? transports[type] : undefined
  if (!known) throw refused(`Parley does not know the type ${JSON.stringify(type)}`, 'It knows "stdio", "http" and "sse".')
  return known
}

function stdioLaunch(entry: Entry): StdioLaunch {
  const command = text(entry['command'], 'command')
  if (command.trim() === '') throw refused('Its command is empty')
  const args = entry['args'] ?? []
  if (!Array.isArray(args)) throw refused('“args” has to be a list', 'Write each argument as a text of its own: ["-y", "package"].')
  const cwd = entry['cwd'] ?? undefined
  if (cwd !== undefined && !isAbsolute(text(cwd, 'cwd'))) throw refused('“cwd” has to be a whole path', 'Begin at the root of the disk.')
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
  if (!parsed) throw refused('Its URL cannot be read', 'A URL looks like https://example.com/mcp.')
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw refused('Its URL has to begin with https:// or http://')
  if (parsed.username !== '' || parsed.password !== '') {
    throw refused('Its URL holds a user name or password', 'Put it in a header instead: "Authorization".')
  }
  const headers = values(entry['headers'], 'headers', (name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && /[\r\n]/.test(value)) throw refused(`The header “${name}” holds a line break`)
  }
  return { kind: 'http', url, headers, transport }
}

function values(found: unknown, what: string, isName: (name: string) => boolean): Record<string, ConfigValue> {
  if (found === undefined || found === null) return {}
  if (!isRecord(found)) throw refused(`“${what}” has to be an object of names and values`)
  const pairs = Object.entries(found).map(([name, written]): [string, ConfigValue] => {
    if (!isName(name) || name === '__proto__') throw refused(`“${what}” has a name that cannot be used: ${JSON.stringify(name)}`)
    const secret = isRecord(written) ? written['secret'] : undefined
    if (typeof secret !== 'string' || secret === '') return [name, value(written, `${what} ${name}`)]
    if (isReservedName(secret)) throw refused(`“${what} ${name}” cannot be used: ${reservedNameFault}`)
    return [name, { secret }]
  })
  return Object.fromEntries(pairs)
}

/** Numbers and booleans are taken as they are written: people forget the quotes around a port. */
function value(found: unknown, what: string): string {
  return text(typeof found === 'number' || typeof found === 'boolean' ? String(found) : found, what)
}

function text(found: unknown, what: string): string {
  if (typeof found !== 'string') throw refused(`“${what}” has to be a text`)
  if (found.includes('\0')) throw refused(`“${what}” holds a character that cannot be used`)
  return found
}

function refused(message: string, hint?: string): AppError {
  return new AppError('INVALID_INPUT', message, hint === undefined ? {} : { hint })
}
