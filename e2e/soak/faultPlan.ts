import type { Random } from './random.ts'

/**
 * What goes wrong. `kill` and `quit` end Parley and start it again; `sleep` stops its process and moves its clock ahead; `crash` kills a
 * server and `hang` stops one for a while; `cut` takes the network away; `change` makes a server offer something else.
 */
export type FaultKind = 'kill' | 'quit' | 'sleep' | 'crash' | 'hang' | 'cut' | 'change'

export interface Fault {
  readonly kind: FaultKind
  /** Milliseconds since the beginning. */
  readonly at: number
  /** How long it lasts, for `sleep`, `hang` and `cut`. */
  readonly ms: number
}

const small: readonly FaultKind[] = ['crash', 'sleep', 'cut', 'hang', 'change']
/** A small fault comes about as often as this. */
const EVERY_MS = 7_000
/** Parley lives at most about so long, so that an hour has enough ends, and each life is long enough to see something grow. */
const LIFE_MS = 5 * 60_000
/** How long after a kill the next one comes. */
const AGAIN_MS = { least: 3_000, more: 7_000 }

/**
 * Pure for one seed: what goes wrong, and when. Parley ends at random instants, killed most of the time; the small faults take turns in a
 * random order, so that each comes as often as the others. In one life it never ends.
 */
export function planFaults(durationMs: number, random: Random, oneLife = false): readonly Fault[] {
  const ends = oneLife ? [] : planEnds(durationMs, random.fork('ends'))
  return [...ends, ...planSmall(durationMs, random.fork('small'))].toSorted((a, b) => a.at - b.at)
}

function planEnds(durationMs: number, random: Random): readonly Fault[] {
  // A short soak is killed early: the rest of its time is one life, in which something can be seen to grow.
  if (durationMs < LIFE_MS) return [{ kind: 'kill', at: Math.round((0.15 + random.next() / 5) * durationMs), ms: 0 }]
  const lives = Math.max(2, Math.ceil(durationMs / LIFE_MS))
  const lifeMs = durationMs / lives
  // Each life but the last ends somewhere in the last third of its time. The one after a kill is killed while it still starts its servers.
  return Array.from({ length: lives - 1 }, (_, life): readonly Fault[] => {
    const at = Math.round((life + 2 / 3 + random.next() / 3) * lifeMs)
    if (life % 4 === 3) return [{ kind: 'quit', at, ms: 0 }]
    const again = at + AGAIN_MS.least + random.below(AGAIN_MS.more)
    return [at, again].map((killed) => ({ kind: 'kill', at: killed, ms: 0 }))
  }).flat()
}

function planSmall(durationMs: number, random: Random): readonly Fault[] {
  const faults: Fault[] = []
  let waiting: FaultKind[] = []
  for (let at = EVERY_MS; at < durationMs - EVERY_MS; at += Math.round(EVERY_MS * (0.7 + 0.6 * random.next()))) {
    if (waiting.length === 0) waiting = shuffled(small, random)
    const kind = waiting.pop()
    if (kind) faults.push({ kind, at, ms: 1_000 + random.below(3_000) })
  }
  return faults
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}
