import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { everythingServer, many } from '../servers'
import type { Connected } from '../sides/contestant'
import type { Side } from '../sides/startSide'
import { steadiness } from '../steadiness'

const SERVERS = 20
const ROUNDS = 5
const ALL_LIMIT = 1.1
const FIRST_LIMIT = 1.5

/** Measures the time until all of 20 servers have listed their tools, and the time until the first one has. */
export async function measureConnecting(pool: Side, raw: Side): Promise<readonly Row[]> {
  const during = `${SERVERS} servers connected`
  const connect = async (side: Side, count: number): Promise<Connected> => {
    const connected = await side.ask('connect', { servers: many(count, everythingServer) }, during)
    await side.ask('disconnect', {}, during)
    return connected
  }
  await connect(pool, 1)
  const rounds: { readonly [side in 'all' | 'raw' | 'alone' | 'rawAlone']: Connected }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      all: await connect(pool, SERVERS),
      raw: await connect(raw, SERVERS),
      alone: await connect(pool, 1),
      rawAlone: await connect(raw, 1),
    })
  }
  const seconds = (values: readonly number[]): string => `${(median(values) / 1_000).toFixed(2)} s`
  return [
    {
      measure: during,
      parley: seconds(rounds.map(({ all }) => all.allMs)),
      comparedWith: `raw pipes ${seconds(rounds.map((round) => round.raw.allMs))}`,
      value: median(rounds.map((round) => round.all.allMs / round.raw.allMs)),
      unit: 'times',
      goal: atMost(ALL_LIMIT),
      control: steadiness(
        'raw pipes',
        rounds.map((round) => round.raw.allMs),
        ALL_LIMIT,
      ),
    },
    {
      measure: `the first of ${SERVERS} usable`,
      parley: seconds(rounds.map(({ all }) => all.firstMs)),
      comparedWith: `one alone ${seconds(rounds.map(({ alone }) => alone.firstMs))}`,
      value: median(rounds.map(({ all, alone }) => all.firstMs / alone.firstMs)),
      unit: 'times',
      goal: atMost(FIRST_LIMIT),
      control: steadiness(
        'raw pipes, one alone,',
        rounds.map(({ rawAlone }) => rawAlone.firstMs),
        FIRST_LIMIT,
      ),
    },
  ]
}
