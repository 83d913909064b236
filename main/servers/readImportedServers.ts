import type { Node } from 'jsonc-parser'
import { sentIdentity } from '../../shared/domain/launch/sentIdentity'
import type { HttpLaunch, ImportedServer, ImportResult, Launch } from '../../shared/domain/server'
import { ServerAuth } from '../../shared/domain/serverAuth'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { duplicateName, valueOf } from '../storage/parseJson'
import { fillEntry, type Lookup } from './fillPlaceholders'
import { translateForeignEntry } from './translateForeignEntry'
import { readForeignFields } from './foreignFields'
import { launchWarnings } from './launchWarnings'
import { parseConfiguration, type Configuration } from './parseConfiguration'
import { parseLaunch } from './parseLaunch'
import { parseServerName } from './parseServerName'
import type { Message } from '../../shared/i18n/message'
import { errorMessage, hintParam } from '../../shared/i18n/errorText'

type Entry = Readonly<Record<string, unknown>>

/** Where a configuration lists its servers. `onlyServers`: beside them may stand other things, which are passed over. */
const PLACES: readonly { readonly path: readonly string[]; readonly onlyServers?: boolean }[] = [
  { path: ['mcpServers'] },
  // VS Code's own file, and its settings.
  { path: ['servers'] },
  { path: ['mcp', 'servers'] },
  { path: ['mcp', 'mcpServers'] },
  // Codex, Zed.
  { path: ['mcp_servers'] },
  { path: ['context_servers'] },
  // opencode, Goose.
  { path: ['mcp'], onlyServers: true },
  { path: ['extensions'], onlyServers: true },
]

/** Nobody looks through more on a screen before they are added, and a page would take seconds to show them. */
const MOST_SERVERS = 200

/** A server of a configuration, with the part of its entry that only Parley writes. */
export interface ConfiguredServer extends ImportedServer {
  readonly parley: Entry
}

/** What a configuration holds. */
export interface Configured {
  readonly servers: readonly ConfiguredServer[]
  /** The entries that cannot be used, by name. */
  readonly refused: readonly { readonly name: string; readonly error: AppError }[]
  /** Why no entry could be read at all. */
  readonly problems: readonly Message[]
}

/**
 * Pure: reads the servers from pasted text or from another host's file: JSON with comments, TOML or YAML, with `mcpServers`, VS Code's
 * `servers`, Codex's `mcp_servers`, Zed's `context_servers`, opencode's `mcp`, Goose's `extensions`, a bare map of names to servers, or a
 * single server. Reports each server that cannot be imported.
 */
export function readImportedServers(text: string): ImportResult {
  const { servers, refused, problems } = readConfigured(text, undefined, MOST_SERVERS)
  return {
    servers: servers.map(({ parley: _parley, ...server }) => server),
    problems: [...problems, ...refused.map(({ name, error }) => entryProblem(name, error))],
  }
}

/**
 * Pure: the same, with what the entries say to Parley. With `lookup`, placeholders are filled, and an entry with one that cannot be filled is
 * refused, because its server would get it literally.
 * @param most how many servers are read; none of a text that holds more.
 */
export function readConfigured(text: string, lookup?: Lookup, most = Infinity): Configured {
  const nothing = { servers: [], refused: [] }
  const pasted = unfenced(text)
  if (pasted.trim() === '') return { ...nothing, problems: [{ id: 'servers.import.empty' }] }
  const tree = configurationOf(pasted)
  if ('fault' in tree) return { ...nothing, problems: [tree.fault] }
  const found = serverNodes(tree.node)
  if (!found) return { ...nothing, problems: [{ id: 'servers.import.nothing' }] }
  if (found.length > most) return { ...nothing, problems: [{ id: 'servers.import.tooManyServers', params: { count: found.length, most } }] }
  const servers: ConfiguredServer[] = []
  const refused: { readonly name: string; readonly error: AppError }[] = []
  const seen = new Set<string>()
  for (const { name, node } of found) {
    try {
      if (seen.has(name)) throw new AppError('INVALID_INPUT', { reason: 'servers.importTwice' })
      seen.add(name)
      servers.push(configuredServer(name, node, lookup))
    } catch (thrown) {
      refused.push({ name, error: AppError.from(thrown) })
    }
  }
  return { servers, refused, problems: [] }
}

/** Pure: says in one sentence why an entry cannot be used. */
export function entryProblem(name: string, error: AppError): Message {
  const params = { name, problem: errorMessage(error) }
  const hint = hintParam(error)
  return hint === '' ? { id: 'servers.import.problem', params } : { id: 'servers.import.problemAndHint', params: { ...params, hint } }
}

function configuredServer(name: string, node: Node, lookup: Lookup | undefined): ConfiguredServer {
  const entry = valueOf(node)
  const id = parseServerName(name)
  const twice = duplicateName(node)
  if (twice) throw new AppError('INVALID_INPUT', { reason: 'servers.memberTwice', params: { name: twice.name } })
  if (!isRecord(entry)) throw new AppError('INVALID_INPUT', { reason: 'servers.entryNotAnObject' })
  const known = translateForeignEntry(entry)
  const filled = fillEntry(known, lookup ?? (() => undefined))
  const [unfilled] = filled.left
  if (lookup && unfilled !== undefined) {
    throw new AppError('INVALID_INPUT', { reason: 'servers.unfilled', params: { placeholder: unfilled } })
  }
  const launch = parseLaunch(filled.entry)
  const { enabled, disabledTools, remarks } = readForeignFields(known)
  const { parley } = entry
  return {
    id,
    launch,
    enabled: isRecord(parley) && typeof parley['enabled'] === 'boolean' ? parley['enabled'] : enabled,
    disabledTools,
    remarks: [
      ...launchWarnings(launch),
      ...takenRemark(filled.taken, launch),
      // On the command line the environment has been asked, so a default is what was meant.
      // An import takes over no sign-in.
      ...(lookup ? fileRemark(parley, launch) : []),
      ...(lookup ? [] : filled.defaulted.map((variable): Message => ({ id: 'servers.remark.defaulted', params: { name: variable } }))),
      ...remarks,
    ],
    parley: isRecord(parley) ? parley : {},
  }
}

/** A configuration may be a stranger's, so it is said which of the person's variables it takes, and where they go. */
function takenRemark(names: readonly string[], launch: Launch): readonly Message[] {
  const read = names.filter((name) => name !== 'userHome')
  if (read.length === 0) return []
  const to = launch.kind === 'http' ? hostOf(launch) : launch.command
  return [{ id: 'servers.remark.fromEnvironment', params: { names: read, to } }]
}

/** It is said as well which of the person's files is sent to sign in, and to whom. */
function fileRemark(parley: unknown, launch: Launch): readonly Message[] {
  const auth = isRecord(parley) ? ServerAuth.safeParse(parley['auth']).data : undefined
  const file = launch.kind === 'http' ? sentIdentity(auth)?.file : undefined
  if (launch.kind !== 'http' || file === undefined) return []
  return [{ id: 'servers.remark.sendsFile', params: { file, to: auth?.issuer ?? hostOf(launch) } }]
}

function hostOf({ url }: HttpLaunch): string {
  return URL.parse(url)?.host ?? url
}

function serverNodes(root: Node): { readonly name: string; readonly node: Node }[] | undefined {
  if (root.type !== 'object') return undefined
  for (const { path, onlyServers } of PLACES) {
    const list = path.reduce<Node | undefined>((node, name) => node && memberOf(node, name), root)
    const members = list?.type === 'array' ? namedOf(list) : list?.type === 'object' ? membersOf(list) : undefined
    const found = onlyServers ? members?.filter(({ node }) => isServer(node)) : members
    if (found && (!onlyServers || found.length > 0)) return found
  }
  if (isServer(root)) return [{ name: nameFor(valueOf(root)), node: root }]
  const bare = membersOf(root).filter(({ node }) => isServer(node))
  return bare.length > 0 ? bare : undefined
}

/** Continue lists its servers, with their names inside. */
function namedOf(list: Node): { readonly name: string; readonly node: Node }[] {
  return (list.children ?? []).map((node) => {
    const name = node.type === 'object' ? memberOf(node, 'name') : undefined
    return { name: name?.type === 'string' ? String(name.value) : nameFor(valueOf(node)), node }
  })
}

const LAUNCH_WORDS: ReadonlySet<string> = new Set(['command', 'cmd', 'url', 'serverUrl', 'httpUrl', 'uri'])

function isServer(node: Node): boolean {
  return node.type === 'object' && membersOf(node).some(({ name, node: { type } }) => LAUNCH_WORDS.has(name) && type !== 'null')
}

function membersOf(node: Node): { readonly name: string; readonly node: Node }[] {
  return (node.children ?? []).flatMap((member) => {
    const [name, content] = member.children ?? []
    return name && content ? [{ name: String(name.value), node: content }] : []
  })
}

function memberOf(node: Node, name: string): Node | undefined {
  return membersOf(node).find((member) => member.name === name)?.node
}

/** Derives a name for a server without one, from its package, its script or the host of its address. */
function nameFor(entry: unknown): string {
  if (!isRecord(entry)) return 'server'
  const { url } = translateForeignEntry(entry)
  if (typeof url === 'string') return URL.parse(url)?.hostname ?? 'server'
  const args = Array.isArray(entry['args']) ? entry['args'] : []
  const words = args.filter((arg) => typeof arg === 'string').filter((arg) => !arg.startsWith('-'))
  const last =
    String(words[0] ?? entry['command'])
      .split(/[/\\]/)
      .at(-1) ?? ''
  return (
    last
      .replace(/@[\w.-]+$/, '')
      .replace(/\.\w+$/, '')
      .replace(/^(mcp-)?server-/, '') || 'server'
  )
}

/** Returns the text inside a Markdown code block. */
function unfenced(text: string): string {
  return /^\s*```[^\n]*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text
}

/** The parsers go as deep as the text does; a text that takes more than the stack is refused with words. */
function configurationOf(text: string): Configuration {
  try {
    return parseConfiguration(text)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return { fault: { id: 'servers.import.tooDeep' } }
  }
}
