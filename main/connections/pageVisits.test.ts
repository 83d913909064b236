import { expect, it } from 'vitest'
import { PageVisits } from './pageVisits'

const never = new AbortController().signal
const soon = <T>(wait: Promise<T>): Promise<T | 'waiting'> =>
  Promise.race([wait, new Promise<'waiting'>((resolve) => setImmediate(() => resolve('waiting')))])

it('EL-26: a page that nobody knows, or that was done before, ends no wait but its own', async () => {
  const visits = new PageVisits()
  const mine = visits.wait('mine', never)
  visits.complete('unknown')
  visits.complete('unknown')
  expect(await soon(mine)).toBe('waiting')
  visits.complete('mine')
  visits.complete('mine')
  expect(await soon(mine)).toBeUndefined()
  expect(await soon(visits.wait('other', never))).toBe('waiting')
})

it('EL-27: a page that was done before anybody waited needs no wait', async () => {
  const visits = new PageVisits()
  visits.complete('early')
  expect(await soon(visits.wait('early', never))).toBeUndefined()
})

it('EL-26: forgets the oldest of the pages that a server calls done without end', async () => {
  const visits = new PageVisits()
  for (let page = 0; page < 1_001; page++) visits.complete(`${page}`)
  expect([await soon(visits.wait('0', never)), await soon(visits.wait('1000', never))]).toEqual(['waiting', undefined])
})
