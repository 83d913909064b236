import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { ManualClock } from '../testing/manualClock'
import { CallTimeout } from './callTimeout'

const calm = new AbortController().signal

it('tells a stop by the caller from a deadline', async () => {
  const time = new ManualClock()
  const caller = new AbortController()
  const stopped = new CallTimeout(time, { quietMs: 1_000, totalMs: 1_000 }, caller.signal)
  const late = new CallTimeout(time, { quietMs: 30, totalMs: 1_000 }, calm)
  const reason = new AppError('CANCELLED', 'You stopped it')
  caller.abort(reason)
  await time.pass(60)
  expect([stopped.signal.reason, late.signal.reason]).toEqual([reason, expect.objectContaining({ code: 'TIMED_OUT' })])
  stopped.stop()
})

it('does not run on once its call has ended, also when a question is withdrawn after that', async () => {
  const time = new ManualClock()
  const clock = new CallTimeout(time, { quietMs: 30, totalMs: 30 }, calm)
  clock.pause()
  clock.stop()
  clock.resume()
  await time.pass(60)
  expect(clock.signal.aborted).toBe(false)
})

it('aborts at once for a caller that has stopped already', () => {
  expect(new CallTimeout(new ManualClock(), { quietMs: 30, totalMs: 30 }, AbortSignal.abort('why')).signal.reason).toBe('why')
})
