import { knownExtensions } from '../../shared/domain/extensions/extension'
import { ServerId } from '../../shared/domain/ids'
import { readProtocolChoice, versionsOf } from '../../shared/protocol/protocolChoice'
import type { ServerPattern } from '../../shared/domain/policy'
import type { Launch } from '../../shared/domain/server'
import { errorMessage } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'
import { isPlaceholder } from '../../shared/secrets/isPlaceholder'
import { looksSecret } from '../../shared/secrets/secretPatterns'
import { isUnencrypted } from '../../shared/lib/isUnencrypted'
import { nearestWord } from '../lib/nearestWord'
import { describePattern, forbidsServer } from './decideServer'
import { protocolCap, unspokenVersions } from './decideProtocol'
import { steeringVariables } from './decideEnvironmentVariables'
import type { PolicySheet } from './policySheet'

type LaunchOf = (name: string, entry: unknown) => Launch | undefined

/** Members that other hosts use in server entries. */
const OF_ENTRIES: ReadonlySet<string> = new Set([
  'type',
  'transport',
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'disabled',
  'parley',
])

/** So many names are compared with all servers of the file. More are no slips. */
const COMPARED_MOST = 20

/** Words and server names that have no effect and may be misspelled. */
function idleNames({ mcpServers = {}, folders = {}, rules = [] }: PolicySheet): readonly Message[] {
  const odd = Object.entries(mcpServers).flatMap(([id, entry]) => {
    const names = Object.keys(entry).filter((name) => !OF_ENTRIES.has(name))
    return names.map((word): Message => ({ id: 'policy.remark.unknownWord', params: { server: id, word } }))
  })
  const meant = [...Object.keys(folders.ofServers ?? {}), ...rules.flatMap(({ server }) => server ?? [])]
  const unknown = [...new Set(meant)].filter((id) => !Object.hasOwn(mcpServers, id))
  const foreign = unknown.map((server, index): Message => {
    const meant = index < COMPARED_MOST ? nearestWord(server, Object.keys(mcpServers)) : undefined
    return meant === undefined
      ? { id: 'policy.remark.foreignName', params: { server } }
      : { id: 'policy.remark.misspeltServer', params: { server, meant } }
  })
  return [...odd, ...foreign]
}

/** Pure: what can be used and may not do what was meant. `launchOf` reads an entry of `mcpServers`. */
export function policyRemarks(sheet: PolicySheet, launchOf: LaunchOf): readonly Message[] {
  const { mcpServers = {}, servers = {}, contact } = sheet
  const denied = Object.entries(mcpServers).flatMap(([id, entry]): Message[] => {
    const launch = launchOf(id, entry)
    const error = launch && forbidsServer({ sheets: [sheet] }, { id, launch, entry })
    return error ? [{ id: 'policy.remark.contradiction', params: { server: id, why: errorMessage(error) } }] : []
  })
  const { deny = [] } = servers
  const denyOnly = deny.length > 0 && !servers.allow && servers.add !== false
  const remarks: (Message | false)[] = [
    servers.add === false && servers.allow !== undefined && { id: 'policy.remark.allowIdle' },
    denyOnly && { id: 'policy.remark.denyAlone', params: { servers: deny.map(describePattern) } },
    ...unspokenVersions(sheet).map((version): Message => ({ id: 'policy.remark.unspoken', params: { version } })),
    contact === undefined && { id: 'policy.remark.noContact' },
  ]
  return [
    ...denied,
    ...idleNames(sheet),
    ...plainSecrets(sheet),
    ...unencrypted(sheet),
    ...unencryptedServers(sheet, launchOf),
    ...unencryptedTelemetry(sheet),
    ...idleTelemetry(sheet),
    ...unreachableServers(sheet),
    ...misspeltExtensions(sheet),
    ...literalPlaceholders(sheet, launchOf),
    ...looseLists(sheet),
    ...remarks.filter((remark) => remark !== false),
  ]
}

/** Secrets that stand in the file, which everybody can read. */
function plainSecrets({ mcpServers = {}, signIn = {}, telemetry = {} }: PolicySheet): readonly Message[] {
  const ofServers = Object.entries(mcpServers).flatMap(([server, entry]) =>
    ['env', 'headers'].flatMap((part) =>
      Object.entries(isRecord(entry[part]) ? entry[part] : {}).flatMap(([name, value]) =>
        typeof value === 'string' && looksSecret(name, value) ? [`mcpServers → ${server} → ${part} → ${name}`] : [],
      ),
    ),
  )
  const ofClients = (signIn.clients ?? []).flatMap(({ clientSecret }, index) =>
    typeof clientSecret === 'string' ? [`signIn → clients → ${index} → clientSecret`] : [],
  )
  const ofIdp = typeof signIn.idp?.clientSecret === 'string' ? ['signIn → idp → clientSecret'] : []
  const ofTelemetry = Object.entries(telemetry.headers ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && looksSecret(name, value) ? [`telemetry → headers → ${name}`] : [],
  )
  return [...ofServers, ...ofClients, ...ofIdp, ...ofTelemetry].map((path): Message => ({
    id: 'policy.remark.plainSecret',
    params: { path },
  }))
}

/** A collector that anybody on the way can listen to. */
function unencryptedTelemetry({ telemetry = {} }: PolicySheet): readonly Message[] {
  const url = telemetry.endpoint === undefined ? null : URL.parse(telemetry.endpoint)
  return url && isUnencrypted(url) ? [{ id: 'policy.remark.unencryptedTelemetry', params: { address: url.origin } }] : []
}

/** What would be sent and where, in a policy that forbids to send anything. */
function idleTelemetry({ telemetry = {} }: PolicySheet): readonly Message[] {
  const { allowed, ...rest } = telemetry
  const members = Object.entries(rest).flatMap(([name, value]) => (value === undefined || value === false ? [] : [name]))
  if (allowed !== false || members.length === 0) return []
  return [
    { id: 'policy.remark.telemetryIdle', params: { members: members.map((name): Message => ({ id: 'policy.quoted', params: { name } })) } },
  ]
}

/** Servers with which no version of MCP may be spoken: all, or those of the file whose own version is none of the allowed ones. */
function unreachableServers(sheet: PolicySheet): readonly Message[] {
  const cap = protocolCap({ sheets: [sheet] }, { id: ServerId.parse('any') })
  if (cap?.allowed.length === 0) return [{ id: 'policy.remark.noProtocol' }]
  return Object.entries(sheet.mcpServers ?? {}).flatMap(([server, { parley }]): Message[] => {
    const own = parley?.['protocol']
    const choice = typeof own === 'string' ? readProtocolChoice(own) : undefined
    if (!cap || !choice || versionsOf(choice).some((version) => cap.allowed.includes(version))) return []
    return [{ id: 'policy.remark.ownProtocol', params: { server, own: choice } }]
  })
}

const officialPrefix = 'io.modelcontextprotocol'

/** Names and patterns of extensions that are nearly those of one that Parley knows. Of vendors' there is no list. */
function misspeltExtensions({ servers = {} }: PolicySheet): readonly Message[] {
  const { allow = [], deny = [] } = servers.extensions ?? {}
  const known = [...knownExtensions, `${officialPrefix}/*`]
  return [...new Set([...allow, ...deny])].slice(0, COMPARED_MOST).flatMap((name): Message[] => {
    const meant = known.includes(name) ? undefined : nearestWord(name, known)
    // "…/tasks" is as near to "…/*" as to many a name.
    const isPattern = name.includes('*')
    return meant === undefined || isPattern !== meant.includes('*')
      ? []
      : [{ id: 'policy.remark.misspeltExtension', params: { name, meant } }]
  })
}

/** Addresses of a sign-in that anybody on the way can change. */
function unencrypted({ signIn = {} }: PolicySheet): readonly Message[] {
  const all = [signIn.idp?.issuer, signIn.idp?.tokenEndpoint, ...(signIn.clients ?? []).map(({ issuer }) => issuer)]
  const open = all.filter((address) => address !== undefined && isUnencrypted(URL.parse(address)))
  return open.map((address = ''): Message => ({ id: 'policy.remark.unencrypted', params: { address } }))
}

/** Servers whose address anybody on the way can read and change, for everybody. */
function unencryptedServers({ mcpServers = {} }: PolicySheet, launchOf: LaunchOf): readonly Message[] {
  return Object.entries(mcpServers).flatMap(([server, entry]): Message[] => {
    const launch = launchOf(server, entry)
    const isOpen = launch?.kind === 'http' && isUnencrypted(URL.parse(launch.url))
    return isOpen ? [{ id: 'policy.remark.unencryptedServer', params: { server, address: launch.url } }] : []
  })
}

/** What other hosts fill in, and Parley gives to the server as it stands. */
function literalPlaceholders({ mcpServers = {} }: PolicySheet, launchOf: LaunchOf): readonly Message[] {
  return Object.entries(mcpServers).flatMap(([server, entry]) => {
    const launch = launchOf(server, entry)
    if (!launch) return []
    const values =
      launch.kind === 'http'
        ? [launch.url, ...Object.values(launch.headers)]
        : [launch.command, ...launch.args, ...Object.values(launch.env)]
    const odd = values.flatMap((value) => (typeof value === 'string' && (isPlaceholder(value) || /^~[/\\]/.test(value)) ? [value] : []))
    return odd.map((value): Message => ({ id: 'policy.remark.placeholder', params: { server, value } }))
  })
}

/** Patterns and variables that let more pass than they seem to. */
function looseLists({ servers = {} }: PolicySheet): readonly Message[] {
  const names = (servers.allow ?? []).flatMap((pattern) => ('serverName' in pattern ? [pattern.serverName] : []))
  const wide = (servers.allow ?? []).flatMap((pattern) => (letsAllIn(pattern) ? [describePattern(pattern)] : []))
  const all = (servers.variables ?? []).filter((name) => steeringVariables([name]).length > 0)
  return [
    ...names.map((name): Message => ({ id: 'policy.remark.nameAlone', params: { name } })),
    ...wide.map((pattern): Message => ({ id: 'policy.remark.letsAllIn', params: { pattern } })),
    ...all.map((name): Message => ({ id: 'policy.remark.steering', params: { name } })),
  ]
}

/** Whether a pattern matches everything of its kind, such as `*` or a URL whose host is `*`. */
function letsAllIn(pattern: ServerPattern): boolean {
  if ('serverName' in pattern || 'serverCommand' in pattern) return false
  const [kind = '', text = ''] = Object.entries(pattern)[0] ?? []
  if (kind === 'url' || kind === 'serverUrl') return text === '*' || /^https?:\/\/\*(:\*)?(\/\**)?$/.test(text)
  return /^[*@/]+$/.test(text)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
