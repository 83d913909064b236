import { isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResultResponse } from '@modelcontextprotocol/client'
import { assert, constantFrom, jsonValue, oneof, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { parseEnvelope } from './messageEnvelope'

const isMessage = (value: unknown): boolean =>
  [isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResultResponse].some((fits) => fits(value))

const anything = jsonValue({ maxDepth: 2 })
const members = record(
  {
    jsonrpc: oneof({ weight: 9, arbitrary: constantFrom('2.0') }, anything),
    id: oneof(constantFrom<unknown>(0, 1, 1.5, -0, 2 ** 53, 'a', '', null), anything),
    method: oneof(constantFrom<unknown>('ping', 'notifications/x', ''), anything),
    params: oneof(constantFrom<unknown>({}, { _meta: {} }, [], null), anything),
    result: oneof(constantFrom<unknown>({}, { content: [] }, [], null), anything),
    error: oneof(constantFrom<unknown>({ code: -1, message: 'no' }, { code: 1.5 }, { code: 2 ** 60, message: '' }, null), anything),
    time: anything,
  },
  { requiredKeys: ['jsonrpc'] },
)

it('J12: lets nothing through that the library would not take for a message, whatever comes', () => {
  assert(
    property(oneof(members, anything), (value) => {
      const envelope = parseEnvelope(value)
      return !envelope.ok || isMessage(envelope.message)
    }),
    { numRuns: 2_000 },
  )
})

it('J12: lets everything through that the library takes for a message', () => {
  assert(
    property(members, (value) => !isMessage(value) || 'time' in value || parseEnvelope(value).ok),
    { numRuns: 2_000 },
  )
})

// Catches: a frame that is taken for a message of JSON-RPC 2.0 because the rest of it looks like one.
it('J12: takes nothing for a message whose frame does not say JSON-RPC 2.0', () => {
  const frames = [undefined, '1.0', '2', 2, null, ['2.0']].map((jsonrpc) => ({ ...(jsonrpc !== undefined && { jsonrpc }), id: 1 }))
  const taken = frames.flatMap((frame) => [parseEnvelope({ ...frame, method: 'ping' }).ok, parseEnvelope({ ...frame, result: {} }).ok])
  expect(taken).not.toContain(true)
})

it('J12, J30: takes ids of a thousand characters and no longer, because each answer repeats its id', () => {
  const [most, tooLong] = ['x'.repeat(1_000), 'x'.repeat(1_001)]
  const envelopes = [most, tooLong].flatMap((id) => [
    parseEnvelope({ jsonrpc: '2.0', id, method: 'ping' }).ok,
    parseEnvelope({ jsonrpc: '2.0', id, result: {} }).ok,
  ])
  expect(envelopes).toEqual([true, true, false, false])
})

it('keeps what a message says, also without an id where it is an error, and says which answer was none', () => {
  const answer = { jsonrpc: '2.0', id: 7, result: { a: [1] } }
  expect([
    parseEnvelope({ ...answer, error: null, took: 5 }),
    parseEnvelope({ jsonrpc: '2.0', id: 7, error: { code: 5, message: 'no', data: [1], more: 2 } }),
    parseEnvelope({ jsonrpc: '2.0', id: 'x', method: 'm', params: null }),
    parseEnvelope({ jsonrpc: '2.0', id: 7 }),
    parseEnvelope({ jsonrpc: '2.0', id: null, error: { code: 1, message: '' } }),
  ]).toEqual([
    { ok: true, message: answer },
    { ok: true, message: { jsonrpc: '2.0', id: 7, error: { code: 5, message: 'no', data: [1] } } },
    { ok: true, message: { jsonrpc: '2.0', id: 'x', method: 'm' } },
    { ok: false, answers: 7 },
    { ok: true, message: { jsonrpc: '2.0', error: { code: 1, message: '' } } },
  ])
})

it.each<[string, unknown, unknown]>([
  ['a text', 'no more', { code: 0, message: 'no more' }],
  ['a code that is text', { code: 'E1', message: 'no more' }, { code: 0, message: 'E1: no more' }],
  ['a code in quotes', { code: '-32602', message: 'no more' }, { code: -32_602, message: 'no more' }],
  ['a message that is an object', { code: 1, message: { why: 'no more' } }, { code: 1, message: '{"why":"no more"}' }],
  ['nothing', {}, { code: 0, message: '' }],
])('keeps the words of an error that is %s', (_what, error, seen) => {
  expect(parseEnvelope({ jsonrpc: '2.0', id: 7, result: null, error })).toEqual({
    ok: true,
    message: { jsonrpc: '2.0', id: 7, error: seen },
  })
})

it('J11: does not read the words of an error that is 100,000 levels deep', () => {
  const deep: unknown = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))
  expect(parseEnvelope({ jsonrpc: '2.0', id: 7, error: { code: 1, message: deep } })).toMatchObject({ message: { error: { message: '' } } })
})

// Catches: a notification that nobody sees, because its parameters are in a list.
it('keeps a notification whose parameters stand in a list, by their places', () => {
  expect(parseEnvelope({ jsonrpc: '2.0', method: 'notifications/x', params: ['a', { b: 1 }] })).toEqual({
    ok: true,
    message: { jsonrpc: '2.0', method: 'notifications/x', params: { 0: 'a', 1: { b: 1 } } },
  })
  expect(parseEnvelope({ jsonrpc: '2.0', id: 1, method: 'x', params: [] })).toEqual({ ok: false })
})
