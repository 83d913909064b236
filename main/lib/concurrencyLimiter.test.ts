import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { ConcurrencyLimiter } from './concurrencyLimiter'
import { failureOf } from '../connections/testing/poolFixture'

const calm = new AbortController().signal

it('lets so many in, the rest in order, and whom a person has come to want first', async () => {
  const limiter = new ConcurrencyLimiter(() => 1)
  const order: string[] = []
  let wanted = false
  const leave = await limiter.enter(calm)
  const enter = async (name: string, isUrgent?: () => boolean): Promise<void> => {
    const out = await limiter.enter(calm, isUrgent)
    order.push(name)
    out()
  }
  const all = [enter('a'), enter('b'), enter('c', () => wanted)]
  wanted = true
  leave()
  await Promise.all(all)
  expect(order).toEqual(['c', 'a', 'b'])
})

it('never lets more in than the limit, however they leave', async () => {
  const limiter = new ConcurrencyLimiter(() => 2)
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const leave = await limiter.enter(calm)
      most = Math.max(most, ++inside)
      await Promise.resolve()
      inside--
      leave()
      leave()
    }),
  )
  expect(most).toBe(2)
})

it('lets one that gives up go with its reason, and keeps its place free', async () => {
  const limiter = new ConcurrencyLimiter(() => 1)
  const leave = await limiter.enter(calm)
  const stop = new AbortController()
  const waiting = failureOf(limiter.enter(stop.signal))
  const next = limiter.enter(calm)
  stop.abort(new AppError('CANCELLED', 'enough'))
  leave()
  expect([(await waiting).message, typeof (await next)]).toEqual(['enough', 'function'])
})
