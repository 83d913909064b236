import type { Node } from 'jsonc-parser'
import type { ImportedServer, ImportResult } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { duplicateName, lineAndColumn, parseJson, valueOf } from '../storage/parseJson'
import { launchWarnings } from './launchWarnings'
import { parseLaunch } from './parseLaunch'
import { parseServerName } from './parseServerName'
import type { Message } from '../../shared/i18n/message'
import { errorMessage, hintParam } from '../../shared/i18n/errorText'

type Entry = Readonly<Record<string, unknown>>

/** Where a configuration lists its servers: most hosts, VS Code's own file, VS Code's settings. */
const PLACES = [['mcpServers'], ['servers'], ['mcp', 'servers'], ['mcp', 'mcpServers']]
/** Fields by which other hosts let a configuration give itself rights. Parley asks the user instead. */
const RIGHTS = ['autoApprove', 'alwaysAllow', 'trust', 'trusted', 'autoStart']

/**
 * Pure: reads the servers from pasted text or from another host's file. Accepts `mcpServers`, VS Code's `servers`, a bare map of names to
 * servers, or a single server, with comments and trailing commas. Reports each server that cannot be imported.
 */
export function readImport(text: string): ImportResult {
  const pasted = unfenced(text)
  if (pasted.trim() === '') return { servers: [], problems: [{ id: 'servers.import.empty' }] }
  const tree = readable(pasted)
  if ('fault' in tree) return { servers: [], problems: [tree.fault] }
  const found = serverNodes(tree.node)
  if (!found) return { servers: [], problems: [{ id: 'servers.import.nothing' }] }
  const servers: ImportedServer[] = []
  const problems: Message[] = []
  const seen = new Set<string>()
  for (const { name, node } of found) {
    try {
      if (seen.has(name)) throw new AppError('INVALID_INPUT', { reason: 'servers.importTwice' })
      seen.add(name)
      servers.push(importedServer(name, node))
    } catch (thrown) {
      problems.push(entryProblem(name, AppError.from(thrown)))
    }
  }
  return { servers, problems }
}

function entryProblem(name: string, error: AppError): Message {
  const params = { name, problem: errorMessage(error) }
  const hint = hintParam(error)
  return hint === '' ? { id: 'servers.import.problem', params } : { id: 'servers.import.problemAndHint', params: { ...params, hint } }
}

function importedServer(name: string, node: Node): ImportedServer {
  const entry = valueOf(node)
  const id = parseServerName(name)
  const twice = duplicateName(node)
  if (twice) throw new AppError('INVALID_INPUT', { reason: 'servers.memberTwice', params: { name: twice.name } })
  if (!isRecord(entry)) throw new AppError('INVALID_INPUT', { reason: 'servers.entryNotAnObject' })
  const launch = parseLaunch(normalised(entry))
  const ignored = RIGHTS.filter((word) => Object.hasOwn(entry, word)).map((word): Message => ({
    id: 'servers.remark.rights',
    params: { word },
  }))
  const file: readonly Message[] = entry['envFile'] === undefined ? [] : [{ id: 'servers.remark.envFile' }]
  return { id, launch, remarks: [...launchWarnings(launch), ...ignored, ...file] }
}

/** Other hosts use other field names for the address of a server. */
function normalised(entry: Entry): Entry {
  const url = entry['url'] ?? entry['serverUrl'] ?? entry['httpUrl']
  return url === undefined ? entry : { ...entry, url }
}

/** READMEs often show only the content between the outer braces. */
function readable(text: string): { readonly node: Node } | { readonly fault: Message } {
  const whole = parseJson(text)
  if (whole.ok) return whole.tree ? { node: whole.tree } : { fault: { id: 'servers.import.empty' } }
  const wrapped = parseJson(`{${text}\n}`)
  if (wrapped.ok && wrapped.tree) return { node: wrapped.tree }
  const { line, column } = lineAndColumn(text, whole.fault.offset)
  const params = { line: String(line), column: String(column), fault: whole.fault.message }
  return { fault: { id: 'servers.import.unreadable', params } }
}

function serverNodes(root: Node): { readonly name: string; readonly node: Node }[] | undefined {
  if (root.type !== 'object') return undefined
  for (const place of PLACES) {
    const list = place.reduce<Node | undefined>((node, name) => node && memberOf(node, name), root)
    if (list?.type === 'object') return membersOf(list)
  }
  if (isServer(root)) return [{ name: nameFor(valueOf(root)), node: root }]
  const bare = membersOf(root).filter(({ node }) => isServer(node))
  return bare.length > 0 ? bare : undefined
}

function isServer(node: Node): boolean {
  return node.type === 'object' && ['command', 'url', 'serverUrl', 'httpUrl'].some((name) => memberOf(node, name)?.type === 'string')
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
  const url = entry['url'] ?? entry['serverUrl'] ?? entry['httpUrl']
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
