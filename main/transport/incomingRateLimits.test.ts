import { expect, it } from 'vitest'
import { IncomingRateLimits, rateKindOf, type RateKind } from './incomingRateLimits'

function takenOf(limits: IncomingRateLimits, kind: RateKind, most = 1_000_000): number {
  for (let taken = 0; taken < most; taken++) if (limits.count(kind)) return taken
  return most
}

it('J31: lets a burst of each kind through, then what an honest server sends', () => {
  let now = 0
  const limits = new IncomingRateLimits(() => now)
  const bursts = (['request', 'notification', 'log'] as const).map((kind) => takenOf(limits, kind))
  now += 10_000
  const later = (['request', 'notification', 'log'] as const).map((kind) => takenOf(limits, kind))
  expect([bursts, later]).toEqual([
    [2_000, 50_000, 500_000],
    [200, 5_000, 50_000],
  ])
  expect([limits.count('request'), limits.count('log')]).toEqual(['transport.tooManyRequests', 'transport.tooManyMessages'])
})

it('J17: counts logs and progress apart from other notifications', () => {
  const kinds = ['notifications/message', 'notifications/progress', 'notifications/tools/list_changed', 'ping'].map((method) =>
    rateKindOf({ jsonrpc: '2.0', method, ...(method === 'ping' && { id: 1 }) }),
  )
  expect(kinds).toEqual(['log', 'log', 'notification', 'request'])
})

it('J30: refuses a request while 256 are open, until one was answered', () => {
  const limits = new IncomingRateLimits(() => 0)
  const admitted = Array.from({ length: 300 }, (_, id) => limits.admitRequest(id)).filter(Boolean).length
  limits.requestEnded(7)
  expect([admitted, limits.admitRequest('next'), limits.admitRequest('another')]).toEqual([256, true, false])
  limits.requestEnded(8)
  expect([limits.admitRequest('next'), limits.admitRequest('another')]).toEqual([false, true])
})
