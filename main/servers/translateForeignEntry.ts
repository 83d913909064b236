import { isRecord } from '../../shared/lib/json'

type Entry = Readonly<Record<string, unknown>>

/**
 * Pure: an entry of another host in the words of `mcpServers`. Reads opencode (`type: local`, a command that is a list, `environment`), Zed
 * (a command that is an object), Goose (`cmd`, `envs`, `uri`), Continue (`requestOptions`) and Codex (`bearer_token_env_var`,
 * `http_headers`, `env_http_headers`, `env_vars`, `enabled_tools`). Words that nobody knows stay, so that a person is told of them.
 */
export function translateForeignEntry(entry: Entry): Entry {
  return withoutUndefined(mendPlaceholders(codex(continued(goose(opencode(zed(addressed(entry))))))))
}

/** Other hosts use other names for the address of a server. */
function addressed({ serverUrl, httpUrl, uri, ...rest }: Entry): Entry {
  return { ...rest, url: rest['url'] ?? serverUrl ?? httpUrl ?? uri }
}

function zed(entry: Entry): Entry {
  const { source, settings, command, ...rest } = entry
  // An object without anything in it is what Zed writes for "no settings".
  const kept = { ...(source !== 'custom' && { source }), ...(!isEmpty(settings) && { settings }) }
  if (!isRecord(command)) return { ...rest, ...kept, command }
  return { ...rest, ...kept, command: command['path'], args: command['args'], env: command['env'] }
}

function opencode(entry: Entry): Entry {
  const { type, command, environment, ...rest } = entry
  const kind = type === 'local' ? 'stdio' : type === 'remote' ? undefined : type
  const plain = { ...rest, type: kind, env: rest['env'] ?? environment }
  return Array.isArray(command) ? { ...plain, command: command[0], args: command.slice(1) } : { ...plain, command }
}

function goose({ cmd, envs, bundled, ...rest }: Entry): Entry {
  return { ...rest, command: rest['command'] ?? cmd, env: rest['env'] ?? envs, ...(bundled === true && { bundled }) }
}

function continued({ requestOptions, ...rest }: Entry): Entry {
  if (!isRecord(requestOptions)) return { ...rest, requestOptions }
  const { headers, ...others } = requestOptions
  return { ...rest, headers: rest['headers'] ?? headers, ...(!isEmpty(others) && { requestOptions: others }) }
}

function codex(entry: Entry): Entry {
  const { bearer_token_env_var: bearer, http_headers: plain, env_http_headers: named, env_vars: passed, ...rest } = entry
  const { enabled_tools: includeTools, disabled_tools: disabledTools, default_tools_approval_mode: autoApprove, ...others } = rest
  const headers = {
    ...(isRecord(plain) && plain),
    ...(isRecord(named) && Object.fromEntries(Object.entries(named).map(([name, variable]) => [name, placeholder(variable)]))),
    ...(typeof bearer === 'string' && { Authorization: `Bearer ${placeholder(bearer)}` }),
  }
  const names = Array.isArray(passed) ? passed.map((one: unknown) => (isRecord(one) ? one['name'] : one)) : []
  const env = Object.fromEntries(names.flatMap((name) => (typeof name === 'string' ? [[name, placeholder(name)]] : [])))
  return {
    ...others,
    headers: isEmpty(headers) ? others['headers'] : { ...(isRecord(others['headers']) && others['headers']), ...headers },
    env: isEmpty(env) ? others['env'] : { ...env, ...(isRecord(others['env']) && others['env']) },
    includeTools: others['includeTools'] ?? includeTools,
    disabledTools: others['disabledTools'] ?? disabledTools,
    autoApprove: others['autoApprove'] ?? autoApprove,
  }
}

function placeholder(variable: unknown): string {
  return `\${env:${String(variable)}}`
}

/** `{env:NAME}` and `{file:…}` (opencode), `${{ secrets.NAME }}` (Continue): else a server would get them literally. */
function mendPlaceholders(entry: Entry): Entry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      ['command', 'args', 'env', 'url', 'headers'].includes(name) ? mended(value) : value,
    ]),
  )
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll(/\$\{\{ {0,4}(?:secrets|inputs)\.(\w{1,100}) {0,4}\}\}/g, '$${input:$1}')
      .replaceAll(/(?<!\$)\{((?:env|file):[^{}]{1,500})\}/g, '$${$1}')
  }
  if (Array.isArray(value)) return value.map(mended)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mended(member)])) : value
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0)
}

function withoutUndefined(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
}
