import { expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { RestartPolicy } from './restartPolicy'

const exit = new AppError('SERVER_EXITED', 'it stopped')
const down = new AppError('SERVER_UNREACHABLE', 'down', { cause: new TypeError('fetch failed') })

function counting() {
  const time = { now: 0 }
  const count = new RestartPolicy({ ...systemClock, now: () => time.now }, () => defaultLimits)
  return { time, count }
}

it('C09: starts a server again ever later, and gives up after five restarts in two minutes', () => {
  const { count } = counting()
  const verdicts = Array.from({ length: 1_000 }, () => count.judge(exit, 'stdio'))
  expect(verdicts.slice(0, 6)).toEqual([
    ...[500, 1_000, 2_000, 4_000, 8_000].map((delay) => ({ next: 'retry', delay })),
    { next: 'giveUp', crashes: 6 },
  ])
  expect(verdicts.filter(({ next }) => next === 'retry')).toHaveLength(5)
})

it('forgets crashes that are long ago, and all when a person starts the server', () => {
  const { time, count } = counting()
  for (let crash = 0; crash < 20; crash++) {
    time.now += 60_000
    expect(count.judge(exit, 'stdio').next).toBe('retry')
  }
  for (let crash = 0; crash < 5; crash++) count.judge(exit, 'stdio')
  count.forget()
  expect(count.judge(exit, 'stdio')).toEqual({ next: 'retry', delay: 500 })
})

it('tries an address that is down ever more seldom, and leaves wrong answers to a person', () => {
  const { count } = counting()
  const delays = Array.from({ length: 8 }, () => count.judge(down, 'http')).map((verdict) => verdict.next === 'retry' && verdict.delay)
  const wrong = count.judge(new AppError('SERVER_UNREACHABLE', 'there is no MCP server'), 'http')
  const missing = count.judge(new AppError('COMMAND_NOT_FOUND', 'none'), 'stdio')
  expect([delays, wrong.next, missing.next]).toEqual([[2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000], 'stay', 'stay'])
})
