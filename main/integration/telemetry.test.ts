import { expect, it } from 'vitest'
import type { TelemetryInput } from '../../shared/domain/telemetry/telemetry'
import { isRecord } from '../../shared/lib/json'
import { sampleTelemetry } from '../telemetry/sampleTelemetry'
import { offConventions } from '../telemetry/testing/offConventions'
import { attributesOf, OtlpReceiver, type ReceivedSpan } from '../telemetry/testing/otlpReceiver'
import { asked, ended, question, target } from '../testing/listeningHost'

const CANARY = 'canary-7f3a'
const everything = { traces: true, metrics: true, logs: true }

function to({ endpoint }: OtlpReceiver, change: Partial<TelemetryInput> = {}): TelemetryInput {
  return { endpoint, protocol: 'http/json', signals: everything, content: false, headers: [], ...change }
}

/** One turn with one call that a person allows. Resolves when all of it was sent. */
async function turn(receiver: OtlpReceiver, change: Partial<TelemetryInput> = {}) {
  const test = await asked([`{"path":"/home/${CANARY}"}`], { usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } })
  const { host, conversationId } = test
  await host.call('telemetry.set', to(receiver, change))
  await host.call('chat.send', { conversationId, text: `I am ${CANARY}` })
  const { id } = await question(host)
  await host.call('questions.answer', {
    questionId: id,
    answer: { kind: 'approval', action: 'allowOnce', arguments: { path: `/home/${CANARY}` } },
  })
  await ended(host, conversationId)
  await host.call('telemetry.turnOff', {})
  await host.until('telemetry', ({ config, counts }) => config.state === 'off' && counts.sent + counts.dropped >= 5)
  return test
}

const named = (spans: readonly ReceivedSpan[], start: string): ReceivedSpan => {
  const found = spans.find(({ name }) => name.startsWith(start))
  if (!found) throw new Error(`No span ${start} among ${spans.map(({ name }) => name).join(', ')}`)
  return found
}

it('SE-19: a turn is sent as the conventions say: spans with their parents, metrics with their buckets, a decision as a log, and nothing of what was said', async () => {
  await using receiver = await OtlpReceiver.start()
  await using test = await turn(receiver)
  const spans = receiver.spans()
  const [agent, chat, tool] = [named(spans, 'invoke_agent'), named(spans, 'chat'), named(spans, 'execute_tool')]
  expect([agent.name, chat.name, tool.name]).toEqual(['invoke_agent Parley', 'chat scripted-1', 'execute_tool take'])
  expect([agent.kind, chat.kind, tool.kind]).toEqual([1, 3, 1])
  expect([chat.parentSpanId, tool.parentSpanId]).toEqual([agent.spanId, agent.spanId])
  expect(new Set([agent.traceId, chat.traceId, tool.traceId]).size).toBe(1)
  const { conversationId } = test
  // Whole: what is not named here does not leave Parley.
  expect(agent.attributes).toEqual({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'Parley',
    'gen_ai.conversation.id': conversationId,
    'gen_ai.request.model': 'scripted-1',
  })
  expect(chat.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai_compatible',
    'gen_ai.conversation.id': conversationId,
    'gen_ai.request.model': 'scripted-1',
    'gen_ai.request.stream': true,
    'gen_ai.response.model': 'scripted-1',
    'gen_ai.response.id': 'scripted',
    'gen_ai.response.finish_reasons': ['tool-calls'],
    'gen_ai.usage.input_tokens': 7,
    'gen_ai.usage.output_tokens': 3,
    'gen_ai.usage.cache_read.input_tokens': 0,
  })
  const [call] = await ended(test.host, conversationId)
  expect(tool.attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.conversation.id': conversationId,
    'gen_ai.tool.name': 'take',
    'gen_ai.tool.type': 'extension',
    'gen_ai.tool.call.id': call?.id,
    'parley.server.id': expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2026-07-28',
    'jsonrpc.request.id': expect.any(String) as unknown,
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
  })
  expect([agent, chat, tool].map(({ events, links, status }) => [events, links.length, status])).toEqual([
    [[], 0, 0],
    [[], 0, 0],
    [[], 1, 0],
  ])
  expect(offConventions(spans)).toEqual([])
  // What the page shows as a sample has the same names.
  const shown = sampleTelemetry(false).map(({ attributes }) => attributes.map(([name]) => name))
  for (const [index, { attributes }] of [agent, chat, tool].entries()) {
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...(shown[index] ?? [])]))
  }
  const model = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai_compatible',
    'gen_ai.request.model': 'scripted-1',
    'gen_ai.response.model': 'scripted-1',
  }
  expect(Object.fromEntries(receiver.metrics().map(({ name, ...metric }) => [name, metric]))).toEqual({
    'gen_ai.client.operation.duration': {
      unit: 's',
      points: [
        { bounds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92], count: 2, attributes: model },
      ],
    },
    'gen_ai.client.token.usage': {
      unit: '{token}',
      points: ['input', 'output'].map((type) => ({
        bounds: [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
        count: 1,
        attributes: { ...model, 'gen_ai.token.type': type },
      })),
    },
    'mcp.client.operation.duration': {
      unit: 's',
      // Parley may also ask by itself what the server offers.
      points: expect.arrayContaining([
        {
          bounds: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
          count: 1,
          attributes: {
            'mcp.method.name': 'tools/call',
            'parley.server.id': tool.attributes['parley.server.id'],
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'take',
            'mcp.protocol.version': '2026-07-28',
            'network.transport': 'tcp',
            'network.protocol.name': 'http',
          },
        },
      ]) as unknown,
    },
  })
  const logs = receiver
    .json('/v1/logs')
    .flatMap(({ resourceLogs }) => (resourceLogs ?? []).flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)))
  expect(logs.map(({ eventName, traceId, attributes }) => [eventName, traceId, attributesOf(attributes)])).toEqual([
    [
      'parley.tool_decision',
      tool.traceId,
      {
        'parley.server.id': tool.attributes['parley.server.id'],
        'gen_ai.tool.name': 'take',
        'parley.decision.verdict': 'allow',
        'parley.decision.source': 'person',
        'parley.call.started_by': 'model',
        'parley.decision.arguments_edited': false,
      },
    ],
  ])
  expect(receiver.text).not.toContain(CANARY)
  expect(receiver.text).not.toContain('taken')
  expect(receiver.text).not.toContain('127.0.0.1')
})

it('only where a person agreed, what was said goes too; in protobuf it is the same', async () => {
  await using receiver = await OtlpReceiver.start()
  await using _test = await turn(receiver, { content: true, protocol: 'http/protobuf' })
  expect(new Set(receiver.batches.map(({ headers }) => headers['content-type']))).toEqual(new Set(['application/x-protobuf']))
  for (const text of [
    'invoke_agent Parley',
    'execute_tool take',
    'gen_ai.tool.call.arguments',
    `/home/${CANARY}`,
    `I am ${CANARY}`,
    'taken',
  ]) {
    expect(receiver.text).toContain(text)
  }
})

it('JR-16: a server gets a trace of its own in every request, linked from Parley’s, and Parley’s only where its switch is on; none where that is off', async () => {
  await using receiver = await OtlpReceiver.start()
  await using test = await turn(receiver)
  const { host, server, conversationId } = test
  const tool = named(receiver.spans(), 'execute_tool')
  const sent = metaOf(server.calls().at(-1))
  expect(sent['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  const [, traceId, spanId] = String(sent['traceparent']).split('-')
  expect([sent['baggage'], sent['tracestate'], traceId === tool.traceId]).toEqual([undefined, undefined, false])
  expect(tool.links).toMatchObject([{ traceId, spanId }])

  await host.call('servers.setTracing', { serverId: target, name: 'shareTraceId', on: true })
  await host.call('telemetry.set', to(receiver))
  await host.call('chat.runTool', { conversationId, serverId: target, tool: 'take', arguments: {} })
  await expect.poll(() => server.calls().length).toBe(2)
  await host.call('servers.setTracing', { serverId: target, name: 'traceContext', on: false })
  await expect.poll(async () => (await ended(host, conversationId)).length).toBe(2)
  await host.call('chat.runTool', { conversationId, serverId: target, tool: 'take', arguments: {} })
  await expect.poll(() => server.calls().length).toBe(3)
  expect(metaOf(server.calls()[2])['traceparent']).toBeUndefined()
  await expect.poll(async () => (await ended(host, conversationId)).length).toBe(3)
  await host.call('telemetry.turnOff', {})
  const shared = String(metaOf(server.calls()[1])['traceparent']).split('-')[1]
  await expect.poll(() => receiver.spans().map((span) => span.traceId)).toContain(shared)
})

it.each([
  ['refuses', 503, { reason: 'refused', status: 503 }],
  ['never answers', 'silent' as const, { reason: 'tooSlow' }],
])('a collector that %s stops no turn, and what it did not take is counted', async (_how, answer, failure) => {
  await using receiver = await OtlpReceiver.start()
  receiver.answer = answer
  await using test = await turn(receiver)
  const { counts } = await test.host.until('telemetry', ({ counts: { dropped } }) => dropped >= 5)
  expect(counts).toMatchObject({ sent: 0, lastError: failure })
  expect(test.server.calls()).toHaveLength(1)
})

it('JR-16: while telemetry is off, no message names a trace and nothing is sent', async () => {
  await using receiver = await OtlpReceiver.start()
  await using test = await asked(['{}'])
  const { host, server, conversationId } = test
  await test.go()
  await host.call('questions.answer', {
    questionId: (await question(host)).id,
    answer: { kind: 'approval', action: 'allowOnce', arguments: {} },
  })
  await ended(host, conversationId)
  expect([server.received.some(({ text }) => text.includes('traceparent')), receiver.batches]).toEqual([false, []])
})

function metaOf(text: string | undefined): Readonly<Record<string, unknown>> {
  const message: unknown = JSON.parse(text ?? '{}')
  const params = isRecord(message) && isRecord(message['params']) ? message['params'] : {}
  return isRecord(params['_meta']) ? params['_meta'] : {}
}
