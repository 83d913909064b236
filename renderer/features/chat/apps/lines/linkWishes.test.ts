import { expect, it } from 'vitest'
import { LINK_WITHIN_MS, LinkWishes } from './linkWishes'

/** Waits that a test ends. */
function wishes() {
  const timers = new Set<() => void>()
  const links = new LinkWishes((ms, run) => {
    expect(ms).toBe(LINK_WITHIN_MS)
    timers.add(run)
    return () => void timers.delete(run)
  })
  return { links, timers }
}

const forever = () => new AbortController().signal

it('everybody who asked for an address hears what the person decided about it, and nobody else', async () => {
  const { links, timers } = wishes()
  const [one, again, other] = [
    links.ask('https://a.example/', forever()),
    links.ask('https://a.example/', forever()),
    links.ask('https://b.example/', forever()),
  ]
  links.decided('https://a.example/', true)
  expect(await Promise.all([one, again])).toEqual([true, true])
  expect(timers.size).toBe(1)
  links.decided('https://b.example/', false)
  expect(await other).toBe(false)
  expect(timers.size).toBe(0)
})

it('A08, AP-22: a link that nobody decides about was not opened', async () => {
  const { links, timers } = wishes()
  const asked = links.ask('https://a.example/', forever())
  for (const run of timers) run()
  links.decided('https://a.example/', true)
  expect(await asked).toBe(false)
})

it('an app that goes or takes its wish back waits no longer', async () => {
  const { links, timers } = wishes()
  const leaving = new AbortController()
  const asked = links.ask('https://a.example/', leaving.signal)
  leaving.abort()
  expect(await asked).toBe(false)
  expect(timers.size).toBe(0)
})
