import { expect, it } from 'vitest'
import { createRandom } from './random'

it('gives the same numbers for the same seed, and others for another', () => {
  const draw = (seed: number): readonly number[] => Array.from({ length: 20 }, createRandom(seed).next)
  for (const seed of [0, 1, 999_999, 2 ** 32 - 1]) expect(draw(seed)).toEqual(draw(seed))
  expect(draw(1)).not.toEqual(draw(2))
})

it('gives each name numbers of its own, whatever others have drawn', () => {
  const [quiet, busy] = [createRandom(7), createRandom(7)]
  for (let draws = 0; draws < 10; draws++) busy.next()
  expect(busy.fork('model').next()).toBe(quiet.fork('model').next())
  expect(quiet.fork('model').next()).not.toBe(quiet.fork('person').next())
})

it('stays in its bounds and reaches all of them', () => {
  const random = createRandom(3)
  const drawn = new Set(Array.from({ length: 300 }, () => random.below(5)))
  expect(drawn).toEqual(new Set([0, 1, 2, 3, 4]))
  expect(() => random.pick([])).toThrow(RangeError)
})
