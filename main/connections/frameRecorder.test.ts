import { expect, it } from 'vitest'
import { ConnectionId, ServerId } from '../../shared/domain/ids'
import type { NewFrame } from '../frames/frameLog'
import { FrameRecorder } from './frameRecorder'

it('says of a message that is too long that its text was cut', () => {
  const frames: NewFrame[] = []
  const recorder = new FrameRecorder({
    serverId: ServerId.parse('s'),
    connectionId: ConnectionId.parse(crypto.randomUUID()),
    frameBytes: 100,
    now: () => 1,
    record: (frame) => frames.push(frame),
  })
  for (const length of [10, 10_000]) {
    const message = { jsonrpc: '2.0' as const, id: 1, result: { text: 'x'.repeat(length) } }
    recorder.message('received', message, undefined, JSON.stringify(message).length)
  }
  expect(frames.map(({ cut = false, bytes, json }) => ({ cut, whole: json.length === bytes }))).toEqual([
    { cut: false, whole: true },
    { cut: true, whole: false },
  ])
})
