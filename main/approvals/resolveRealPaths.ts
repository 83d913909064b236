import { lstat, realpath } from 'node:fs/promises'
import { argumentAt } from '../../shared/rules/evaluateCondition'
import { parseHost } from '../../shared/rules/parseHost'
import { parsePath, type ParsedPath } from '../../shared/rules/parsePath'
import type { Rule } from '../../shared/domain/rule'
import type { ServerDefinition } from '../../shared/domain/server'
import type { JsonObject } from '../../shared/lib/json'
import { untilAborted } from '../lib/untilAborted'
import type { RealPaths } from './ruleContext'

const MOST_PATHS = 100
/** A disk of the network may never answer; longer than this nobody waits for all of them. */
const LONGEST_MS = 2_000

interface PathCall {
  readonly server: Pick<ServerDefinition, 'id' | 'launch'>
  readonly tool: string
  readonly arguments: JsonObject
}

/** Pure: the folders of conditions and the paths that they are about, of all rules for a tool of a server that runs on this computer. */
export function pathsToResolve(rules: readonly Pick<Rule, 'subject'>[], { server, tool, arguments: args }: PathCall): ReadonlySet<string> {
  if (!runsHere(server)) return new Set()
  const near = rules.flatMap(({ subject }) => (subject.serverId === server.id && subject.tool === tool ? [subject] : []))
  const conditions = near.flatMap(({ where = [] }) => where.filter(({ test }) => test === 'inFolder'))
  const values = new Set(conditions.flatMap(({ path, value }) => [value, argumentAt(args, path)].flat()))
  return new Set([...values].filter((value) => typeof value === 'string').slice(0, MOST_PATHS))
}

/** A server that is reached at this computer's own address runs on it too, or says nothing of what is looked up here. */
function runsHere({ launch }: Pick<ServerDefinition, 'launch'>): boolean {
  if (launch.kind === 'stdio') return true
  return /^(?:(?:.*\.)?localhost|127\.[\d.]+|\[::1\])$/.test(parseHost(launch.url)?.host ?? '')
}

/** Where paths lead once links are followed. One that cannot be told, or not soon enough, is left out. */
export async function resolveRealPaths(paths: ReadonlySet<string>): Promise<RealPaths> {
  const found = new Map<string, readonly string[]>()
  const late = AbortSignal.timeout(LONGEST_MS)
  // One after the other: a disk that does not answer holds up one thread of Node's few.
  for (const path of paths) {
    if (late.aborted) break
    const places = await untilAborted(readingsOf(path), late).catch(() => undefined)
    if (places) found.set(path, places)
  }
  return found
}

/**
 * A server may take `..` away first, as words, or follow links before that, as the operating system does: both count.
 */
async function readingsOf(text: string): Promise<readonly string[] | undefined> {
  const place = parsePath(text)
  if (!place || place.system !== (process.platform === 'win32' ? 'windows' : 'posix') || isOwn(place) || isUriBack(text)) return undefined
  const byWords = await realPath(rootOf(place), place.segments)
  const stepped = steppedBack(text)
  if (!stepped || byWords === undefined) return byWords === undefined ? undefined : [byWords]
  const start = await resolved(stepped.start)
  const bySystem = typeof start === 'string' ? undefined : await realPath(start.path, stepped.rest)
  return bySystem === undefined ? undefined : [byWords, bySystem]
}

/** Whether every program finds something else there: its own folder, its own files. */
function isOwn({ system, segments: [first = ''] }: ParsedPath): boolean {
  return system === 'posix' && ['proc', 'dev'].includes(first)
}

/** Of an address some programs take `..` away as words, some make a path of it first. */
function isUriBack(text: string): boolean {
  return /^file:/i.test(text) && /\/(?:\.|%2e){2}(?:\/|$)/i.test(text)
}

/** A path up to its last `..`, and what follows. */
function steppedBack(text: string): { readonly start: string; readonly rest: readonly string[] } | undefined {
  const parts = text.split(process.platform === 'win32' ? /[\\/]/ : '/')
  const last = parts.lastIndexOf('..')
  if (last < 0) return undefined
  return { start: parts.slice(0, last + 1).join('/'), rest: parts.slice(last + 1).filter((part) => part !== '' && part !== '.') }
}

/** The real place of the deepest part that is there, and the rest behind it. */
async function realPath(start: string, segments: readonly string[]): Promise<string | undefined> {
  const whole = await resolved(join(start, segments))
  if (whole !== 'missing') return whole === 'unknown' ? undefined : whole.path
  let deepest: string | undefined
  // From above: however long a path is, only what is there of it is looked at.
  for (let depth = 0; depth < segments.length; depth++) {
    const found = await resolved(join(start, segments.slice(0, depth)))
    if (found === 'unknown') return undefined
    if (found === 'missing') return deepest === undefined ? undefined : join(deepest, segments.slice(depth - 1))
    deepest = found.path
  }
  return deepest === undefined ? undefined : join(deepest, segments.slice(-1))
}

/** A link that leads nowhere is not missing: whoever writes to it writes somewhere else. */
async function resolved(path: string): Promise<{ readonly path: string } | 'missing' | 'unknown'> {
  try {
    return { path: await realpath(path) }
  } catch (error) {
    return isMissing(error) && (await isNothing(path)) ? 'missing' : 'unknown'
  }
}

async function isNothing(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return false
  } catch (error) {
    return isMissing(error)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function rootOf({ system, drive }: ParsedPath): string {
  return system === 'windows' ? `${drive}:/` : '/'
}

function join(start: string, segments: readonly string[]): string {
  return segments.length === 0 ? start : `${start.replace(/[\\/]$/, '')}/${segments.join('/')}`
}
