/** Numbers that look random and come from a seed alone: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number of at least 0, less than `count`. */
  below(count: number): number
  chance(probability: number): boolean
  /** @throws {RangeError} for an empty list */
  pick<T>(list: readonly T[]): T
  /** Numbers of its own for each name, whatever others have drawn: what runs side by side does not disturb each other. */
  fork(name: string): Random
}

/** Pure for one seed. The generator is mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new RangeError('Nothing to pick from')
      return picked
    },
    fork: (name) => createRandom(Buffer.from(name).reduce((sum, byte) => Math.imul(sum ^ byte, 16_777_619), seed ^ 0x811c9dc5)),
  }
}
