import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/appError'
import { HostCheck } from './hostCheck'

/** A network in which a host answers when the test says so. */
function network() {
  const open = new Map<string, PromiseWithResolvers<unknown>>()
  const asked: string[] = []
  const interrupted = new AbortController()
  const check = new HostCheck((origin, { signal }) => {
    const answer = Promise.withResolvers<unknown>()
    signal.addEventListener('abort', () => answer.reject(signal.reason))
    asked.push(origin)
    open.set(origin, answer)
    return answer.promise
  }, interrupted.signal)
  /** Lets every host answer, also those that are asked only then. */
  const answerAll = async (how: (answer: PromiseWithResolvers<unknown>, origin: string) => void) => {
    for (let before = -1; before !== asked.length;) {
      before = asked.length
      for (const [origin, answer] of open) how(answer, origin)
      open.clear()
      await new Promise(setImmediate)
    }
  }
  return { check, asked, interrupted, answerAll }
}

const hosts = (count: number) => Array.from({ length: count }, (_, at) => `https://h${at}.example`)

// Catches: a server makes the computer of its author ask hosts of others hundreds of times.
it('asks each host once, whichever apps declare it, and a few at a time', async () => {
  const { check, asked, answerAll } = network()
  const [all, again] = [check.silentOf(hosts(12)), check.silentOf([...hosts(3), 'https://*.any.example'])]
  await new Promise(setImmediate)
  expect(asked).toEqual(hosts(8))
  await answerAll(({ resolve }) => resolve(undefined))
  expect([await all, await again, await check.silentOf(hosts(12)), asked, check.unasked]).toEqual([[], [], [], hosts(12), 0])
})

it('names those that answer nothing, to each app that declares them, and not those that refuse', async () => {
  const { check, answerAll } = network()
  const [one, other] = [check.silentOf(['https://gone.example', 'https://there.example']), check.silentOf(['https://gone.example'])]
  await answerAll(({ reject }, origin) => {
    const code = origin === 'https://gone.example' ? 'SERVER_UNREACHABLE' : 'LINK_REFUSED'
    reject(new AppError(code, { reason: 'net.badAddress' }))
  })
  expect([await one, await other]).toEqual([['https://gone.example'], ['https://gone.example']])
})

it('asks no more than fifty in one check, and says how many it did not ask', async () => {
  const { check, asked, answerAll } = network()
  const [all, again] = [check.silentOf(hosts(60)), check.silentOf(hosts(60))]
  await answerAll(({ reject }) => reject(new AppError('SERVER_UNREACHABLE', { reason: 'net.badAddress' })))
  expect([await all, await again, asked.length, check.unasked]).toEqual([hosts(50), hosts(50), 50, 10])
})

it('an interrupted check waits for no host, and tells of none that it is silent', async () => {
  const { check, interrupted } = network()
  const why = new AppError('CANCELLED', { reason: 'cli.interrupted' })
  const asking = check.silentOf(hosts(12))
  interrupted.abort(why)
  await expect(asking).rejects.toBe(why)
})
