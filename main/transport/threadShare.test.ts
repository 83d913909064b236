import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { IncomingQueue } from './incomingQueue'
import { ThreadShare, ThreadUse, type QueueClock } from './threadShare'

const failing = (error: Error): never => {
  throw error
}

/** A clock that work moves. If nobody works in a turn of the event loop, it goes on to the end of the shortest rest. */
function workClock() {
  let at = 0
  const ends: number[] = []
  const rest = async (ms: number): Promise<void> => {
    const end = at + ms
    ends.push(end)
    while (at < end) {
      const before = at
      await turn()
      if (at === before) at = Math.min(...ends)
    }
    ends.splice(ends.indexOf(end), 1)
  }
  const clock: QueueClock = { now: () => at, rest }
  return { clock, work: (ms: number): void => void (at += ms) }
}

/** What a pipe gives at once, and how long a piece of it takes to read, in milliseconds. */
const PIECES_OF_CHUNK = 16
const PIECE_MS = 0.05

/** Some servers send large messages one after another, and an honest one answers with large results beside them. Returns their times. */
async function timesOfResults({ floods, results }: { readonly floods: number; readonly results: number }): Promise<readonly number[]> {
  const { clock, work } = workClock()
  const share = new ThreadShare(clock)
  const read = async (queue: IncomingQueue, ms: number, parseMs: number): Promise<void> => {
    for (let piece = 1; piece * PIECE_MS <= ms; piece++) {
      work(PIECE_MS)
      await queue.ready(PIECE_MS)
      if (piece % PIECES_OF_CHUNK === 0) await turn()
    }
    work(parseMs)
    queue.push(() => work(1))
    await (queue.ready(parseMs) ?? turn())
  }
  const queueOf = (): IncomingQueue => new IncomingQueue({ hasContext: false, onError: failing, clock, share })
  let lasts = true
  const hostile = Array.from({ length: floods }, async (_none, index) => {
    for (const queue = queueOf(); lasts;) await read(queue, 100 + 7 * index, 30)
  })
  const honest = queueOf()
  const times: number[] = []
  while (times.length < results) {
    // A person or a model reads the last one first.
    await clock.rest(500)
    const began = clock.now()
    await read(honest, 10, 3)
    times.push(Math.round(clock.now() - began))
  }
  lasts = false
  await Promise.all(hostile)
  return times
}

it('J37: an honest server with large results goes before many that send large messages without an end', async () => {
  const times = await timesOfResults({ floods: 8, results: 9 })
  expect(times.filter((ms) => ms > 60)).toEqual([])
})

it('J37: who has used the least lately has the next turn, also if others wait longer', async () => {
  const { clock } = workClock()
  const share = new ThreadShare(clock)
  const [hostile, another, honest] = [new ThreadUse(), new ThreadUse(), new ThreadUse()]
  share.charge(50, hostile)
  share.charge(40, another)
  const order: string[] = []
  await Promise.all([
    // The line begins.
    share.wait(new ThreadUse()),
    share.wait(hostile).then(() => order.push('hostile')),
    share.wait(another).then(() => order.push('another')),
    share.wait(honest).then(() => order.push('honest')),
  ])
  expect(order).toEqual(['honest', 'another', 'hostile'])
})

it('J37: what was used is forgotten, so that an honest server does not pay for the last hour', () => {
  const { clock } = workClock()
  const use = new ThreadUse()
  use.add(1_000, clock.now())
  expect([5_000, 10_000, 60_000].map((later) => Math.round(use.lately(later)))).toEqual([500, 250, 0])
})

it('J37: who began a large message and sends nothing more of it wants no time', () => {
  const { clock, work } = workClock()
  const share = new ThreadShare(clock)
  const hostile = new ThreadUse()
  share.reading(0.1, { use: new ThreadUse() })
  share.reading(50, { use: hostile })
  expect([share.isBehind(hostile), share.sliceMs()]).toEqual([true, 1])
  work(101)
  expect([share.isBehind(hostile), share.sliceMs()]).toEqual([false, 4])
})

it('J37: who used much lately does not stand still while many that are quiet begin to flood', async () => {
  const { clock } = workClock()
  const share = new ThreadShare(clock)
  const honest = new ThreadUse()
  share.charge(1_000, honest)
  const order: string[] = []
  const wait = async (who: string, use: ThreadUse): Promise<void> => {
    await share.wait(use)
    order.push(who)
  }
  await Promise.all([
    wait('first', new ThreadUse()),
    wait('honest', honest),
    ...Array.from({ length: 20 }, () => wait('quiet', new ThreadUse())),
  ])
  expect(order.indexOf('honest')).toBeLessThan(20)
})

it('J51: who lets small messages trickle in for ever goes after a server that used less, though each of them is no flood', async () => {
  const { clock, work } = workClock()
  const share = new ThreadShare(clock)
  const [trickling, honest] = [0, 1].map(() => new IncomingQueue({ hasContext: false, onError: failing, clock, share }))
  if (!trickling || !honest) throw new Error('Two queues')
  for (let message = 0; message < 200; message++) {
    work(0.5)
    await trickling.ready(0.5)
    trickling.push(() => undefined)
    await clock.rest(2)
  }
  const handled: string[] = []
  const drained = [trickling, honest].map((queue, index) => {
    for (let message = 0; message < 30; message++) {
      queue.push(() => {
        work(1)
        handled.push(index === 0 ? 'trickling' : 'honest')
      })
    }
    return queue.ready(0)
  })
  await Promise.all(drained.map(async (ready) => ready))
  const before = handled.slice(0, handled.lastIndexOf('honest')).filter((who) => who === 'trickling')
  // What each may do at once, and the turns of who has waited longest.
  expect(before.length).toBeLessThan(15)
  expect(handled).toHaveLength(60)
})
