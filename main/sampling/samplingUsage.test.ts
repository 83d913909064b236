import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { ManualClock } from '../testing/manualClock'
import { SamplingUsage } from './samplingUsage'

const a = ServerId.parse('a')
const b = ServerId.parse('b')
const most = { input: 10, output: 100 }

function testSpend(database = new Database(':memory:'), clock = new ManualClock()) {
  return { database, clock, book: new SamplingUsage({ database, clock }) }
}

it('puts aside what a request may take, and counts what it took in the end', () => {
  const { book } = testSpend()
  const reserved = book.reserve(a, most)
  const meanwhile = book.today(a)
  reserved.settle({ counted: { input: 12, output: 5 }, estimate: { input: 10, output: 4 } })
  reserved.settle({ counted: { input: 1_000, output: 1_000 }, estimate: most })
  expect([meanwhile, book.today(a), book.today(b)]).toEqual([
    { calls: 1, tokens: 110, estimated: 0 },
    { calls: 1, tokens: 17, estimated: 0 },
    { calls: 0, tokens: 0, estimated: 0 },
  ])
})

it('counts what it estimates where the provider did not count, and says how often', () => {
  const { book } = testSpend()
  book.reserve(a, most).settle({ counted: undefined, estimate: { input: 10, output: 4 } })
  book.reserve(a, most).settle({ counted: { input: 20 }, estimate: { input: 10, output: 4 } })
  expect(book.today(a)).toEqual({ calls: 2, tokens: 14 + 24, estimated: 2 })
})

it('counts nothing where nothing was taken', () => {
  const { book } = testSpend()
  book.reserve(a, most).release()
  expect(book.today(a)).toEqual({ calls: 0, tokens: 0, estimated: 0 })
})

it('keeps it over a restart, with all that was put aside where Parley was killed meanwhile', () => {
  const { database, clock, book } = testSpend()
  book.reserve(a, most).settle({ counted: { input: 1, output: 2 }, estimate: most })
  book.reserve(a, most)
  expect(testSpend(database, clock).book.today(a)).toEqual({ calls: 2, tokens: 113, estimated: 0 })
})

it('begins anew at midnight of the user’s calendar, and says so then', async () => {
  const { clock, book } = testSpend()
  const now = new Date(clock.now())
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()
  await clock.pass(midnight - clock.now() - 1_000)
  const late = book.reserve(a, most)
  let told = 0
  book.changes.subscribe(() => told++)
  const before = book.today(a).calls
  await clock.pass(1_000)
  expect([before, told, book.today(a)]).toEqual([1, 1, { calls: 0, tokens: 0, estimated: 0 }])
  // What began before midnight is of the day before.
  late.settle({ counted: { input: 1, output: 1 }, estimate: most })
  expect(book.today(a)).toEqual({ calls: 0, tokens: 0, estimated: 0 })
  const next = told
  await clock.pass(24 * 3_600_000 + 3_600_000)
  expect(told).toBe(next + 1)
  book[Symbol.dispose]()
})

it('follows a server that is renamed', () => {
  const { book } = testSpend()
  book.reserve(a, most)
  book.renameServer(a, b)
  expect([book.today(a).calls, book.today(b)]).toEqual([0, { calls: 1, tokens: 110, estimated: 0 }])
})

it('corrects what a renamed server put aside under its new name, and leaves nothing to whoever takes the old one', () => {
  const { book } = testSpend()
  const reserved = book.reserve(a, most)
  book.renameServer(a, b)
  reserved.settle({ counted: { input: 1, output: 2 }, estimate: most })
  expect([book.today(a), book.today(b)]).toEqual([
    { calls: 0, tokens: 0, estimated: 0 },
    { calls: 1, tokens: 3, estimated: 0 },
  ])
})
