import { expect, it } from 'vitest'
import { lostRecord, type MessageRecord } from '../../../shared/domain/messageRecord'
import { ConnectionId, ServerId } from '../../../shared/domain/ids'
import { findRecords } from './messageRecordFilter'
import { describeRecord, pairMessageRecords } from './pairMessageRecords'

const one = ConnectionId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11')
const two = ConnectionId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12')
let last = 0
const record = (direction: MessageRecord['direction'], message: object | string, at = 0, connectionId = one): MessageRecord => {
  const json = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })
  return { id: ++last, serverId: ServerId.parse('a'), connectionId, at, direction, bytes: json.length, json }
}
const words = (...records: readonly MessageRecord[]): readonly string[] =>
  pairMessageRecords(records).map((line) => `${line.kind}: ${describeRecord(line)}`)

it('names requests by method and what they are about, and answers by what they answer', () => {
  expect(
    words(
      record('sent', { id: 1, method: 'tools/call', params: { name: 'echo' } }),
      record('sent', { method: 'notifications/initialized' }),
      record('received', { id: 1, result: {} }),
      record('sent', { id: 'b', method: 'resources/read', params: { uri: 'x:1' } }),
      record('received', { id: 'b', error: { code: 1, message: 'no' } }),
    ),
  ).toEqual([
    'request: tools/call echo',
    'notification: notifications/initialized',
    'answer: answer to tools/call echo',
    'request: resources/read x:1',
    'error: error to resources/read x:1',
  ])
})

it('joins an answer to the request of the same id, the other direction and the same connection only', () => {
  const records = [
    record('sent', { id: 0, method: 'initialize' }, 100),
    record('received', { id: 0, method: 'roots/list' }, 110),
    record('sent', { id: 0, result: { roots: [] } }, 130),
    record('received', { id: 0, result: {} }, 785),
    record('received', { id: 0, result: {} }, 900, two),
  ]
  expect(pairMessageRecords(records).map((line) => [describeRecord(line), line.ms])).toEqual([
    ['initialize', undefined],
    ['roots/list', undefined],
    ['answer to roots/list', 20],
    ['answer to initialize', 685],
    ['answer to an earlier message', undefined],
  ])
})

it('says of a message that was cut what its beginning says, and never fails on what is no message', () => {
  expect(
    words(
      record('sent', '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"big","arguments":{"a":"aaaa'),
      record('sent', '{"method":"tools/call","params":{"arguments":{"a":"aaaa'),
      record('received', '{"jsonrpc":"2.0","id":3,"result":{"content":["id":9'),
      record('received', 'hello'),
      record('received', '[1]'),
    ),
  ).toEqual([
    'request: tools/call',
    'notification: tools/call',
    'answer: answer to tools/call',
    'unknown: not a message',
    'unknown: not a message',
  ])
})

it('says why a message was lost, and takes no word of a server for that', () => {
  const why = { id: 'traffic.tooLarge', params: { limit: 100_000 } } as const
  expect(
    words(
      record('received', lostRecord(why)),
      record('received', JSON.stringify(why)),
      // Older records contain a sentence.
      record('received', '"The server sent a message that is nested too deep"'),
      record('received', 'lost in another version'),
    ),
  ).toEqual([
    'lost: The server sent a message that is larger than the limit of 100,000 bytes',
    'answer: answer to an earlier message',
    'unknown: not a message',
    'unknown: not a message',
  ])
})

it('finds calls with their answers, what the server asked, errors, and words, methods and ids', () => {
  const lines = pairMessageRecords([
    record('sent', { id: 1, method: 'tools/call', params: { name: 'echo' } }),
    record('received', { id: 7, method: 'elicitation/create' }),
    record('sent', { id: 7, result: {} }),
    record('received', { id: 1, error: { code: 1, message: 'Broken pipe' } }),
    record('received', { method: 'notifications/message' }),
    record('sent', { id: 2, method: 'server/discover' }),
    record('received', { id: 2, error: { code: -32601, message: 'Method not found' } }),
  ])
  const found = (...[filter, search]: [Parameters<typeof findRecords>[1], string]) => findRecords(lines, filter, search).map(describeRecord)
  expect(found('calls', '')).toEqual(['tools/call echo', 'error to tools/call echo'])
  expect(found('asked', '')).toEqual(['elicitation/create', 'answer to elicitation/create'])
  expect(found('errors', '')).toEqual(['error to tools/call echo'])
  expect(found('all', 'broken PIPE')).toEqual(['error to tools/call echo'])
  expect(found('all', '7')).toHaveLength(2)
  expect(found('all', ' ')).toHaveLength(7)
})
