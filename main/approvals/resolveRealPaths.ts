import { lstat, realpath } from 'node:fs/promises'
import { argumentAt } from '../../shared/rules/evaluateCondition'
import { parseWebAddress } from '../../shared/rules/parseWebAddress'
import { parsePath, type ParsedPath } from '../../shared/rules/parsePath'
import type { LockedRule, Rule } from '../../shared/domain/rule'
import type { ServerConfig } from '../../shared/domain/server'
import type { JsonObject } from '../../shared/lib/json'
import { isLoopbackHost } from '../../shared/lib/isLoopbackHost'
import { untilAborted } from '../lib/untilAborted'
import type { RealPaths } from './ruleContext'

const MOST_PATHS = 100
/** The time limit for all paths together, because a network disk may never answer. */
const LONGEST_MS = 2_000

interface PathCall {
  readonly server: Pick<ServerConfig, 'id' | 'launch'>
  readonly tool: string
  readonly arguments: JsonObject
}

/**
 * Pure: the paths to resolve for a call: the folders in conditions and the arguments they apply to, over all rules for the tool. Empty if
 * the server runs on another computer.
 */
export function pathsToResolve(
  rules: readonly Pick<Rule | LockedRule, 'subject'>[],
  { server, tool, arguments: args }: PathCall,
): ReadonlySet<string> {
  if (!runsHere(server)) return new Set()
  const near = rules.flatMap(({ subject }) => (subject.serverId === server.id && subject.tool === tool ? [subject] : []))
  const conditions = near.flatMap(({ where = [] }) => where.filter(({ test }) => test === 'inFolder'))
  const values = new Set(conditions.flatMap(({ path, value }) => [value, argumentAt(args, path)].flat()))
  return new Set([...values].filter((value) => typeof value === 'string').slice(0, MOST_PATHS))
}

/** A server at this computer's own address counts as local. If it is not, the paths found here do not matter. */
function runsHere({ launch }: Pick<ServerConfig, 'launch'>): boolean {
  if (launch.kind === 'stdio') return true
  return isLoopbackHost(parseWebAddress(launch.url)?.host ?? '')
}

/** The real paths after following links. Paths that fail or take too long are left out. */
export async function resolveRealPaths(paths: ReadonlySet<string>): Promise<RealPaths> {
  const found = new Map<string, readonly string[]>()
  const late = AbortSignal.timeout(LONGEST_MS)
  // One at a time, so that a disk that does not answer blocks only one of Node's few threads.
  for (const path of paths) {
    if (late.aborted) break
    const places = await untilAborted(readingsOf(path), late).catch(() => undefined)
    if (places) found.set(path, places)
  }
  return found
}

/** A server may remove `..` from the text first, or follow links first like the operating system. Both results count. */
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

/** Whether the path differs for each process, as in `/proc` and `/dev`. */
function isOwn({ system, segments: [first = ''] }: ParsedPath): boolean {
  return system === 'posix' && ['proc', 'dev'].includes(first)
}

/** Whether a file URL contains `..`. Some programs remove it as text, others convert the URL to a path first. */
function isUriBack(text: string): boolean {
  return /^file:/i.test(text) && /\/(?:\.|%2e){2}(?:\/|$)/i.test(text)
}

/** A path up to its last `..`, and the rest. */
function steppedBack(text: string): { readonly start: string; readonly rest: readonly string[] } | undefined {
  const parts = text.split(process.platform === 'win32' ? /[\\/]/ : '/')
  const last = parts.lastIndexOf('..')
  if (last < 0) return undefined
  return { start: parts.slice(0, last + 1).join('/'), rest: parts.slice(last + 1).filter((part) => part !== '' && part !== '.') }
}

/** The real path of the deepest existing part, followed by the rest. */
async function realPath(start: string, segments: readonly string[]): Promise<string | undefined> {
  const whole = await resolved(join(start, segments))
  if (whole !== 'missing') return whole === 'unknown' ? undefined : whole.path
  let deepest: string | undefined
  // From the top down, so that only existing parts of a long path cost time.
  for (let depth = 0; depth < segments.length; depth++) {
    const found = await resolved(join(start, segments.slice(0, depth)))
    if (found === 'unknown') return undefined
    if (found === 'missing') return deepest === undefined ? undefined : join(deepest, segments.slice(depth - 1))
    deepest = found.path
  }
  return deepest === undefined ? undefined : join(deepest, segments.slice(-1))
}

/** A dangling link does not count as missing, because writing to it creates a file elsewhere. */
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
