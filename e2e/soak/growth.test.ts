import { expect, it } from 'vitest'
import { growthOf, type Sample } from './growth'
import { createRandom } from './random'

const bound = { name: 'things', unit: '', allowed: 5, perThousand: 1 }

/** Looks at lives that begin at levels of their own. `things` says how many there are after so many calls, beside noise. */
function looks(things: (calls: number) => number, { lives = 3, noise = 2, count = 20 } = {}): readonly Sample[] {
  const random = createRandom(5)
  return Array.from({ length: lives }, (_, life) =>
    Array.from({ length: count }, (__, look) => {
      const calls = look * 50
      const value = 100 * life + things(calls) + noise * (random.next() - 0.5)
      return { life, ageMs: look * 2_000, calls, values: { things: value } }
    }),
  ).flat()
}

it('sees what grows with each call, through noise and over restarts', () => {
  const growth = growthOf(
    looks((calls) => calls / 20),
    bound,
  )
  expect(growth).toMatchObject({ verdict: 'grew', per: 700, allowed: 5.7 })
  expect(growth.grown).toBeCloseTo(35, 0)
})

it('takes as flat what only differs between lives, what fills at first, and what goes up and down', () => {
  const flat = [looks(() => 0), looks((calls) => Math.min(calls, 200)), looks(() => 0, { noise: 30 })]
  expect(flat.map((samples) => growthOf(samples, bound).verdict)).toEqual(['flat', 'flat', 'flat'])
})

it('does not judge from too few looks', () => {
  expect(
    growthOf(
      looks((calls) => calls, { lives: 1, count: 6 }),
      bound,
    ).verdict,
  ).toBe('unknown')
})
