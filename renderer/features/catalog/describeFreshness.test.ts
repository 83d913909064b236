import { expect, it } from 'vitest'
import { describeFreshness } from './describeFreshness'

const at = new Date(2026, 4, 4, 12, 0, 0).getTime()

it('says when something was read, and nothing of freshness where the server says nothing', () => {
  expect(describeFreshness({ readAt: at }, at + 1000)).toBe('Read just now.')
  expect(describeFreshness({ readAt: at }, at + 12_000)).toBe('Read 12 s ago.')
  expect(describeFreshness({ readAt: at }, at + 30 * 3_600_000)).toBe('Read yesterday.')
  expect(describeFreshness({ readAt: 0 }, at)).toBe('')
})

it('says until when it is fresh, and when that is over', () => {
  expect(describeFreshness({ readAt: at, freshUntil: at + 60_000 }, at + 12_000)).toBe('Read 12 s ago, fresh until 12:01.')
  expect(describeFreshness({ readAt: at, freshUntil: at + 60_000 }, at + 120_000)).toBe('Read 2 min ago, fresh until 12:01, which is over.')
  // Catches: a time of another day that reads as one of today.
  const day = 24 * 60 * 60_000
  expect(describeFreshness({ readAt: at, freshUntil: at + day }, at + 12_000)).toBe('Read 12 s ago, fresh until tomorrow 12:00.')
  expect(describeFreshness({ readAt: at, freshUntil: at + 30 * day }, at + 12_000)).toMatch(/^Read 12 s ago, fresh until \d+ \w+ \d{4}\.$/)
})
