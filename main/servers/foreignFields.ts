import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'

type Entry = Readonly<Record<string, unknown>>

/** What a configuration says beside its launch in the words of other hosts, as far as Parley has the thing. */
export interface ForeignFields {
  /** False when the server is switched off there. */
  readonly enabled: boolean
  /** The tools that are switched off there. */
  readonly disabledTools: readonly string[]
  /** What a person should know: each field that means something there and nothing here. */
  readonly remarks: readonly Message[]
}

/** The fields of a launch, and those that name or describe a server without changing what it does. */
const SILENT: ReadonlySet<string> = new Set(
  [
    'type transport command args env cwd url serverUrl httpUrl headers parley',
    'name title description id icon icons logo logoUrl version author tags homepage gallery provider',
    '$schema comment _comment //',
    'disabled enabled isActive disabledTools excludeTools sandboxEnabled sandbox',
  ].flatMap((words) => words.split(' ')),
)
/** Fields by which other hosts let a configuration give itself rights. Parley asks the user instead. */
const RIGHTS: ReadonlySet<string> = new Set(['autoApprove', 'alwaysAllow', 'trust', 'trusted', 'autoStart'])

/** Fields that mean something to other hosts, and resemble those that Parley reads: of Goose, Zed, Codex, Continue, VS Code. */
const LIKE_OURS: ReadonlySet<string> = new Set(['envs', 'envFile', 'env_vars', 'uri', 'cmd', 'environment', 'http_headers', 'includeTools'])

/** Pure: whether another host knows the field, so that it is no slip. */
export function isForeignField(word: string): boolean {
  return SILENT.has(word) || RIGHTS.has(word) || LIKE_OURS.has(word)
}

/**
 * Pure: reads the fields of other hosts in an entry. Nothing that restricts a server is dropped without a word.
 * @throws {AppError} INVALID_INPUT when the entry wants its server confined: without that it would run with all rights of the user.
 */
export function readForeignFields(entry: Entry): ForeignFields {
  refuseConfined(entry)
  const enabled = leavesOn(entry['disabled'], true) && leavesOn(entry['enabled'], false) && leavesOn(entry['isActive'], false)
  const remarks = Object.entries(entry).flatMap(([word, value]): Message[] => {
    if (value === undefined || value === null || SILENT.has(word)) return []
    if (RIGHTS.has(word)) return [{ id: 'servers.remark.rights', params: { word } }]
    if (word === 'envFile') return [{ id: 'servers.remark.envFile' }]
    if (word === 'includeTools') return [{ id: 'servers.remark.includeTools', params: { tools: names(value).join(', ') } }]
    return [{ id: 'servers.remark.ignored', params: { word } }]
  })
  return {
    enabled,
    disabledTools: [...new Set([...names(entry['disabledTools']), ...names(entry['excludeTools'])])],
    remarks: [...(enabled ? [] : [{ id: 'servers.remark.off' } as const]), ...remarks],
  }
}

/** VS Code confines a server whose entry has `sandboxEnabled`; `sandbox` says what it may still reach. */
function refuseConfined(entry: Entry): void {
  const { sandboxEnabled, sandbox } = entry
  const word = sandboxEnabled ? 'sandboxEnabled' : sandbox && (sandboxEnabled ?? undefined) === undefined ? 'sandbox' : undefined
  if (word !== undefined) throw new AppError('INVALID_INPUT', { reason: 'servers.confined', params: { word } })
}

/** Whether a switch does not turn the server off. `"true"`, 1 and the like count as what they say. */
function leavesOn(value: unknown, off: boolean): boolean {
  return value === undefined || value === null || [off, String(off), Number(off)].every((word) => word !== value)
}

function names(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}
