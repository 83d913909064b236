import { expect, it } from 'vitest'
import { UrlElicitationCompletions } from './urlElicitationCompletions'

const never = new AbortController().signal
const soon = <T>(wait: Promise<T>): Promise<T | 'waiting'> =>
  Promise.race([wait, new Promise<'waiting'>((resolve) => setImmediate(() => resolve('waiting')))])

it('EL-26: a page that nobody knows, or that was done before, ends no wait but its own', async () => {
  const urlCompletions = new UrlElicitationCompletions()
  const mine = urlCompletions.wait('mine', never)
  urlCompletions.complete('unknown')
  urlCompletions.complete('unknown')
  expect(await soon(mine)).toBe('waiting')
  urlCompletions.complete('mine')
  urlCompletions.complete('mine')
  expect(await soon(mine)).toBeUndefined()
  expect(await soon(urlCompletions.wait('other', never))).toBe('waiting')
})

it('EL-27: a page that was done before anybody waited needs no wait', async () => {
  const urlCompletions = new UrlElicitationCompletions()
  urlCompletions.complete('early')
  expect(await soon(urlCompletions.wait('early', never))).toBeUndefined()
})

it('EL-26: forgets the oldest of the pages that a server calls done without end', async () => {
  const urlCompletions = new UrlElicitationCompletions()
  for (let page = 0; page < 1_001; page++) urlCompletions.complete(`${page}`)
  expect([await soon(urlCompletions.wait('0', never)), await soon(urlCompletions.wait('1000', never))]).toEqual(['waiting', undefined])
})
