import { parseArgs } from 'node:util'

/** What the probe does wrong on purpose, so that one sees whether the soak notices. */
export const plants = ['memory', 'native', 'descriptor', 'handle', 'loss', 'orphan'] as const
export type Plant = (typeof plants)[number]

export interface SoakOptions {
  /** How long the person and the faults go on. Start, checks and end come on top of it. */
  readonly durationMs: number
  readonly seed: number
  readonly plant: Plant | undefined
  /** Parley is neither killed nor quit meanwhile, so that one sees whether something levels off. */
  readonly oneLife: boolean
}

const MINUTE = 60_000

/**
 * Pure: reads `--hours H`, `--minutes M`, `--seed S`, `--plant WHAT` and `--one-life`. Without a time it is one minute.
 * @throws {Error} with a sentence for anything else.
 */
export function readSoakOptions(args: readonly string[], newSeed: number): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      hours: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      plant: { type: 'string' },
      'one-life': { type: 'boolean', default: false },
    },
  })
  const minutes = number('hours', values.hours ?? '0') * 60 + number('minutes', values.minutes ?? (values.hours === undefined ? '1' : '0'))
  if (minutes < 0.5) throw new Error('Half a minute is the shortest soak')
  const plant = plants.find((one) => one === values.plant)
  if (values.plant !== undefined && plant === undefined) throw new Error(`--plant takes one of ${plants.join(', ')}`)
  const seed = Math.trunc(number('seed', values.seed ?? String(newSeed)))
  return { durationMs: minutes * MINUTE, seed, plant, oneLife: values['one-life'] }
}

function number(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0 || text.trim() === '') throw new Error(`--${name} takes a number of at least 0`)
  return value
}
