import { expect, it } from 'vitest'
import { emptyCatalog, type Catalog } from '../../shared/domain/catalog'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import { isSameCatalog } from './isSameCatalog'
import { parseEntries } from './parseEntries'

it('lets the event loop turn after a hundred small entries, and after eight milliseconds of large ones', async () => {
  let now = 0
  let cost = 0
  const yielder = new EventLoopYielder(() => now)
  const breaths: number[] = []
  const work = async (entries: number): Promise<number> => {
    breaths.length = 0
    for (let entry = 0; entry < entries; entry++) {
      if (yielder.isDue()) {
        breaths.push(entry)
        await yielder.yieldTurn()
      }
      now += cost
    }
    return breaths.length
  }
  const small = [await work(100), await work(1)]
  await yielder.yieldTurn()
  cost = 3
  expect([small, await work(10), breaths]).toEqual([[0, 1], 3, [3, 6, 9]])
})

it('holds nothing up while a few very large entries are read', async () => {
  let now = 0
  const items = Array.from({ length: 60 }, (_, index) => index)
  const reading = parseEntries(new EventLoopYielder(() => now), { items }, 'tool', undefined, (raw) => {
    now += 5
    return { key: String(raw), item: raw }
  })
  const turns = await turnsDuring(reading)
  expect([(await reading).items, turns > 3]).toEqual([items, true])
})

it('holds nothing up while a few very large entries are compared', async () => {
  const catalog = (): Catalog => {
    const items = Array.from({ length: 4_000 }, (_, index) => ({ index, text: 'x'.repeat(40) }))
    const tools = Array.from({ length: 60 }, (_, index) => ({ name: `${index}`, inputSchema: { items }, hash: '' }))
    return { ...emptyCatalog, tools }
  }
  const compared = isSameCatalog(catalog(), catalog())
  const turns = await turnsDuring(compared)
  expect([await compared, turns > 3]).toEqual([true, true])
})

/** Counts the turns of the event loop until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  const done = new AbortController()
  const count = (): void => {
    turns++
    if (!done.signal.aborted) setImmediate(count)
  }
  setImmediate(count)
  await work
  done.abort()
  return turns
}
