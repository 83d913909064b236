import { posix, win32 } from 'node:path'
import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type * as z from 'zod'
import { PolicyFile, type ServerPattern } from '../../shared/domain/policy'
import type { AppErrorData } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { isWithinDepth } from '../lib/jsonDepth'
import { lineAndColumn, objectFault, parseJson, valueOf, type JsonFault } from '../storage/parseJson'
import { dropIgnorable } from './dropIgnorable'
import type { PolicySheet } from './policySheet'
import { parseUrlPattern, splitServerUrl } from './urlPattern'
import type { Message } from '../../shared/i18n/message'
import { errorMessage } from '../../shared/i18n/errorText'
import { zodIssueMessage } from '../lib/zodIssueMessage'

export interface PolicyParsing {
  /** The folder that `~` stands for. */
  readonly home: string
  /** Why an entry of `mcpServers` cannot be used; undefined if it can. */
  readonly checkEntry: (name: string, entry: unknown) => AppErrorData | undefined
}

/** `ignored`: words that this Parley does not know, and that the policy allows it to leave out. */
export type ParsedPolicy = { readonly ok: true; readonly sheet: PolicySheet; readonly ignored: readonly string[] } | PolicyFaults

/** One fault in a file. `line` and `column` start at one. */
export interface PolicyFault {
  readonly line: number
  readonly column: number
  readonly fault: Message
}

/** All faults of a file; at least one. */
export interface PolicyFaults {
  readonly ok: false
  readonly faults: readonly [PolicyFault, ...PolicyFault[]]
  /** Who says to have set it and whom to ask, if that can be read of a file that cannot be used. For words alone. */
  readonly setBy?: PolicyAuthor
}

/** Who set a policy, and whom to ask about it. */
export type PolicyAuthor = Pick<PolicySheet, 'name' | 'contact'>

/** Pure: a fault with its position, as one message. */
export function faultMessage({ line, column, fault }: PolicyFault): Message {
  return { id: 'policy.at', params: { line: String(line), column: String(column), fault } }
}

type Path = readonly (string | number)[]

interface Fault {
  readonly path: Path
  readonly fault: Message
}

/**
 * Pure: parses a policy, or returns its faults with their lines. Unknown members make the file unusable, because a misspelled rule would
 * silently have no effect.
 */
export function parsePolicy(text: string, parsing: PolicyParsing): ParsedPolicy {
  try {
    return parse(text, parsing)
  } catch (thrown) {
    // The stack overflowed.
    if (thrown instanceof RangeError) return refused(text, [tooDeep])
    throw thrown
  }
}

function parse(text: string, parsing: PolicyParsing): ParsedPolicy {
  const reading = parseJson(text)
  if (!reading.ok) return refused(text, [reading.fault])
  const { tree } = reading
  if (!tree) return refused(text, [emptyFile])
  const fault = objectFault(tree)
  if (fault) return refused(text, [fault])
  const value = valueOf(tree)
  if (!isWithinDepth(value, LEVELS_MOST)) return refused(text, [tooDeep])
  const setBy = authorOf(value)
  const first = PolicyFile.safeParse(value, { reportInput: true })
  const { value: known, ignored } = first.success ? { value, ignored: [] } : dropIgnorable(value, first.error.issues)
  const parsed = ignored.length > 0 ? PolicyFile.safeParse(known, { reportInput: true }) : first
  if (!parsed.success)
    return refused(
      text,
      parsed.error.issues.map((issue) => atPath(tree, issueFault(issue))),
      setBy,
    )
  const { $schema: _schema, ignorable: _ignorable, ...file } = parsed.data
  const faults = [...patternFaults(file), ...folderFaults(file, parsing.home), ...entryFaults(file, parsing)]
  if (faults.length > 0)
    return refused(
      text,
      faults.map((one) => atPath(tree, one)),
      setBy,
    )
  return { ok: true, sheet: withWholePaths(file, parsing.home), ignored }
}

/** More levels than any server needs, but few enough that comparing policies cannot overflow the stack. */
const LEVELS_MOST = 100
const tooDeep: JsonFault = { message: { id: 'errors.storage.json.tooDeep' }, offset: 0 }
const emptyFile: JsonFault = { message: { id: 'policy.fault.empty' }, offset: 0 }

/** In the order of the file. */
function refused(text: string, faults: readonly JsonFault[], setBy?: PolicyAuthor): PolicyFaults {
  const [first = emptyFile, ...others] = faults.toSorted((a, b) => a.offset - b.offset)
  const place = ({ message, offset }: JsonFault): PolicyFault => ({ ...lineAndColumn(text, offset), fault: message })
  return { ok: false, faults: [place(first), ...others.map(place)], ...(setBy && { setBy }) }
}

/** Pure: who set a policy, from a value that need not be one: short, and without characters that are not drawn. */
function authorOf(value: unknown): PolicyAuthor | undefined {
  if (!isRecord(value)) return undefined
  const { shape } = PolicyFile
  const plain = (text: unknown): unknown => (typeof text === 'string' ? text.replaceAll(/[\p{C}\s]+/gu, ' ').trim() : text)
  const name = shape.name.safeParse(plain(value['name']))
  const contact = shape.contact.safeParse(plain(value['contact']))
  return name.success ? { name: name.data, ...(contact.data !== undefined && { contact: contact.data }) } : undefined
}

function issueFault(issue: z.core.$ZodIssue): Fault {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    return { path: [...path, key], fault: { id: 'policy.fault.unknownName', params: { path: [...path, key].join(' → ') } } }
  }
  const why = zodIssueMessage(issue)
  if (path.length === 0) return { path, fault: { id: 'policy.fault.root', params: { issue: why } } }
  return { path, fault: { id: 'policy.fault.value', params: { path: path.join(' → '), issue: why } } }
}

/** The position of a fault, or of the nearest enclosing node in the text. */
function atPath(tree: Node, { path, fault }: Fault): JsonFault {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return { message: fault, offset: node.parent?.type === 'property' ? node.parent.offset : node.offset }
  }
  return { message: fault, offset: tree.offset }
}

/** A pattern that matches nothing would silently forbid nothing. */
function wrongPattern(pattern: ServerPattern): Message | undefined {
  if ('serverName' in pattern || 'serverCommand' in pattern) return undefined
  if ('serverUrl' in pattern) return splitServerUrl(pattern.serverUrl) ? undefined : noAddress(pattern.serverUrl)
  const [kind, text = ''] = Object.entries(pattern)[0] ?? []
  switch (kind) {
    case 'command':
      if (/[/\\]/.test(text)) return /^([/*]|[a-z]:\\)/i.test(text) ? undefined : { id: 'policy.fault.notWhole', params: { text } }
      return /\s/.test(text) ? { id: 'policy.fault.program', params: { text } } : undefined
    case 'npm':
      return /^@?[\w.~*-]+(\/[\w.~*-]+)?$/.test(text) ? undefined : { id: 'policy.fault.package', params: { text } }
    case 'pypi':
      return /^[\w.*-]+$/.test(text) ? undefined : { id: 'policy.fault.package', params: { text } }
    case 'image':
      return /^([\w.*-]+(:(\d+|\*))?\/)?([\w.*-]+\/)*[\w.*-]+$/.test(text) ? undefined : { id: 'policy.fault.image', params: { text } }
    default:
      return parseUrlPattern(text) ? undefined : noAddress(text)
  }
}

function noAddress(text: string): Message {
  return { id: 'policy.fault.address', params: { text } }
}

function patternFaults({ servers, models, sampling, signIn }: PolicySheet): readonly Fault[] {
  const ofServers = (['allow', 'deny'] as const).flatMap((name) =>
    (servers?.[name] ?? []).flatMap((pattern, index) => {
      const fault = wrongPattern(pattern)
      return fault ? [{ path: ['servers', name, index, ...Object.keys(pattern)], fault }] : []
    }),
  )
  const lists = [
    { path: ['models', 'allow'], patterns: models?.allow },
    { path: ['sampling', 'models'], patterns: sampling?.models },
    { path: ['signIn', 'clients'], patterns: signIn?.clients },
  ]
  const addresses = lists.flatMap(({ path, patterns = [] }) =>
    patterns.flatMap(({ address }, index) => (address === undefined ? [] : [{ path: [...path, index, 'address'], pattern: address }])),
  )
  const wrong = addresses.filter(({ pattern }) => !parseUrlPattern(pattern))
  return [...ofServers, ...wrong.map(({ path, pattern }) => ({ path, fault: noAddress(pattern) }))]
}

function folderFaults({ folders }: PolicySheet, home: string): readonly Fault[] {
  const lists: readonly { readonly path: Path; readonly list: readonly string[] }[] = [
    { path: ['folders', 'within'], list: folders?.within ?? [] },
    ...Object.entries(folders?.ofServers ?? {}).map(([name, list]) => ({ path: ['folders', 'ofServers', name], list })),
  ]
  return lists.flatMap(({ path, list }) =>
    list.flatMap((folder, index): Fault[] =>
      isWhole(expand(folder, home)) ? [] : [{ path: [...path, index], fault: { id: 'policy.fault.notWhole', params: { text: folder } } }],
    ),
  )
}

function entryFaults({ mcpServers = {} }: PolicySheet, { checkEntry }: PolicyParsing): readonly Fault[] {
  return Object.entries(mcpServers).flatMap(([name, entry]): Fault[] => {
    const error = checkEntry(name, entry)
    return error ? [{ path: ['mcpServers', name], fault: { id: 'policy.fault.server', params: { name, why: errorMessage(error) } } }] : []
  })
}

function withWholePaths(file: PolicySheet, home: string): PolicySheet {
  const { folders } = file
  if (!folders) return file
  const all = (list: readonly string[]): string[] => list.map((folder) => inOneSpelling(expand(folder, home)))
  const ofServers = folders.ofServers && Object.fromEntries(Object.entries(folders.ofServers).map(([name, list]) => [name, all(list)]))
  return { ...file, folders: { ...(folders.within && { within: all(folders.within) }), ...(ofServers && { ofServers }) } }
}

function expand(folder: string, home: string): string {
  return folder === '~' || /^~[/\\]/.test(folder) ? `${home}${folder.slice(1)}` : folder
}

/** A local absolute path. Network shares are not allowed as folders. */
function isWhole(path: string): boolean {
  return /^[a-z]:\\/i.test(path) || (posix.isAbsolute(path) && !path.startsWith('//') && !path.includes('\\'))
}

function inOneSpelling(path: string): string {
  return (/^[a-z]:/i.test(path) ? win32 : posix).resolve(path)
}
