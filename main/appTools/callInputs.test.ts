import { beforeAll, expect, it } from 'vitest'
import { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import { sampleServer } from '../../shared/testing/sampleServer'
import { ManualClock } from '../testing/manualClock'
import { CallInputs, type WrittenCall } from './callInputs'

// It is loaded when a model first writes, which takes its time.
beforeAll(async () => void (await import('./readPartialJson')))

const callId = CallId.parse('00000000-0000-4000-8000-000000000001')
const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000002')
const written: WrittenCall = {
  conversationId,
  server: sampleServer('board'),
  tool: { name: 'show', inputSchema: { type: 'object' }, hash: 'h' },
  call: {
    id: callId,
    serverId: ServerId.parse('board'),
    tool: 'show',
    definitionHash: 'h',
    startedBy: 'model',
    asked: {},
    why: { by: 'pending', reason: { id: 'approvals.why.undecided' } },
    state: 'queued',
    startedAt: 0,
    writing: true,
  },
}

function bench(allowed = true) {
  const clock = new ManualClock()
  const inputs = new CallInputs({ clock, allows: () => allowed })
  const told: JsonObject[] = []
  inputs.written.subscribe(({ arguments: args }) => void told.push(args))
  const write = async (text: string, ms = 0): Promise<void> => {
    inputs.write(callId, text)
    await clock.pass(ms)
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate)
  }
  return { inputs, told, write }
}

it('AP-17: arguments are told as far as they are written, healed, and not more often than an app can draw them', async () => {
  const { inputs, told, write } = bench()
  expect(inputs.begin(written)).toBe(true)
  await write('{"topic":"pl')
  expect(told).toEqual([{ topic: 'pl' }])
  for (const letter of 'ans","no') await write(letter)
  expect(told).toHaveLength(1)
  await write('tes":["a', 150)
  expect(told.at(-1)).toEqual({ topic: 'plans', notes: ['a'] })
  expect(inputs.of(conversationId, callId)?.partial).toEqual({ topic: 'plans', notes: ['a'] })
})

it('AP-17: nothing is told of a call that a person may still refuse', async () => {
  const { inputs, told, write } = bench(false)
  expect(inputs.begin(written)).toBe(false)
  await write('{"topic":"pl', 1_000)
  expect([told, inputs.of(conversationId, callId)]).toEqual([[], undefined])
})

// While they were written an app saw them under other names than when they were whole.
it('AP-17: arguments are told under the names of the server, and not under those that its model knows', async () => {
  const { inputs, told, write } = bench()
  const inputSchema = { type: 'object', properties: { 'filter[id]': { type: 'string' } } }
  inputs.begin({ ...written, tool: { ...written.tool, inputSchema } })
  await write('{"filter_id":"pl')
  expect(told).toEqual([{ 'filter[id]': 'pl' }])
  expect(inputs.of(conversationId, callId)?.partial).toEqual({ 'filter[id]': 'pl' })
})

it('nothing unfinished is told once the arguments are whole, and nothing is known after the end of the call', async () => {
  const { inputs, told, write } = bench()
  inputs.begin(written)
  await write('{"topic":"a')
  inputs.write(callId, 'b')
  inputs.complete(callId)
  await write('', 0)
  inputs.end(callId)
  await write('c', 1_000)
  expect([told, inputs.of(conversationId, callId)]).toEqual([[{ topic: 'a' }], undefined])
})

it.each(['[1, 2', 'not JSON', '"text'])('what is no object is not told: %s', async (text) => {
  const { inputs, told, write } = bench()
  inputs.begin(written)
  await write(text, 1_000)
  expect(told).toEqual([])
})

it('arguments without end are not read again and again', async () => {
  const { inputs, told, write } = bench()
  inputs.begin(written)
  await write(`{"text":"${'x'.repeat(200_000)}`, 1_000)
  expect(told).toEqual([])
})
