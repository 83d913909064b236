import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import type { TelemetryOn } from '../../../shared/domain/telemetry'
import { OtlpReceiver } from '../testing/otlpReceiver'
import { QUEUE_SIZE } from './boundedSpans'
import { OtelTelemetry, type OtelDeps } from './otelTelemetry'

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

function telemetryTo(endpoint: string, change: Partial<OtelDeps> = {}) {
  const counts = { sent: 0, dropped: 0 }
  const deps: OtelDeps = {
    fetch: (url, init) => fetch(url, init),
    now: () => 0,
    version: '1.2.3',
    delayMs: { traces: 60_000, metrics: 60_000, logs: 60_000 },
    switchesOf: () => ({ traceContext: true, shareTraceId: false }),
    caller: undefined,
    onSent: (count) => (counts.sent += count),
    onDropped: (count) => (counts.dropped += count),
    ...change,
  }
  return { telemetry: new OtelTelemetry(on(endpoint), deps), counts }
}

it('the trace of who runs a command is the parent, and a server’s process learns it only where the switch is on', async () => {
  await using receiver = await OtlpReceiver.start()
  const shares = { traceContext: true, shareTraceId: true }
  const caller = { ...ids, tracestate: 'vendor=1' }
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

it('what somebody else wrote into _meta stays, a notification outside of work gets a context too, and an answer to a server gets none', async () => {
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

it('while the collector is away, no more than a full queue waits, and everything else is counted as dropped', async () => {
  const { telemetry, counts } = telemetryTo('http://127.0.0.1:9', { fetch: () => Promise.reject(new Error('away')) })
  const SPANS = 10_000
  for (let index = 0; index < SPANS; index++) telemetry.begin('request', { serverId, method: 'tools/list' }).end({})
  const BATCH = 512
  expect(counts.dropped).toBeGreaterThanOrEqual(SPANS - QUEUE_SIZE - BATCH)
  await telemetry.close(1_000)
  expect(counts).toEqual({ sent: 0, dropped: SPANS })
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
