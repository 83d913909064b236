import { expect, it } from 'vitest'
import type { InputOf } from '../../../../../shared/rpc/contract'
import { MessageLog } from './messageLog'

function newLog() {
  const clock = { now: 100 }
  const handed: InputOf<'apps.log'>['messages'][] = []
  const timers: (() => void)[] = []
  const log = new MessageLog(
    (messages) => void handed.push([...messages]),
    (_ms, run) => {
      timers.push(run)
      return () => undefined
    },
    () => clock.now,
  )
  return { clock, handed, log, late: () => timers.at(-1)?.() }
}

it('says how long ago each message passed, so that an answer does not seem to come with its request', () => {
  const { clock, handed, log, late } = newLog()
  log.add('fromApp', { id: 1, method: 'ping' })
  clock.now += 320
  log.add('toApp', { id: 1, result: {} })
  clock.now += 180
  late()
  expect(handed).toEqual([
    [
      { direction: 'fromApp', json: '{"id":1,"method":"ping"}', agoMs: 500 },
      { direction: 'toApp', json: '{"id":1,"result":{}}', agoMs: 180 },
    ],
  ])
})

it('hands on only the beginning of a long message, with its whole size as UTF-8, and what waits too long all the same', () => {
  const { clock, handed, log } = newLog()
  log.add('fromApp', 'ä'.repeat(200_000))
  clock.now += 3_600_000
  log.flush()
  const [[cut] = []] = handed
  expect({ ...cut, json: cut?.json.length }).toEqual({ direction: 'fromApp', json: 100_000, bytes: 400_002, agoMs: 60_000 })
})
