import { expect, it } from 'vitest'
import { CallId, ConnectionId, ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/limits'
import { rememberSecret } from '../lib/redact'
import { Database } from '../storage/database'
import { FrameLog } from './frameLog'

const serverId = ServerId.parse('s')
const connectionId = ConnectionId.parse(crypto.randomUUID())
const callId = CallId.parse(crypto.randomUUID())
const frame = (json: string, more: object = {}) => ({
  serverId,
  connectionId,
  at: 1,
  direction: 'sent' as const,
  bytes: json.length,
  json,
  ...more,
})

function open(limits: Partial<typeof defaultLimits> | object = {}) {
  const database = new Database(':memory:')
  return { database, frames: new FrameLog({ database, limits: () => ({ ...defaultLimits, ...limits }) }) }
}

it('gives the frames of a call and of a server back in order', () => {
  const { frames } = open()
  frames.record(frame('1', { callId }))
  frames.record(frame('2'))
  frames.record(frame('3', { callId, direction: 'received' }))
  expect({
    call: frames.ofCall(callId).map(({ json, direction }) => json + direction),
    server: frames.ofServer(serverId, 2).map(({ json }) => json),
  }).toEqual({
    call: ['1sent', '3received'],
    server: ['2', '3'],
  })
})

it('takes secrets out before it cuts', () => {
  rememberSecret('tokentokentoken')
  const { frames } = open({ frameBytesKept: 10 })
  frames.record(frame('a: tokentokentoken'))
  expect(frames.ofServer(serverId, 1)[0]?.json).toBe('a: •••')
})

it('keeps only so many of each server', () => {
  const { frames } = open({ framesKept: 100 })
  const other = ServerId.parse('other')
  frames.record(frame('kept', { serverId: other }))
  for (let index = 0; index < 5_000; index++) frames.record(frame(String(index)))
  const kept = frames.ofServer(serverId, 10_000)
  expect({ bounded: kept.length < 1_100, last: kept.at(-1)?.json, other: frames.ofServer(other, 1)[0]?.json }).toEqual({
    bounded: true,
    last: '4999',
    other: 'kept',
  })
})
