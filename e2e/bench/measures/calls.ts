import { median, percentile } from '../percentile'
import { atMost, type Row } from '../row'
import { many, tinyServer } from '../servers'
import type { CallBlock } from '../sides/commands'
import type { Side } from '../sides/startSide'
import { steadiness } from '../steadiness'

const BLOCKS = 15
const CALLS = 1_000

interface Pair {
  readonly pool: CallBlock
  readonly sdk: CallBlock
}

/**
 * Compares calls through the pool with calls through the bare SDK. Blocks of sequential calls alternate; the result is the median over the
 * blocks.
 */
export async function measureCalls(pool: Side, sdk: Side, servers: number): Promise<readonly Row[]> {
  const during = `calls, ${servers} ${servers === 1 ? 'server' : 'servers'}`
  const sides = [pool, sdk]
  for (const side of sides) await side.ask('connect', { servers: many(servers, tinyServer()) }, during)
  const block = (side: Side): Promise<CallBlock> =>
    side.ask('calls', { count: CALLS, servers, tool: 'echo', args: { message: 'hello' } }, during)
  // Warms both sides up, so that both have compiled their code before the measurement.
  for (const side of [...sides, ...sides]) await block(side)
  const pairs: Pair[] = []
  for (let round = 0; round < BLOCKS; round++) pairs.push({ pool: await block(pool), sdk: await block(sdk) })
  for (const side of sides) await side.ask('disconnect', {}, during)

  const row = (what: string, of: (block: CallBlock) => number, text: (value: number) => string): Omit<Row, 'goal'> => ({
    measure: `${during}: ${what}`,
    parley: text(median(pairs.map((pair) => of(pair.pool)))),
    comparedWith: `SDK ${text(median(pairs.map((pair) => of(pair.sdk))))}`,
    value: median(pairs.map((pair) => of(pair.pool) / of(pair.sdk))),
    unit: 'times',
  })
  const ms = (value: number): string => `${value.toFixed(3)} ms`
  const latency = (what: string, share: number, limit: number): Row => {
    const of = ({ latenciesMs }: CallBlock): number => percentile(latenciesMs, share)
    const control = steadiness(
      'SDK',
      pairs.map((pair) => of(pair.sdk)),
      limit,
    )
    return { ...row(what, of, ms), goal: atMost(limit), control }
  }
  return [
    latency('p50', 0.5, 1.3),
    latency('p99', 0.99, 1.5),
    row(
      'processor time per call',
      ({ cpuMs }) => cpuMs / CALLS,
      (value) => `${Math.round(value * 1_000)} µs`,
    ),
  ]
}
