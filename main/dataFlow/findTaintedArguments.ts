import type { ArgumentTrace, DataFlowSource } from '../../shared/domain/dataFlow'
import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { NgramIndex } from './ngramIndex'

/** Texts and their source. */
export interface TracedText {
  readonly source: DataFlowSource
  readonly texts: readonly string[]
}

/** Shorter matches are too common to mean anything. */
export const SHORTEST_TRACE = 16

/** How much of the arguments is searched, and how many matches are marked. */
const ARGUMENT_UNITS = 64 * 1024
const MOST_TRACES = 200

/** A key and its parent step. */
interface Step {
  readonly key: string
  readonly before: Step | undefined
}

interface Leaf {
  readonly at: Step | undefined
  readonly text: string
}

/**
 * Pure: the parts of the arguments that occur word for word in an earlier text. If several have the same words, the first of `earlier` is
 * named. Linear time: every argument is read twice, every text once.
 */
export function findTaintedArguments(args: JsonObject, earlier: readonly TracedText[]): readonly ArgumentTrace[] {
  const leaves = leavesOf(args)
  if (leaves.length === 0 || earlier.length === 0) return []
  const index = new NgramIndex(
    leaves.map(({ text }) => text),
    SHORTEST_TRACE,
  )
  earlier.forEach(({ texts }, which) => {
    for (const text of texts) index.markAllIn(text, which)
  })
  return leaves.flatMap((leaf, which) => tracesOfLeaf(leaf, index.foundIn(which), earlier)).slice(0, MOST_TRACES)
}

/** Adjacent matches from the same source are merged. */
function tracesOfLeaf({ at }: Leaf, found: readonly (number | undefined)[], earlier: readonly TracedText[]): ArgumentTrace[] {
  const pieces: { start: number; end: number; which: number }[] = []
  found.forEach((which, start) => {
    if (which === undefined) return
    const end = start + SHORTEST_TRACE
    const last = pieces.at(-1)
    if (last && last.which === which && start <= last.end) last.end = end
    else if (!last || end > last.end) pieces.push({ start: Math.max(start, last?.end ?? 0), end, which })
  })
  const path = pieces.length > 0 ? pathTo(at) : []
  return pieces.flatMap(({ start, end, which }) => {
    const source = earlier[which]?.source
    return source ? [{ path, start, end, source }] : []
  })
}

/** Built only for matches, because a path for every value of deep arguments would be too expensive. */
function pathTo(last: Step | undefined): readonly string[] {
  const keys: string[] = []
  for (let step = last; step; step = step.before) keys.push(step.key)
  return keys.toReversed()
}

/** Every string in the arguments that is long enough, with its path. */
function leavesOf(args: JsonObject): readonly Leaf[] {
  const leaves: Leaf[] = []
  const open: { readonly at: Step | undefined; readonly value: JsonValue }[] = [{ at: undefined, value: args }]
  let left = ARGUMENT_UNITS
  for (let next = open.pop(); next !== undefined && left > 0; next = open.pop()) {
    const { at, value } = next
    if (typeof value === 'string') {
      const text = value.slice(0, left)
      left -= text.length
      if (text.length >= SHORTEST_TRACE) leaves.push({ at, text })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value).toReversed()) open.push({ at: { key, before: at }, value: inner })
    }
  }
  return leaves
}
