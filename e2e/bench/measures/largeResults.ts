import { median } from '../percentile'
import { atMost, type Control, type Row } from '../row'
import { tinyServer } from '../servers'
import type { Side } from '../sides/startSide'
import { steadiness } from '../steadiness'

const ROUNDS = 5
const LARGE = 50
const SMALL = 5
const LIMIT = 3
const GROWTH_LIMIT = 15
const MESSAGE_BYTES = 256 * 1024 * 1024

/** Measures the cost of one very large result, and whether the cost grows faster than the result. */
export async function measureLargeResults(pool: Side, raw: Side): Promise<readonly Row[]> {
  const during = `a ${LARGE} MB result`
  const servers = [tinyServer()]
  for (const side of [pool, raw]) await side.ask('connect', { servers, messageBytes: MESSAGE_BYTES }, during)
  const cpu = async (side: Side, megabytes: number): Promise<number> => {
    const { cpuMs } = await side.ask('calls', { count: 1, servers: 1, tool: 'big', args: { megabytes } }, `a ${megabytes} MB result`)
    return cpuMs
  }
  const rounds: { readonly pool: number; readonly raw: number; readonly small: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ pool: await cpu(pool, LARGE), raw: await cpu(raw, LARGE), small: await cpu(pool, SMALL) })
  }
  for (const side of [pool, raw]) await side.ask('disconnect', {}, during)
  const control = (limit: number): Control =>
    steadiness(
      'linear framer',
      rounds.map((round) => round.raw),
      limit,
    )
  const ms = (values: readonly number[]): string => `${Math.round(median(values))} ms`
  return [
    {
      measure: `${during}: processor time`,
      parley: ms(rounds.map((round) => round.pool)),
      comparedWith: `linear framer ${ms(rounds.map((round) => round.raw))}`,
      value: median(rounds.map((round) => round.pool / round.raw)),
      unit: 'times',
      goal: atMost(LIMIT),
      control: control(LIMIT),
    },
    {
      measure: `${during} against ${SMALL} MB`,
      parley: ms(rounds.map((round) => round.pool)),
      comparedWith: `${SMALL} MB ${ms(rounds.map(({ small }) => small))}`,
      value: median(rounds.map((round) => round.pool / round.small)),
      unit: 'times',
      goal: atMost(GROWTH_LIMIT),
      control: control(GROWTH_LIMIT),
    },
  ]
}
