import { expect, it } from 'vitest'
import { ConnectionId, ServerId } from '../../shared/domain/ids'
import type { NewMessageRecord } from '../traffic/trafficLog'
import { MessageRecorder } from './messageRecorder'

it('says of a message that is too long that its text was cut', () => {
  const records: NewMessageRecord[] = []
  const recorder = new MessageRecorder({
    serverId: ServerId.parse('s'),
    connectionId: ConnectionId.parse(crypto.randomUUID()),
    frameBytes: 100,
    now: () => 1,
    record: (record) => records.push(record),
  })
  for (const length of [10, 10_000]) {
    const message = { jsonrpc: '2.0' as const, id: 1, result: { text: 'x'.repeat(length) } }
    recorder.message('received', message, undefined, JSON.stringify(message).length)
  }
  expect(records.map(({ cut = false, bytes, json }) => ({ cut, whole: json.length === bytes }))).toEqual([
    { cut: false, whole: true },
    { cut: true, whole: false },
  ])
})
