import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { tinyServer } from '../servers'
import type { Side } from '../sides/startSide'
import { steadiness } from '../steadiness'

const TOOLS = 5_000
const ROUNDS = 7
const LIMIT = 1.5

/** Measures the cost of listing the tools of a server that has very many. */
export async function measureListing(pool: Side, sdk: Side): Promise<readonly Row[]> {
  const during = `${TOOLS.toLocaleString('en')} tools listed`
  const list = async (side: Side): Promise<number> => {
    const { tools, cpuMs } = await side.ask('listTools', {}, during)
    if (tools !== TOOLS) throw new Error(`Listed ${tools} tools of ${TOOLS}`)
    return cpuMs
  }
  for (const side of [pool, sdk]) await side.ask('connect', { servers: [tinyServer(TOOLS)] }, during)
  const rounds: { readonly pool: number; readonly sdk: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ pool: await list(pool), sdk: await list(sdk) })
  for (const side of [pool, sdk]) await side.ask('disconnect', {}, during)
  const ms = (values: readonly number[]): string => `${Math.round(median(values))} ms`
  const row: Row = {
    measure: `${during}: processor time`,
    parley: ms(rounds.map((round) => round.pool)),
    comparedWith: `SDK ${ms(rounds.map((round) => round.sdk))}`,
    value: median(rounds.map((round) => round.pool / round.sdk)),
    unit: 'times',
    goal: atMost(LIMIT),
    control: steadiness(
      'SDK',
      rounds.map(({ sdk: cost }) => cost),
      LIMIT,
    ),
  }
  return [row]
}
