import { expect, it } from 'vitest'
import { readSoakOptions } from './options'

const MINUTE = 60_000

it('reads times, the seed and what to plant', () => {
  expect([
    readSoakOptions([], 9),
    readSoakOptions(['--hours', '2', '--seed', '7'], 9),
    readSoakOptions(['--hours', '1', '--minutes', '30'], 9).durationMs,
    readSoakOptions(['--minutes', '0.75', '--plant', 'loss'], 9),
    readSoakOptions(['--minutes', '15', '--one-life'], 9),
  ]).toEqual([
    { durationMs: MINUTE, seed: 9, plant: undefined, oneLife: false },
    { durationMs: 120 * MINUTE, seed: 7, plant: undefined, oneLife: false },
    90 * MINUTE,
    { durationMs: 0.75 * MINUTE, seed: 9, plant: 'loss', oneLife: false },
    { durationMs: 15 * MINUTE, seed: 9, plant: undefined, oneLife: true },
  ])
})

it.each([[['--minutes', 'x']], [['--minutes', '0.1']], [['--seed', '']], [['--plant', 'nothing']], [['--minuts', '1']]])(
  'refuses %j',
  (args) => {
    expect(() => readSoakOptions(args, 1)).toThrow()
  },
)
