import { canonicalJson, isRecord, type JsonObject, type JsonValue } from '../lib/json'
import { evaluateCondition } from './evaluateCondition'
import { formatHost, parseWebAddress, type WebAddress } from './parseWebAddress'
import { parsePath, type ParsedPath } from './parsePath'
import { parseRepository } from './parseRepository'
import type { ArgumentCondition } from '../domain/rule'
import { needsExactValue } from './needsExactValue'

/** One argument of a call, with the conditions that a rule made from the call may have. The best match comes first. */
export interface ArgumentOffers {
  /** Keys that lead to the argument, from the outside in. */
  readonly path: readonly string[]
  /** The call itself meets each of them. Empty if no condition fits the argument. */
  readonly offers: readonly ArgumentCondition[]
}

type Offer = Pick<ArgumentCondition, 'test' | 'value'>

const DEEPEST = 3
/** As many as a rule can name. */
const MOST_ARGUMENTS = 50
const LONGEST_VALUE = 4096

/**
 * Pure: returns every argument of a call with the conditions that are possible for it: "is", "is exactly" for a list or object, "is in
 * FOLDER" with the folders above it, "is in repository", "is on host", "is at least", "is at most". Never leaves one out: empty if there are
 * more than a rule can name.
 */
export function suggestConditions(args: JsonObject): readonly ArgumentOffers[] {
  const leaves = [leavesOf(args, []), Object.entries(args).map(([key, value]) => ({ path: [key], value }))].find(
    ({ length }) => length <= MOST_ARGUMENTS,
  )
  return (leaves ?? []).map(({ path, value }) => ({ path, offers: offersFor(args, path, value) }))
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
  const wider = isRecord(value) ? [] : widerOffers(Array.isArray(value) ? value : [value])
  // What runs, pays or is sent to somebody is compared as a whole unless the person widens it.
  const offers = needsExactValue(path) ? [...exactOffers(value), ...wider] : [...wider, ...exactOffers(value)]
  // For a list, all items count: keep only the conditions that all items meet.
  return offers
    .map((offer): ArgumentCondition => ({ path: [...path], ...offer }))
    .filter((condition) => evaluateCondition(condition, args) === 'yes')
    .toSorted((a, b) => Number(isBound(a)) - Number(isBound(b)))
}

/** The condition that only the value itself meets. There is none for a value that is too long to be kept in a rule. */
function exactOffers(value: JsonValue): readonly Offer[] {
  if (typeof value === 'object' && value !== null) {
    const text = canonicalJson(value)
    return text.length > LONGEST_VALUE ? [] : [{ test: 'exactly', value: text }]
  }
  return typeof value === 'string' && value.length > LONGEST_VALUE ? [] : [{ test: 'is', value }]
}

/** The conditions that other values meet too, from the first item of a list. */
function widerOffers([first]: readonly JsonValue[]): readonly Offer[] {
  if (typeof first === 'number') {
    return [
      { test: 'atLeast', value: first },
      { test: 'atMost', value: first },
    ]
  }
  return typeof first === 'string' && first.length <= LONGEST_VALUE ? textOffers(first) : []
}

function isBound({ test }: ArgumentCondition): boolean {
  return test === 'atLeast' || test === 'atMost'
}

function textOffers(text: string): readonly Offer[] {
  const place = parsePath(text)
  if (place) return foldersOf(place).map((value) => ({ test: 'inFolder', value }))
  const web = parseWebAddress(text)
  const repository = parseRepository(text)
  const name = repository?.path.slice(0, 2).join('/')
  return [
    ...(web ? [{ test: 'onHost' as const, value: hostOf(web) }] : []),
    ...(repository && name !== undefined
      ? [{ test: 'inRepository' as const, value: repository.host === undefined ? name : `https://${repository.host}/${name}` }]
      : []),
  ]
}

/** A rule that was made from an encrypted call allows no other kind: the scheme belongs to it. */
function hostOf(web: WebAddress): string {
  return web.scheme === 'https' || web.scheme === 'wss' ? `${web.scheme}://${formatHost(web)}` : formatHost(web)
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
