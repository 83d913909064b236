import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { many, tinyServer } from '../servers'
import type { CallBlock } from '../sides/commands'
import { startSide, type Side } from '../sides/startSide'
import { steadiness } from '../steadiness'

const LIMIT = 1.1
/** Until the engine has compiled what runs at each call, a call costs more on both sides. */
const WARM_UPS = 3

interface Kind {
  readonly name: string
  readonly blocks: number
  /** In a block. Up to 2,048 spans are sent together (`main/telemetry/otel/spanQueue.ts`), and blocks are to pay for sending their own. */
  readonly calls: number
  readonly inConversation: boolean
}

/** A call from the command line has one span. One in a conversation has two, that of its turn too, and is checked, stored and shown. */
const inConversation: Kind = { name: 'calls in a conversation with telemetry', blocks: 15, calls: 512, inConversation: true }
const direct: Kind = { name: 'direct calls with telemetry', blocks: 15, calls: 2_048, inConversation: false }

/**
 * Compares the processor time of a call with telemetry on with one without it. Both are Parley; a collector in this process takes everything.
 * A call in a conversation is what people have; the direct call shows how much telemetry costs where nearly nothing else is done (decision 088).
 */
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
  await off.ask('connect', { servers }, direct.name)
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  await on.ask('connect', { servers, collector: endpoint }, direct.name)
  const rows = [await compare(inConversation, off, on), await compare(direct, off, on)]
  for (const side of [off, on]) await side.ask('disconnect', {}, direct.name)
  if (batches === 0) throw new Error('No telemetry arrived, so nothing of it was measured')
  return rows
}

async function compare(kind: Kind, off: Side, on: Side): Promise<Row> {
  const block = (side: Side): Promise<CallBlock> =>
    side.ask(
      'calls',
      { count: kind.calls, servers: 1, tool: 'echo', args: { message: 'hello' }, inConversation: kind.inConversation },
      kind.name,
    )
  for (let round = 0; round < WARM_UPS; round++) for (const side of [off, on]) await block(side)
  const pairs: { readonly off: CallBlock; readonly on: CallBlock }[] = []
  for (let round = 0; round < kind.blocks; round++) pairs.push({ off: await block(off), on: await block(on) })
  const text = (of: (pair: (typeof pairs)[number]) => CallBlock): string =>
    `${Math.round((median(pairs.map((pair) => of(pair).cpuMs)) / kind.calls) * 1_000)} µs`
  const offMs = pairs.map((pair) => pair.off.cpuMs)
  return {
    measure: `${kind.name}: processor time per call`,
    parley: text((pair) => pair.on),
    comparedWith: `off ${text((pair) => pair.off)}`,
    value: median(pairs.map((pair) => pair.on.cpuMs / pair.off.cpuMs)),
    unit: 'times',
    goal: atMost(LIMIT),
    control: steadiness('off', offMs, LIMIT),
  }
}
