import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { many, tinyServer } from '../servers'
import type { CallBlock } from '../sides/commands'
import { startSide, type Side } from '../sides/startSide'
import { steadiness } from '../steadiness'

const BLOCKS = 15
/** As many as spans are sent together (`main/telemetry/otel/spanQueue.ts`), so that each block pays for sending its own. */
const CALLS = 2_048
/** Until the engine has compiled what runs at each call, a call costs more on both sides. */
const WARM_UPS = 3
const DURING = 'calls with telemetry'
const LIMIT = 1.1

/** Compares the processor time of a call with telemetry on with one without it. Both are Parley; a collector in this process takes everything. */
export async function measureTracing(): Promise<readonly Row[]> {
  let batches = 0
  const collector = createServer((request, response) => {
    batches++
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => void collector.close())
  const off = stack.use(await startSide('pool'))
  const on = stack.use(await startSide('pool'))
  const servers = many(1, tinyServer())
  await off.ask('connect', { servers }, DURING)
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  await on.ask('connect', { servers, collector: endpoint }, DURING)
  const block = (side: Side): Promise<CallBlock> =>
    side.ask('calls', { count: CALLS, servers: 1, tool: 'echo', args: { message: 'hello' } }, DURING)
  for (let round = 0; round < WARM_UPS; round++) for (const side of [off, on]) await block(side)
  const pairs: { readonly off: CallBlock; readonly on: CallBlock }[] = []
  for (let round = 0; round < BLOCKS; round++) pairs.push({ off: await block(off), on: await block(on) })
  for (const side of [off, on]) await side.ask('disconnect', {}, DURING)
  if (batches === 0) throw new Error('No telemetry arrived, so nothing of it was measured')
  const text = (of: (pair: (typeof pairs)[number]) => CallBlock): string =>
    `${Math.round((median(pairs.map((pair) => of(pair).cpuMs)) / CALLS) * 1_000)} µs`
  const control = steadiness(
    'off',
    pairs.map((pair) => pair.off.cpuMs),
    LIMIT,
  )
  return [
    {
      measure: `${DURING}: processor time per call`,
      parley: text((pair) => pair.on),
      comparedWith: `off ${text((pair) => pair.off)}`,
      value: median(pairs.map((pair) => pair.on.cpuMs / pair.off.cpuMs)),
      unit: 'times',
      goal: atMost(LIMIT),
      control,
    },
  ]
}
