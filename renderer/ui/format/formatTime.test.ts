import { expect, it } from 'vitest'
import { formatWhen } from './formatTime'

it('says when something was or will be: near with its time of day, far as a date', () => {
  const at = (day: number, hour: number): number => new Date(2026, 8, day, hour, 5).getTime()
  const now = at(15, 12)
  expect([at(15, 9), at(15, 23), at(14, 23), at(16, 1), at(3, 9), at(25, 9)].map((time) => formatWhen(time, now))).toEqual([
    'today 09:05',
    'today 23:05',
    'yesterday 23:05',
    'tomorrow 01:05',
    '3 Sept 2026',
    '25 Sept 2026',
  ])
})
