import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { IncomingQueue } from './incomingQueue'
import { ThreadShare, type QueueClock } from './threadShare'

const failing = (error: Error): never => {
  throw error
}

/** A clock that only work and rests move. Each message takes this long. */
function workClock(ms: number) {
  let at = 0
  const rests: number[] = []
  const clock: QueueClock = {
    now: () => at,
    rest: (pause) => {
      rests.push(pause)
      at += pause
      return turn()
    },
  }
  return { clock, rests, work: (): void => void (at += ms) }
}

it('handles a message as it arrives while the server sends few', () => {
  const handled: number[] = []
  const queue = new IncomingQueue({ hasContext: false, onError: failing })
  for (let index = 0; index < 3; index++) queue.push(() => handled.push(index))
  expect([handled, queue.ready(0)]).toEqual([[0, 1, 2], undefined])
})

it('J31: handles a flood in slices, with rests in between that are three times as long, and keeps its order', async () => {
  const { clock, rests, work } = workClock(1)
  const handled: number[] = []
  const queue = new IncomingQueue({ hasContext: false, onError: failing, clock, share: new ThreadShare(clock) })
  for (let index = 0; index < 100; index++) {
    queue.push(() => {
      work()
      handled.push(index)
    })
  }
  const atOnce = handled.length
  await queue.ready(0)
  expect([atOnce, rests]).toEqual([4, Array.from({ length: 24 }, () => 12)])
  expect(handled).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

it('J31: a server that sends the next messages only when the last are done gets no larger share', async () => {
  const { clock, rests, work } = workClock(0.5)
  const queue = new IncomingQueue({ hasContext: false, onError: failing, clock, share: new ThreadShare(clock) })
  for (let piece = 0; piece < 10; piece++) {
    for (let index = 0; index < 10; index++) queue.push(work)
    await queue.ready(0)
  }
  expect(rests.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(100)
})

it('J31: counts the time that reading took for what is dropped, and for many messages', async () => {
  const { clock, rests } = workClock(0)
  const queue = new IncomingQueue({ hasContext: false, onError: failing, clock, share: new ThreadShare(clock) })
  expect([1, 1, 1].map((ms) => queue.ready(ms, true))).toEqual([undefined, undefined, undefined])
  await queue.ready(1, true)
  expect([rests, queue.ready(0)]).toEqual([[16], undefined])
  for (let index = 0; index < 30; index++) queue.countDropped()
  await queue.ready(4)
  expect(rests).toEqual([16, 16])
})

it('lets a large message be read without rests, and other work run in between', async () => {
  const { clock, rests } = workClock(0)
  const queue = new IncomingQueue({ hasContext: false, onError: failing, clock, share: new ThreadShare(clock) })
  const waits = Array.from({ length: 100 }, () => queue.ready(1)).filter((wait) => wait !== undefined)
  await Promise.all(waits)
  expect([waits.length, rests]).toEqual([25, []])
})

/** Counts what it is told of large messages. */
class ToldShare extends ThreadShare {
  largeParts = 0

  override reading(...[ms, reading]: Parameters<ThreadShare['reading']>): void {
    this.largeParts++
    super.reading(ms, reading)
  }
}

it('J37: a small event on one stream does not end the large message on another', () => {
  const { clock } = workClock(0)
  const share = new ToldShare(clock)
  const queue = new IncomingQueue({ hasContext: true, onError: failing, clock, share })
  const [large, small] = [queue.stream(), queue.stream()]
  for (let part = 0; part < 8; part++) {
    void large.ready(0.1)
    void small.ready(0.1)
    small.messageEnded()
    queue.push(() => undefined)
  }
  expect(share.largeParts).toBe(5)
})

it('J31: counts what the handler of a message does a moment later', async () => {
  const { clock, rests, work } = workClock(1)
  let handled = 0
  const queue = new IncomingQueue({ hasContext: false, onError: failing, clock, share: new ThreadShare(clock) })
  for (let index = 0; index < 120; index++) {
    queue.push(() => {
      void Promise.resolve().then(() => {
        work()
        handled++
      })
    })
  }
  await queue.ready(0)
  expect([handled, rests.length >= 20]).toEqual([120, true])
})

it('takes later messages after those that wait', async () => {
  const { clock, work } = workClock(1)
  const handled: string[] = []
  const queue = new IncomingQueue({ hasContext: false, onError: failing, clock, share: new ThreadShare(clock) })
  for (let index = 0; index < 6; index++) queue.push(work)
  queue.push(() => handled.push('first'))
  await turn()
  queue.push(() => handled.push('second'))
  await queue.ready(0)
  expect(handled).toEqual(['first', 'second'])
})

it('handles each message in the context in which it arrived', async () => {
  const exchange = new AsyncLocalStorage<number>()
  const { clock, work } = workClock(1)
  const seen: unknown[] = []
  const queue = new IncomingQueue({ hasContext: true, onError: failing, clock, share: new ThreadShare(clock) })
  for (const id of [1, 2, 3, 4, 5, 6, 7]) {
    exchange.run(id, () =>
      queue.push(() => {
        work()
        seen.push(exchange.getStore())
      }),
    )
  }
  await queue.ready(0)
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
})

it('goes on after a message whose handler fails', async () => {
  const errors: string[] = []
  const { clock, work } = workClock(1)
  const queue = new IncomingQueue({
    hasContext: false,
    onError: (error) => errors.push(error.message),
    clock,
    share: new ThreadShare(clock),
  })
  let handled = 0
  for (let index = 0; index < 10; index++) {
    queue.push(() => {
      work()
      handled++
      if (index % 5 === 0) throw new Error(`no ${index}`)
    })
  }
  await queue.ready(0)
  expect([handled, errors]).toEqual([10, ['no 0', 'no 5']])
})

it('J31: takes nothing more once it is closed, and never asks for more', async () => {
  const { clock, work } = workClock(1)
  let handled = 0
  const queue = new IncomingQueue({ hasContext: false, onError: failing, clock, share: new ThreadShare(clock) })
  const handle = (): void => {
    work()
    handled++
  }
  for (let index = 0; index < 10; index++) queue.push(handle)
  let isReady = false
  void queue.ready(0)?.then(() => (isReady = true))
  queue.close()
  queue.push(handle)
  await turn()
  await turn()
  expect([handled, isReady]).toEqual([4, false])
})

/** Lets one queue flood, beside others that do the same. Returns how long all of them were at work, and how many each has handled. */
async function floodTogether(queues: number, workMs: number, forMs: number) {
  let at = 0
  const clock: QueueClock = {
    now: () => at,
    rest: (pause) => {
      at += pause
      return turn()
    },
  }
  const share = new ThreadShare(clock)
  let worked = 0
  const handled = Array.from({ length: queues }, () => 0)
  const all = handled.map(() => new IncomingQueue({ hasContext: false, onError: failing, clock, share }))
  const fill = (index: number): void => {
    for (let count = 0; count < 50; count++) {
      all[index]?.push(() => {
        if (at >= forMs) return
        at += workMs
        worked += workMs
        handled[index] = (handled[index] ?? 0) + 1
      })
    }
  }
  await Promise.all(
    all.map(async (queue, index) => {
      while (at < forMs) {
        fill(index)
        await queue.ready(0)
      }
    }),
  )
  return { part: worked / at, handled }
}

it.each([
  [1, 0.1],
  [10, 0.1],
  [10, 1],
  [10, 40],
])(
  'J31: %i servers that flood get about a quarter of the time together, with messages of %d ms, and the same each',
  async (queues, workMs) => {
    const { part, handled } = await floodTogether(queues, workMs, 20_000)
    expect(part).toBeLessThan(0.4)
    expect(Math.min(...handled)).toBeGreaterThan(Math.max(...handled) / 2)
  },
)

it('J31: a server that sends little has its messages handled at once, whoever floods beside it', async () => {
  const { clock, work } = workClock(1)
  const share = new ThreadShare(clock)
  const flooding = new IncomingQueue({ hasContext: false, onError: failing, clock, share })
  const quiet = new IncomingQueue({ hasContext: false, onError: failing, clock, share })
  for (let index = 0; index < 100; index++) flooding.push(work)
  let handled = 0
  for (let index = 0; index < 3; index++) {
    quiet.push(() => {
      work()
      handled++
    })
  }
  expect([handled, quiet.ready(0)]).toEqual([3, undefined])
})
