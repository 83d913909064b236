import { isRecord, type JsonObject, type JsonValue } from '../lib/json'
import { evaluateCondition } from './evaluateCondition'
import { formatHost, parseWebAddress } from './parseWebAddress'
import { parsePath, type ParsedPath } from './parsePath'
import { parseRepository } from './parseRepository'
import type { ArgumentCondition } from '../domain/rule'

/** One argument of a call, with the conditions that a rule made from the call may have. The best match comes first. */
export interface ArgumentOffers {
  /** Keys that lead to the argument, from the outside in. */
  readonly path: readonly string[]
  /** The call itself meets each of them. Empty if no condition fits the argument. */
  readonly offers: readonly ArgumentCondition[]
}

type Offer = Pick<ArgumentCondition, 'test' | 'value'>

const DEEPEST = 3
const MOST_ARGUMENTS = 20
const LONGEST_VALUE = 4096

/**
 * Pure: returns the possible conditions for each argument of a call: "is", "is in FOLDER" with the folders above it, "is in repository",
 * "is on host", "is at least", "is at most".
 */
export function suggestConditions(args: JsonObject): readonly ArgumentOffers[] {
  return leavesOf(args, [])
    .slice(0, MOST_ARGUMENTS)
    .map(({ path, value }) => ({ path, offers: offersFor(args, path, value) }))
}

interface Leaf {
  readonly path: readonly string[]
  readonly value: JsonValue
}

function leavesOf(args: JsonObject, above: readonly string[]): readonly Leaf[] {
  return Object.entries(args).flatMap(([key, value]): readonly Leaf[] => {
    const path = [...above, key]
    const inside = isRecord(value) && path.length < DEEPEST && Object.keys(value).length > 0
    return inside ? leavesOf(value, path) : [{ path, value }]
  })
}

function offersFor(args: JsonObject, path: readonly string[], value: JsonValue): readonly ArgumentCondition[] {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value]
  const [first] = items
  if (first === undefined) return []
  // For a list, all items count: keep only the conditions of the first item that all items meet.
  return offersOf(first)
    .map((offer): ArgumentCondition => ({ path: [...path], ...offer }))
    .filter((condition) => evaluateCondition(condition, args) === 'yes')
}

function offersOf(value: JsonValue): readonly Offer[] {
  if (typeof value === 'number') {
    return [
      { test: 'is', value },
      { test: 'atLeast', value },
      { test: 'atMost', value },
    ]
  }
  if (typeof value === 'string') return value.length > LONGEST_VALUE ? [] : [...textOffers(value), { test: 'is', value }]
  return typeof value === 'boolean' || value === null ? [{ test: 'is', value }] : []
}

function textOffers(text: string): readonly Offer[] {
  const place = parsePath(text)
  if (place) return foldersOf(place).map((value) => ({ test: 'inFolder', value }))
  const web = parseWebAddress(text)
  const repository = parseRepository(text)
  const name = repository?.path.slice(0, 2).join('/')
  return [
    ...(web ? [{ test: 'onHost' as const, value: formatHost(web) }] : []),
    ...(repository && name !== undefined
      ? [{ test: 'inRepository' as const, value: repository.host === undefined ? name : `https://${repository.host}/${name}` }]
      : []),
  ]
}

/**
 * Returns the most likely folder first, then the folders above it. A name with an extension counts as a file. Never returns the whole disk.
 */
function foldersOf(place: ParsedPath): readonly string[] {
  const all = place.segments.map((_segment, index) => pathOf(place, place.segments.slice(0, index + 1))).toReversed()
  const isFile = /^[^.].*\.[^.]+$/.test(place.segments.at(-1) ?? '')
  const [itself, ...above] = all
  return isFile && itself !== undefined ? [...above, itself] : all
}

function pathOf({ system, drive }: ParsedPath, segments: readonly string[]): string {
  return system === 'windows' ? `${drive.toUpperCase()}:\\${segments.join('\\')}` : `/${segments.join('/')}`
}
