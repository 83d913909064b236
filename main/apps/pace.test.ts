import { expect, it } from 'vitest'
import { Pace } from './pace'

/** A clock whose sleeps end when a test moves it. */
function clock() {
  let now = 0
  const sleeping: { readonly at: number; readonly wake: () => void }[] = []
  return {
    now: () => now,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        sleeping.push({ at: now + ms, wake: resolve })
      }),
    move: async (ms: number) => {
      now += ms
      for (const one of sleeping.splice(0)) {
        if (one.at <= now) one.wake()
        else sleeping.push(one)
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('L15: five requests begin in any second, twenty more wait their turn, and the rest is refused', async () => {
  const time = clock()
  const pace = new Pace(time)
  const begun: number[] = []
  const ask = () => pace.enter(new AbortController().signal).then(() => begun.push(time.now()))
  const all = Array.from({ length: 25 }, ask)
  await expect(pace.enter(new AbortController().signal)).rejects.toMatchObject({ code: 'CONFLICT', retryAfterSeconds: 1 })
  await time.move(0)
  expect(begun).toHaveLength(5)
  for (let second = 1; second <= 4; second++) {
    await time.move(999)
    expect(begun).toHaveLength(5 * second)
    await time.move(1)
    expect(begun).toHaveLength(5 * (second + 1))
  }
  await Promise.all(all)
})

it('a request that is given up waits no longer, and its place is free', async () => {
  const time = clock()
  const pace = new Pace(time)
  for (let count = 0; count < 5; count++) await pace.enter(new AbortController().signal)
  const stop = new AbortController()
  const waiting = Array.from({ length: 20 }, () => pace.enter(stop.signal))
  stop.abort(new Error('gone'))
  for (const one of waiting) await expect(one).rejects.toThrow('gone')
  const next = pace.enter(new AbortController().signal)
  await time.move(5_000)
  await next
})
