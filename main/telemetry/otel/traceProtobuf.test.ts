import { SpanKind } from '@opentelemetry/api'
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AttributeValue } from '../semanticConventions'
import { RecordedSpan } from './recordedSpan'
import { TraceWriter } from './traceProtobuf'

const origin = {
  resource: resourceFromAttributes({ 'service.name': 'parley', 'service.version': '1.2.3' }),
  instrumentationScope: { name: 'parley', version: '1.2.3' },
}
const hex = (digits: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${digits - 1}}[1-9a-f]$`))
const ids = fc.record({ traceId: hex(32), spanId: hex(16), traceFlags: fc.constantFrom(0, 1), isRemote: fc.boolean() })
const words = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed())
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  words,
  fc.boolean(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(words, { maxLength: 3 }),
  fc.constantFrom('', 'é'.repeat(90), 'x'.repeat(20_000)),
)
const attributes = fc.dictionary(fc.stringMatching(/^[a-z]{1,80}$/), value, { maxKeys: 6 })
/** Attributes that begin with a capital are in no other dictionary, as with `RecordedSpanParts.shared`. */
const shared = fc.dictionary(fc.stringMatching(/^[A-Z][a-z]{1,80}$/), value, { maxKeys: 6 })
const recorded = fc
  .record({
    name: words,
    kind: fc.constantFrom(SpanKind.INTERNAL, SpanKind.CLIENT),
    context: ids,
    parent: fc.option(ids, { nil: undefined }),
    attributes,
    shared: fc.option(shared, { nil: undefined }),
    startMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    events: fc.array(fc.tuple(words, attributes), { maxLength: 3 }),
    links: fc.array(ids, { maxLength: 3 }),
    fails: fc.boolean(),
  })
  .map(({ events, links, fails, shared: common, ...parts }) => {
    const description = common && { name: parts.name, kind: parts.kind, attributes: common, written: {} }
    const span = new RecordedSpan({ origin, ...parts, shared: description })
    for (const [name, about] of events) span.addEvent(name, about)
    for (const link of links) span.addLink(link)
    if (fails) span.fail()
    span.end()
    return span
  })

/** The second time in the memory of the first, as batches are. */
function written(spans: readonly RecordedSpan[]): Buffer {
  const writer = new TraceWriter(origin)
  for (const span of spans.slice(1)) writer.add(span)
  writer.finish()
  writer.restart()
  for (const span of spans) writer.add(span)
  return Buffer.from(writer.finish())
}

it('a batch is written byte for byte as the library writes it, so every collector can read it', () => {
  fc.assert(
    fc.property(fc.array(recorded, { minLength: 1, maxLength: 5 }), (spans) => {
      const theirs = ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array()
      expect(written(spans).equals(theirs)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

it('a full batch, far larger than the first room for it, is whole', () => {
  const context = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 }
  const about = { 'gen_ai.tool.call.result': 'ä'.repeat(1_000) }
  const span = new RecordedSpan({ origin, name: 'ping', kind: SpanKind.CLIENT, context, parent: undefined, attributes: about, startMs: 0 })
  const spans = Array.from({ length: 2_048 }, () => span)
  expect(written(spans).equals(ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array())).toBe(true)
})
