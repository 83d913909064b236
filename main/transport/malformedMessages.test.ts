import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { define, failureOf, serverId, testPool, type TestPool } from '../connections/testing/poolFixture'

const odd = (mode = ''): Launch => ({
  kind: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, '../connections/testing/oddMessages.mjs'), mode],
  env: {},
})

async function started(mode = ''): Promise<TestPool> {
  const test = testPool([define('odd', odd(mode))])
  await test.pool.start(serverId('odd'))
  return test
}

const said = (text: string): unknown => [{ type: 'text', text }]

it.each(['more members', 'null error', 'text id'])('takes an answer with %s for the answer that it is', async (tool) => {
  await using test = await started()
  expect((await test.call('odd', tool)).content).toEqual(said('ok'))
})

it.each(['text result', 'no result'])('J12: fails a call at once whose answer is none (%s), and goes on', async (tool) => {
  await using test = await started()
  const error = await failureOf(test.call('odd', tool))
  expect([error.code, (await test.call('odd', 'plain')).content]).toEqual(['PROTOCOL_ERROR', said('ok')])
})

it('J12: a log line that shows an answer ends no call, nor does a broken answer to another request', async () => {
  await using test = await started()
  expect((await test.call('odd', 'log lines')).content).toEqual(said('ok'))
})

it('J11: loses an answer that is 100,000 levels deep, fails its call only, and stands the same in a notification', async () => {
  await using test = await started()
  const [deep, elsewhere, plain] = await Promise.all([
    failureOf(test.call('odd', 'deep')),
    test.call('odd', 'deep elsewhere'),
    test.call('odd', 'plain'),
  ])
  expect([deep.code, deep.reason, elsewhere.content, plain.content]).toEqual([
    'PROTOCOL_ERROR',
    'transport.tooDeep',
    said('ok'),
    said('ok'),
  ])
})

it('J12: goes on after requests whose ids nobody can repeat, and keeps numbers and halves of characters as JSON reads them', async () => {
  await using test = await started()
  const ids = await test.call('odd', 'odd ids')
  const numbers = await test.call('odd', 'numbers')
  expect([ids.content, numbers.structuredContent]).toEqual([said('ok'), { a: Infinity, b: -0, c: 2, d: '\ud800' }])
})

it('J12: reads 20,000 tiny messages that nobody knows, and then the answer', async () => {
  await using test = await started()
  expect((await test.call('odd', 'flood')).content).toEqual(said('ok'))
}, 10_000)

it('J13: no message of any shape ends the process or the connection', async () => {
  await using test = await started()
  const before = test.pool.states()[serverId('odd')]
  for (const tool of test.pool.catalog(serverId('odd')).tools.filter(({ name }) => !['late', 'pings back'].includes(name)))
    await test.call('odd', tool.name).catch(() => undefined)
  const after = test.pool.states()[serverId('odd')]
  expect(after?.phase === 'ready' && before?.phase === 'ready' && after.connectionId === before.connectionId).toBe(true)
}, 20_000)

it('J17: hands on a few of 20,000 progress messages, in growing order and with the last', async () => {
  await using test = await started()
  const heard: number[] = []
  await test.call('odd', 'progress flood', {}, { onProgress: ({ progress }) => heard.push(progress) })
  expect([heard.length < 100, heard.every((value, index) => index === 0 || value > (heard[index - 1] ?? 0))]).toEqual([true, true])
}, 10_000)

it('J17: reads its lists a few times for 10,000 changes of them', async () => {
  await using test = await started()
  await test.call('odd', 'list flood')
  await test.pool.refresh(serverId('odd'))
  expect(heardBy(test).filter((json) => json.includes('"tools/list"')).length).toBeLessThan(6)
}, 10_000)

it('F11, J20: drops answers that nobody waits for, second answers, and progress and cancellations of strangers', async () => {
  await using test = await started()
  const heard: unknown[] = []
  const onProgress = (progress: unknown): unknown => heard.push(progress)
  const both = await Promise.all([test.call('odd', 'strangers', {}, { onProgress }), test.call('odd', 'cancels strangers')])
  const twice = await test.call('odd', 'twice')
  expect([both.map(({ content }) => content), twice.content, heard]).toEqual([[said('mine'), said('ok')], said('first'), []])
})

it('F11: drops an answer that comes after its call was stopped', async () => {
  await using test = await started()
  const stop = new AbortController()
  const stopped = failureOf(test.call('odd', 'late', {}, { signal: stop.signal }))
  await untilHeard(test, '"late"')
  stop.abort()
  expect([(await stopped).code, (await test.call('odd', 'plain')).content]).toEqual(['CANCELLED', said('ok')])
})

it('answers a ping of the server with an empty result', async () => {
  await using test = await started()
  expect((await test.call('odd', 'pings back')).content).toEqual(said('{}'))
})

it('JR-17: takes the messages of a batch one by one', async () => {
  await using test = await started('batches')
  const result = await test.call('odd', 'batch')
  const state = test.pool.states()[serverId('odd')]
  expect([result.content, state?.phase === 'ready' && state.negotiation.version]).toEqual([said('batched'), '2025-03-26'])
  await untilHeard(test, '"asks"')
})

it.each([
  ['refuses', 'SERVER_ERROR'],
  ['odd greeting', 'PROTOCOL_ERROR'],
])('says what is wrong with a server whose greeting %s', async (mode, code) => {
  await using test = testPool([define('odd', odd(mode))])
  const error = await failureOf(test.pool.start(serverId('odd')))
  expect([error.code, test.pool.states()[serverId('odd')]?.phase]).toEqual([code, 'failed'])
})

/** The messages that the server received, as text. */
function heardBy(test: TestPool): readonly string[] {
  return test.pool.output(serverId('odd')).text.split('\n')
}

async function untilHeard(test: TestPool, text: string): Promise<void> {
  while (!heardBy(test).some((line) => line.includes(text))) await new Promise(setImmediate)
}
