import { assertNever } from '../lib/assertNever'
import { canonicalJson, isRecord, type JsonObject, type JsonValue } from '../lib/json'
import { parseWebAddress } from './parseWebAddress'
import { parsePath } from './parsePath'
import { parseRepository, type Repository } from './parseRepository'
import type { ArgumentCondition } from '../domain/rule'
import { normalizeText } from '../lib/limitCombiningMarks'

/** The result of a check. 'unknown' means that Parley cannot tell. */
export type Certainty = 'yes' | 'no' | 'unknown'

const LONGEST = 32_768

/** Checks whether a path is a folder or inside it. */
export type InFolder = (path: string, folder: string) => Certainty

/**
 * Pure: whether these arguments meet a condition. A missing argument is unknown, because a server may use a default. An argument of another
 * type is unknown too. For a list, all items count, and the result is unknown if they differ.
 */
export function evaluateCondition(condition: ArgumentCondition, args: JsonObject, inFolder: InFolder = isInFolder): Certainty {
  return evaluateValue(condition, argumentAt(args, condition.path), inFolder)
}

/** Pure: whether one value meets a condition. */
export function evaluateValue(condition: ArgumentCondition, value: JsonValue | undefined, inFolder: InFolder = isInFolder): Certainty {
  if (condition.test === 'exactly') return isExactly(value, condition.value)
  if (Array.isArray(value)) return ofAll(value.map((item: JsonValue) => itemAnswer(condition, item, inFolder)))
  return itemAnswer(condition, value, inFolder)
}

function itemAnswer(condition: ArgumentCondition, value: JsonValue | undefined, inFolder: InFolder): Certainty {
  const wanted = condition.value
  switch (condition.test) {
    case 'is':
      return isSame(value, wanted)
    case 'exactly':
      return isExactly(value, wanted)
    case 'atLeast':
      return bothNumbers(value, wanted, (number, bound) => number >= bound)
    case 'atMost':
      return bothNumbers(value, wanted, (number, bound) => number <= bound)
    case 'inFolder':
      return bothTexts(value, wanted, (path, folder) => (mayBeExpanded(path) ? 'unknown' : inFolder(path, folder)))
    case 'inRepository':
      return bothTexts(value, wanted, isInRepository)
    case 'onHost':
      return bothTexts(value, wanted, isOnHost)
    default:
      return assertNever(condition.test)
  }
}

/**
 * Pure: returns the argument that the keys lead to, from the outside in. Undefined if there is none, or if a program could read another key
 * instead.
 */
export function argumentAt(args: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = args
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key) || hasTwin(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Whether another key differs only in upper and lower case. Many programs (all that read JSON as Go does) would take the later of both. */
function hasTwin(value: JsonObject, key: string): boolean {
  return Object.keys(value).some((other) => other !== key && other.length === key.length && folded(other) === folded(key))
}

/** Pure: whether a path names a folder or something inside it. Compares only the texts and reads no disk. */
export function isInFolder(path: string, folder: string): Certainty {
  const [place, limit] = [parsePath(path), parsePath(folder)]
  if (!place || !limit || place.system !== limit.system) return 'unknown'
  const begins = (plain: (segment: string) => string): boolean =>
    place.drive === limit.drive && limit.segments.every((segment, index) => plain(place.segments[index] ?? '') === plain(segment))
  if (begins((segment) => segment)) return 'yes'
  // Windows ignores case, but a few letters are equal only in upper case or only in lower case. Both comparisons must agree.
  if (place.system === 'windows' && begins((segment) => segment.toLowerCase()) && begins((segment) => segment.toUpperCase())) return 'yes'
  return begins((segment) => folded(unescaped(segment))) ? 'unknown' : 'no'
}

/** Whether a program that reads a path as a shell does would put something in the place of a part of it: `$HOME`, `~dana`, `%TEMP%`. */
function mayBeExpanded(path: string): boolean {
  return /[$`]|(?:^|[\\/])~|%\w+%/.test(path)
}

/** The segment as a program reads it that decodes every path like a part of an address. */
function unescaped(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function isOnHost(text: string, wanted: string): Certainty {
  const place = parseWebAddress(text)
  const hasScheme = wanted.includes('://')
  const limit = place && parseWebAddress(hasScheme ? wanted : `${place.scheme}://${wanted}`)
  if (!place || !limit || limit.path !== '') return 'unknown'
  // The same host without encryption is another thing: anybody on the way can answer for it.
  if (hasScheme && place.host === limit.host && place.scheme !== limit.scheme) return 'unknown'
  if (place.host === limit.host && place.port === limit.port) return 'yes'
  // A rule without a port may mean every port.
  if (place.host === limit.host) return /:\d+$/.test(wanted) ? 'no' : 'unknown'
  // One IPv6 address has several notations, and can contain an IPv4 address.
  const hosts = [place.host, limit.host]
  return hosts.some((host) => host.startsWith('[')) && hosts.every((host) => /^[[\d]/.test(host)) ? 'unknown' : 'no'
}

function isInRepository(text: string, wanted: string): Certainty {
  const [given, limit] = [parseRepository(text), parseRepository(wanted)]
  if (!given || !limit) return 'unknown'
  const named = limit.host === undefined && given.host === 'github.com' ? { ...limit, host: 'github.com' } : limit
  if (given.host !== named.host) return holdsPath(given, named) ? 'unknown' : 'no'
  if (given.host === 'github.com') return fromBoolean(begins(given.path.slice(0, 2), named.path.slice(0, 2), true))
  if (given.path.length === named.path.length && begins(given.path, named.path, false)) return 'yes'
  return begins(given.path, named.path, true) || begins(named.path, given.path, true) ? 'unknown' : 'no'
}

function holdsPath(given: Repository, limit: Repository): boolean {
  return given.path.some((_part, index) => begins(given.path.slice(index), limit.path.slice(0, 2), true))
}

function begins(path: readonly string[], start: readonly string[], fold: boolean): boolean {
  const plain = (part: string | undefined): string | undefined => (fold ? part?.toLowerCase() : part)
  return start.every((part, index) => plain(path[index]) === plain(part))
}

function isSame(value: JsonValue | undefined, wanted: ArgumentCondition['value']): Certainty {
  if (value === wanted) return 'yes'
  if (typeof value === 'string' && typeof wanted === 'string') {
    return value.length > LONGEST || folded(value.trim()) === folded(wanted.trim()) ? 'unknown' : 'no'
  }
  return typeof value !== typeof wanted || value === null || wanted === null ? 'unknown' : 'no'
}

function isExactly(value: JsonValue | undefined, wanted: ArgumentCondition['value']): Certainty {
  if (value === undefined) return 'unknown'
  return isSame(canonicalJson(value), wanted)
}

/** Removes the differences that some programs and disks ignore: case, equivalent forms of a letter, invisible characters. */
function folded(text: string): string {
  if (!/[^ -~]/.test(text)) return text.toUpperCase()
  const seen = normalizeText(text, 'NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return normalizeText(seen.toUpperCase(), 'NFKC')
}

function bothNumbers(value: unknown, bound: unknown, holds: (value: number, bound: number) => boolean): Certainty {
  return typeof value === 'number' && typeof bound === 'number' ? fromBoolean(holds(value, bound)) : 'unknown'
}

function bothTexts(value: unknown, wanted: unknown, answer: (value: string, wanted: string) => Certainty): Certainty {
  return typeof value === 'string' && typeof wanted === 'string' ? answer(value, wanted) : 'unknown'
}

function ofAll(answers: readonly Certainty[]): Certainty {
  const [first, ...others] = answers
  return first !== undefined && others.every((other) => other === first) ? first : 'unknown'
}

function fromBoolean(holds: boolean): Certainty {
  return holds ? 'yes' : 'no'
}
