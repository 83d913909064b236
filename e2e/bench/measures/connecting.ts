import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { everythingServer, many } from '../servers'
import type { Connected } from '../sides/contestant'
import type { Side } from '../sides/startSide'

const SERVERS = 20
const ROUNDS = 3

/** Measures the time until all of 20 servers have listed their tools, and the time until the first one has. */
export async function measureConnecting(pool: Side, raw: Side): Promise<readonly Row[]> {
  const during = `${SERVERS} servers connected`
  const connect = async (side: Side, count: number): Promise<Connected> => {
    const connected = await side.ask('connect', { servers: many(count, everythingServer) }, during)
    await side.ask('disconnect', {}, during)
    return connected
  }
  await connect(pool, 1)
  const rounds: { readonly all: Connected; readonly raw: Connected; readonly alone: Connected }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ all: await connect(pool, SERVERS), raw: await connect(raw, SERVERS), alone: await connect(pool, 1) })
  }
  const seconds = (values: readonly number[]): string => `${(median(values) / 1_000).toFixed(2)} s`
  return [
    {
      measure: during,
      parley: seconds(rounds.map(({ all }) => all.allMs)),
      comparedWith: `raw pipes ${seconds(rounds.map((round) => round.raw.allMs))}`,
      value: median(rounds.map((round) => round.all.allMs / round.raw.allMs)),
      unit: 'times',
      goal: atMost(1.1),
    },
    {
      measure: `the first of ${SERVERS} usable`,
      parley: seconds(rounds.map(({ all }) => all.firstMs)),
      comparedWith: `one alone ${seconds(rounds.map(({ alone }) => alone.firstMs))}`,
      value: median(rounds.map(({ all, alone }) => all.firstMs / alone.firstMs)),
      unit: 'times',
      goal: atMost(1.5),
    },
  ]
}
