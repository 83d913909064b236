import { expect, it } from 'vitest'
import { groupByDay } from './groupByDay'

const now = new Date(2026, 10, 21, 9, 30)
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

it('puts each conversation under the day on which it was last used, newest first', () => {
  const times = [at(20, 23), at(21, 0), at(3, 12), at(21, 8), at(20, 0)]
  expect(groupByDay(times, (time) => time, now)).toEqual([
    { day: 'today', items: [at(21, 8), at(21, 0)] },
    { day: 'yesterday', items: [at(20, 23), at(20, 0)] },
    { day: 'earlier', items: [at(3, 12)] },
  ])
})

it('leaves out days without any', () => {
  expect(groupByDay([at(3, 12)], (time) => time, now)).toEqual([{ day: 'earlier', items: [at(3, 12)] }])
})
