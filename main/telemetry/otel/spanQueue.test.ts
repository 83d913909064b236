import { SpanKind } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { expect, it } from 'vitest'
import { RecordedSpan } from './recordedSpan'
import { QUEUE_SIZE, SpanQueue, type SpanBatch } from './spanQueue'

const span = new RecordedSpan({
  origin: { resource: resourceFromAttributes({}), instrumentationScope: { name: 'parley' } },
  name: 'ping',
  kind: SpanKind.CLIENT,
  context: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 },
  parent: undefined,
  attributes: {},
  startMs: 0,
})

class Counted implements SpanBatch {
  count = 0
  add(): void {
    this.count++
  }
}

/** A collector that takes a batch when `answer` is called. */
function queueWith({ delayMs = 60_000, content = false }: { readonly delayMs?: number; readonly content?: boolean } = {}) {
  const sent: { readonly count: number; readonly answer: () => void }[] = []
  let dropped = 0
  const send = ({ count }: Counted): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    sent.push({ count, answer: resolve })
    return promise
  }
  const queue = new SpanQueue({ open: () => new Counted(), send }, { delayMs, content, onDropped: (count) => (dropped += count) })
  const add = (count: number): void => Array.from({ length: count }).forEach(() => queue.add(span))
  return { queue, add, sent, sizes: () => sent.map(({ count }) => count), dropped: () => dropped }
}

it('a full batch goes at once, the next one when the collector has answered, and a queue of them waits and no more', async () => {
  const { add, sent, sizes, dropped } = queueWith()
  add(QUEUE_SIZE)
  expect(sizes()).toEqual([QUEUE_SIZE])
  add(QUEUE_SIZE + 5)
  expect([sizes(), dropped()]).toEqual([[QUEUE_SIZE], 5])
  sent[0]?.answer()
  await expect.poll(sizes).toEqual([QUEUE_SIZE, QUEUE_SIZE])
})

it('spans with content go in small batches, one after the other', async () => {
  const { add, sent, sizes } = queueWith({ content: true })
  add(300)
  expect(sizes()).toEqual([128])
  sent[0]?.answer()
  await expect.poll(sizes).toEqual([128, 128])
})

// Catches: a few spans that wait for a batch to be full, or for good because a batch was under way when their time came.
it('a few spans go when they have waited long enough, also behind a slow collector', async () => {
  const { add, sent, sizes } = queueWith({ delayMs: 1 })
  add(3)
  await expect.poll(sizes).toEqual([3])
  add(2)
  await new Promise(setImmediate)
  sent[0]?.answer()
  await expect.poll(sizes).toEqual([3, 2])
})

it('at the end all that waits goes, and what ends later does not', async () => {
  const { queue, add, sent, sizes } = queueWith()
  add(QUEUE_SIZE + 7)
  const ended = queue.shutdown()
  add(1)
  expect(sizes()).toEqual([QUEUE_SIZE, 7])
  sent.forEach(({ answer }) => answer())
  await ended
  expect(sizes()).toEqual([QUEUE_SIZE, 7])
})
