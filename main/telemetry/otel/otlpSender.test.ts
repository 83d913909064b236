import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { TelemetryFailure } from '../../../shared/domain/telemetry/telemetry'
import { OtlpSender, type SenderDeps } from './otlpSender'

const route = { url: 'https://otel.test/v1/traces', protocol: 'http/json', headers: {} } as const
const batch = { body: new Uint8Array([1]), count: 5, readAnswer: (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString()) }
const refused = (status: number, headers: Record<string, string> = {}) => new Response('no', { status, headers })
const away = (): never => {
  throw new TypeError('fetch failed')
}

/** A sender whose clock goes on only while it waits. A collector that says nothing more repeats its last answer. */
function sender(...answers: readonly (() => Response)[]) {
  const left = [...answers]
  const told: unknown[] = []
  const waited: number[] = []
  const asked: number[] = []
  let now = 1_000_000
  const deps: SenderDeps = {
    fetch: async () => {
      asked.push(now - 1_000_000)
      const next = left.length > 1 ? left.shift() : left[0]
      return next?.() ?? new Response('{}')
    },
    now: () => now,
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      waited.push(ms)
      now += ms
    },
    random: () => 0.5,
    onSent: (count) => told.push(['sent', count]),
    onDropped: (count, failure?: TelemetryFailure) => told.push(['dropped', count, failure?.status ?? failure?.reason]),
  }
  return { sender: new OtlpSender(route, deps), told, waited, asked }
}
const ok = () => new Response('{}')

it.each([429, 502, 503, 504])('a collector that answers %s gets the batch again, which is counted once', async (status) => {
  const test = sender(
    () => refused(status),
    () => refused(status),
    ok,
  )
  expect(await test.sender.send(batch)).toBe(true)
  expect([test.told, test.waited]).toEqual([[['sent', 5]], [1_000, 1_500]])
})

it.each([301, 400, 401, 403, 404, 413, 500])('a collector that answers %s does not get it again', async (status) => {
  const test = sender(() => refused(status), ok)
  expect(await test.sender.send(batch)).toBe(false)
  expect([test.told, test.asked]).toEqual([[['dropped', 5, status]], [0]])
})

it('gives up after five attempts, and counts the batch once', async () => {
  const test = sender(() => refused(503))
  await test.sender.send(batch)
  expect([test.told, test.asked.length]).toEqual([[['dropped', 5, 503]], 5])
})

it('waits as long as the collector asks, and tells no batch to it before', async () => {
  const test = sender(() => refused(429, { 'retry-after': '7' }), ok)
  await Promise.all([test.sender.send(batch), turn().then(() => test.sender.send(batch))])
  expect(test.told).toEqual([
    ['sent', 5],
    ['sent', 5],
  ])
  expect(test.asked.every((at) => at === 0 || at >= 7_000)).toBe(true)
})

// A batch that waits for minutes would fill the queue behind it; the pause counts for the next ones all the same.
it('drops at once what would have to wait too long, and asks nothing until the pause is over', async () => {
  const test = sender(() => refused(503, { 'retry-after': '120' }), ok)
  await test.sender.send(batch)
  await test.sender.send(batch)
  expect([test.told, test.asked, test.waited]).toEqual([
    [
      ['dropped', 5, 503],
      ['dropped', 5, 503],
    ],
    [0],
    [],
  ])
})

it('a collector that is away for a moment gets the batch when it is back; while Parley quits, nobody waits for it', async () => {
  const back = sender(away, ok)
  await back.sender.send(batch)
  expect(back.told).toEqual([['sent', 5]])
  const quitting = sender(away, ok)
  quitting.sender.end()
  await quitting.sender.send(batch)
  expect([quitting.told, quitting.asked.length]).toEqual([[['dropped', 5, 'unreachable']], 1])
  const busy = sender(() => refused(503), ok)
  busy.sender.end()
  await busy.sender.send(batch)
  expect(busy.told).toEqual([['sent', 5]])
})

it('an answer that is endless, breaks off or cannot be read does not make a batch that was taken count as dropped', async () => {
  let pulled = 0
  const endless = (): Response =>
    new Response(
      new ReadableStream({
        pull: (stream) => {
          pulled++
          stream.enqueue(new Uint8Array(16_384))
        },
      }),
    )
  const broken = (): Response => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('reset')) }))
  for (const answer of [endless, broken, () => new Response('<html>'), () => new Response(null)]) {
    const test = sender(answer)
    await test.sender.send(batch)
    expect(test.told).toEqual([['sent', 5]])
  }
  expect(pulled).toBeLessThan(10)
})
