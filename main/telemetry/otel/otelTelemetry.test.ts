import { expect, it } from 'vitest'
import { ConversationId, ServerId } from '../../../shared/domain/ids'
import type { TelemetryOn } from '../../../shared/domain/telemetry/telemetry'
import { schemaUrls } from '../semanticConventions'
import { OtlpReceiver } from '../testing/otlpReceiver'
import { OtelTelemetry, type OtelDeps } from './otelTelemetry'
import { QUEUE_SIZE } from './spanQueue'

const serverId = ServerId.parse('weather')
const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const on = (endpoint: string): TelemetryOn => ({
  state: 'on',
  endpoint,
  protocol: 'http/json',
  signals: { traces: true, metrics: false, logs: false },
  content: false,
  headers: { 'x-key': 'k' },
  setBy: 'environment',
})

function telemetryTo(endpoint: string, change: Partial<OtelDeps> = {}, config: Partial<TelemetryOn> = {}) {
  const counts = { sent: 0, dropped: 0 }
  const deps: OtelDeps = {
    fetch: (url, init) => fetch(url, init),
    now: () => 0,
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    version: '1.2.3',
    delayMs: { traces: 60_000, metrics: 60_000, logs: 60_000 },
    switchesOf: () => ({ traceContext: true, shareTraceId: false }),
    caller: undefined,
    onSent: (count) => (counts.sent += count),
    onDropped: (count) => (counts.dropped += count),
    ...change,
  }
  return { telemetry: new OtelTelemetry({ ...on(endpoint), ...config }, deps), counts }
}

it('JR-16: the trace of who runs a command is the parent, and a server’s process learns it only where the switch is on', async () => {
  await using receiver = await OtlpReceiver.start()
  const shares = { traceContext: true, shareTraceId: true }
  const caller = { ...ids, sampled: true, tracestate: 'vendor=1' }
  const { telemetry } = telemetryTo(receiver.endpoint, { caller, switchesOf: () => shares })
  expect(telemetry.environmentFor(serverId)).toEqual({ TRACEPARENT: `00-${ids.traceId}-${ids.spanId}-01`, TRACESTATE: 'vendor=1' })
  const span = telemetry.begin('request', { serverId, method: 'tools/list' })
  const sent = span.within(() => telemetry.outgoing(serverId, { jsonrpc: '2.0', id: 1, method: 'tools/list' }))
  span.end({})
  await telemetry.close(5_000)
  const [received] = receiver.spans()
  expect(received).toMatchObject({ name: 'tools/list', kind: 3, traceId: ids.traceId, parentSpanId: ids.spanId })
  expect(sent).toMatchObject({
    params: { _meta: { traceparent: `00-${ids.traceId}-${received?.spanId ?? ''}-01`, tracestate: 'vendor=1' } },
  })
  for (const switches of [{ ...shares, shareTraceId: false }, { ...shares, traceContext: false }, undefined]) {
    const { telemetry: other } = telemetryTo(receiver.endpoint, { caller, switchesOf: () => switches })
    expect(other.environmentFor(serverId)).toEqual({})
    await other.close(0)
  }
})

it.each([true, false])(
  'a caller that does not record its trace keeps Parley from recording it, and servers are told so (shared: %s)',
  async (shareTraceId) => {
    await using receiver = await OtlpReceiver.start()
    const switchesOf = () => ({ traceContext: true, shareTraceId })
    const { telemetry, counts } = telemetryTo(receiver.endpoint, { caller: { ...ids, sampled: false }, switchesOf })
    const turn = telemetry.begin('turn', { conversationId: ConversationId.parse('5f0c6f0e-7a53-4f8e-9d0b-0c3f5a1e2b7d') })
    const request = turn.within(() => telemetry.begin('request', { serverId, method: 'tools/list' }))
    const sent = request.within(() => telemetry.outgoing(serverId, { jsonrpc: '2.0', id: 1, method: 'tools/list' }))
    request.end({})
    turn.end({})
    await telemetry.close(5_000)
    expect([receiver.batches, counts]).toEqual([[], { sent: 0, dropped: 0 }])
    const traceId = shareTraceId ? ids.traceId : '[0-9a-f]{32}'
    expect(sent).toMatchObject({
      params: { _meta: { traceparent: expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`)) as string } },
    })
    const TRACEPARENT = `00-${ids.traceId}-${ids.spanId}-00`
    expect(telemetry.environmentFor(serverId)).toEqual(shareTraceId ? { TRACEPARENT } : {})
  },
)

it('JR-16: what somebody else wrote into _meta stays, a notification outside of work gets a context too, and an answer to a server gets none', async () => {
  await using receiver = await OtlpReceiver.start()
  const { telemetry } = telemetryTo(receiver.endpoint)
  const notice = { jsonrpc: '2.0' as const, method: 'notifications/x', params: { a: 1, _meta: { progressToken: 'p' } } }
  expect(telemetry.outgoing(serverId, notice)).toEqual({
    ...notice,
    params: { a: 1, _meta: { progressToken: 'p', traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/) as string } },
  })
  const answer = { jsonrpc: '2.0' as const, id: 1, result: {} }
  expect(telemetry.outgoing(serverId, answer)).toBe(answer)
  await telemetry.close(5_000)
  expect(receiver.spans().map(({ name }) => name)).toEqual(['notifications/x'])
  expect(receiver.batches[0]?.headers['x-key']).toBe('k')
})

it('says that this version of Parley sends, after which version of the conventions, and nothing of the computer or the person', async () => {
  await using receiver = await OtlpReceiver.start()
  const { telemetry } = telemetryTo(receiver.endpoint)
  telemetry.begin('request', { serverId, method: 'tools/list' }).end({})
  await telemetry.close(5_000)
  const [batch] = receiver.json('/v1/traces')
  expect(receiver.resources()).toEqual([
    {
      'service.name': 'parley',
      'service.version': '1.2.3',
      'telemetry.sdk.name': 'opentelemetry',
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.version': expect.stringMatching(/^\d/) as string,
    },
  ])
  expect(batch).toMatchObject({
    resourceSpans: [
      { schemaUrl: schemaUrls.resource, scopeSpans: [{ scope: { name: 'parley', version: '1.2.3' }, schemaUrl: schemaUrls.scope }] },
    ],
  })
})

it('a command has the attributes that its environment gives it, and cannot pass for another version of Parley', async () => {
  await using receiver = await OtlpReceiver.start()
  const resource = { 'service.name': 'nightly', team: 'a', 'service.version': '9', 'telemetry.sdk.name': 'other' }
  const { telemetry } = telemetryTo(receiver.endpoint, {}, { resource })
  telemetry.begin('request', { serverId, method: 'tools/list' }).end({})
  await telemetry.close(5_000)
  expect(receiver.resources()).toMatchObject([
    { 'service.name': 'nightly', team: 'a', 'service.version': '1.2.3', 'telemetry.sdk.name': 'opentelemetry' },
  ])
})

it.each([
  ['-32602 of the server', { error: '-32602', statusCode: -32_602 }, { 'error.type': '-32602', 'rpc.response.status_code': '-32602' }],
  ['a result that says so', { error: 'tool_error' }, { 'error.type': 'tool_error' }],
])('a request that failed by %s has the status of an error, without the words', async (_what, end, attributes) => {
  await using receiver = await OtlpReceiver.start()
  const { telemetry } = telemetryTo(receiver.endpoint)
  telemetry.begin('request', { serverId, method: 'tools/call', params: { name: 'forecast', arguments: { secret: 1 } } }).end(end)
  await telemetry.close(5_000)
  expect(receiver.spans()).toMatchObject([{ name: 'tools/call forecast', status: 2, attributes }])
  expect(receiver.text).not.toContain('secret')
})

it.each([
  ['http/json', '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}'],
  // Field 1: a message with the number 1 in field 1 and the words in field 2.
  ['http/protobuf', Buffer.from([0x0a, 11, 0x08, 1, 0x12, 7, ...Buffer.from('too old')])],
] as const)('of a batch of which the collector takes only a part, the rest is counted as dropped: %s', async (protocol, body) => {
  await using receiver = await OtlpReceiver.start()
  receiver.answer = { status: 200, body }
  const failures: unknown[] = []
  const onDropped = (count: number, failure: unknown) => failures.push([count, failure])
  const { telemetry, counts } = telemetryTo(receiver.endpoint, { onDropped }, { protocol })
  for (let index = 0; index < 3; index++) telemetry.begin('request', { serverId, method: 'tools/list' }).end({})
  await telemetry.close(5_000)
  expect([counts.sent, failures, receiver.batches.length]).toEqual([2, [[1, { reason: 'partly', words: 'too old', at: 0 }]], 1])
})

it('while the collector is away, no more than a full queue waits, and everything else is counted as dropped', async () => {
  const { telemetry, counts } = telemetryTo('http://127.0.0.1:9', { fetch: () => Promise.reject(new Error('away')) })
  const SPANS = 10_000
  for (let index = 0; index < SPANS; index++) telemetry.begin('request', { serverId, method: 'tools/list' }).end({})
  // A full queue waits, and another is on its way.
  expect(counts.dropped).toBeGreaterThanOrEqual(SPANS - 2 * QUEUE_SIZE)
  await telemetry.close(1_000)
  expect(counts).toEqual({ sent: 0, dropped: SPANS })
})

it('two servers cannot tell that they work for the same turn, none learns the ids of Parley, and one server sees one trace', async () => {
  await using receiver = await OtlpReceiver.start()
  const { telemetry } = telemetryTo(receiver.endpoint)
  const turn = telemetry.begin('turn', { conversationId: ConversationId.parse('5f0c6f0e-7a53-4f8e-9d0b-0c3f5a1e2b7d') })
  const asked = (server: string): readonly string[] => {
    const request = turn.within(() => telemetry.begin('request', { serverId: ServerId.parse(server), method: 'tools/list' }))
    const sent = request.within(() => telemetry.outgoing(ServerId.parse(server), { jsonrpc: '2.0', id: 1, method: 'tools/list' }))
    request.end({})
    return /00-([0-9a-f]{32})-([0-9a-f]{16})-01/.exec(JSON.stringify(sent))?.slice(1) ?? []
  }
  const [first, other, again] = [asked('a'), asked('b'), asked('a')]
  turn.end({})
  await telemetry.close(5_000)
  const spans = receiver.spans()
  expect(new Set([spans[0]?.traceId, first[0], other[0]]).size).toBe(3)
  expect(new Set([...spans.map(({ spanId }) => spanId), first[1], other[1], again[1]]).size).toBe(7)
  expect(again[0]).toBe(first[0])
  expect(spans[0]?.links).toMatchObject([{ traceId: first[0], spanId: first[1] }])
})

it('metrics that a collector did not take are counted once, however long nothing is measured after them', async () => {
  const posts: string[] = []
  let dropped = 0
  const telemetry = new OtelTelemetry(
    { ...on('http://127.0.0.1:9'), signals: { traces: false, metrics: true, logs: false } },
    {
      fetch: (url) => {
        posts.push(String(url))
        // Not one of the refusals after which it is tried again.
        return Promise.resolve(new Response('', { status: 400 }))
      },
      now: () => 0,
      sleep: () => Promise.resolve(),
      random: () => 0.5,
      version: '1.2.3',
      delayMs: { traces: 60_000, metrics: 5, logs: 60_000 },
      switchesOf: () => undefined,
      caller: undefined,
      onSent: () => undefined,
      onDropped: (count) => (dropped += count),
    },
  )
  telemetry.begin('request', { serverId, method: 'tools/list' }).end({})
  await expect.poll(() => dropped).toBe(1)
  // The reader's clock goes on: with each of these the next export is due.
  telemetry.begin('request', { serverId, method: 'tools/list' }).end({})
  await expect.poll(() => dropped).toBe(2)
  await telemetry.close(1_000)
  expect([posts.length, dropped]).toEqual([2, 2])
})

// Catches: a span that begins where it ends, so that nobody sees how long a server was waited for.
it('a heartbeat that failed is as long as it took', async () => {
  const posts: string[] = []
  const fetch: OtelDeps['fetch'] = async (_url, init) => {
    posts.push(await new Response(init?.body).text())
    return new Response('{}')
  }
  let now = 1_000
  const { telemetry } = telemetryTo('https://otel.test', { fetch, now: () => now })
  const span = telemetry.begin('request', { serverId, method: 'ping' })
  const began = performance.now()
  while (performance.now() - began < 5) await new Promise(setImmediate)
  now = 9_000
  span.end({ error: 'TIMED_OUT' })
  await telemetry.close(5_000)
  const [, start = '', end = ''] = /"startTimeUnixNano":"(\d+)","endTimeUnixNano":"(\d+)"/.exec(posts.join('')) ?? []
  expect(start).toBe('1000000000')
  expect(Number(end) - Number(start)).toBeGreaterThanOrEqual(5_000_000)
})

// Catches: a trace of one span a minute for each server, from a Parley that nobody uses.
it('tells nothing of whether a server is there, except where it is not, or where somebody’s work asks', async () => {
  await using receiver = await OtlpReceiver.start()
  const { telemetry } = telemetryTo(receiver.endpoint)
  const ask = (method: string, error?: string): void => {
    const span = telemetry.begin('request', { serverId, method })
    const sent = span.within(() => telemetry.outgoing(serverId, { jsonrpc: '2.0', id: 1, method }))
    span.end(error === undefined ? {} : { error })
    if (error === undefined) expect(sent).toEqual({ jsonrpc: '2.0', id: 1, method })
  }
  ask('ping')
  ask('server/discover')
  ask('ping', 'TIMED_OUT')
  telemetry.begin('request', { serverId, method: 'server/discover', greets: true }).end({})
  const work = telemetry.begin('request', { serverId, method: 'tools/list' })
  work.within(() => telemetry.begin('request', { serverId, method: 'server/discover' }).end({}))
  work.end({})
  await telemetry.close(5_000)
  expect(receiver.spans().map(({ name }) => name)).toEqual(['ping', 'server/discover', 'server/discover', 'tools/list'])
})
