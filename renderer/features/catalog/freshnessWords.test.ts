import { expect, it } from 'vitest'
import { freshnessWords } from './freshnessWords'

const at = new Date(2026, 4, 4, 12, 0, 0).getTime()

it('says when something was read, and nothing of freshness where the server says nothing', () => {
  expect(freshnessWords({ readAt: at }, at + 1000)).toBe('Read just now.')
  expect(freshnessWords({ readAt: at }, at + 12_000)).toBe('Read 12 s ago.')
  expect(freshnessWords({ readAt: at }, at + 30 * 3_600_000)).toBe('Read yesterday.')
  expect(freshnessWords({ readAt: 0 }, at)).toBe('')
})

it('says until when it is fresh, and when that is over', () => {
  expect(freshnessWords({ readAt: at, freshUntil: at + 60_000 }, at + 12_000)).toBe('Read 12 s ago, fresh until 12:01.')
  expect(freshnessWords({ readAt: at, freshUntil: at + 60_000 }, at + 120_000)).toBe('Read 2 min ago, fresh until 12:01, which is over.')
})
