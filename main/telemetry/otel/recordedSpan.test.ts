import { SpanKind } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { expect, it } from 'vitest'
import { RecordedSpan } from './recordedSpan'
import type { SpanDescription } from './spanDescriptions'

const span = (attributes: Record<string, string> = {}, shared?: SpanDescription): RecordedSpan =>
  new RecordedSpan({
    origin: { resource: resourceFromAttributes({}), instrumentationScope: { name: 'parley' } },
    name: 'ping',
    kind: SpanKind.CLIENT,
    context: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 },
    parent: undefined,
    attributes,
    shared,
    startMs: 1_500,
  })

it('what comes after the end changes nothing: a batch may be on its way', () => {
  const one = span({ a: '1' })
  one.end()
  const { endTime } = one
  one.set({ a: '2' })
  one.addEvent('late', {})
  one.addLink({ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 })
  one.fail()
  expect(one).toMatchObject({ attributes: { a: '1' }, events: [], links: [], status: { code: 0 }, startTime: [1, 500_000_000], endTime })
})

it('an attribute that is set to something else counts once, and other spans keep theirs', () => {
  const shared = { name: 'ping', kind: SpanKind.CLIENT, attributes: { a: '1', b: '1' }, written: {} }
  const [one, other] = [span({ c: '1' }, shared), span({}, shared)]
  one.set({ d: '2', b: '2' })
  expect([one.attributes, other.attributes]).toEqual([
    { a: '1', b: '2', c: '1', d: '2' },
    { a: '1', b: '1' },
  ])
  expect(one.shared).toBeUndefined()
})

it('a text of 10 MB is cut, at the begin and later, and a call that asks a thousand times keeps 128 events and counts the others', () => {
  const long = 'ä'.repeat(5_000_000)
  const one = span({ begun: long })
  one.set({ ended: long })
  for (let index = 0; index < 1_000; index++) one.addEvent('asked', {})
  expect(Object.values(one.attributes).map((value) => Buffer.byteLength(String(value)))).toEqual([65_536, 65_536])
  expect([one.events.length, one.droppedEventsCount]).toEqual([128, 872])
})
