import { expect, it } from 'vitest'
import type { StoredChange } from '../../../../shared/domain/apps/app'
import { StoredChanges } from './storedChanges'

function collected() {
  const written: (readonly StoredChange[])[] = []
  const timers: (() => void)[] = []
  const changes = new StoredChanges(
    (list) => void written.push(list),
    (_, run) => {
      timers.push(run)
      return () => void timers.splice(timers.indexOf(run), 1)
    },
  )
  return { changes, written, timers }
}

it('writes the last value of each entry together, and what waits when the app goes', () => {
  const { changes, written, timers } = collected()
  changes.add([['a', '1']])
  changes.add([
    ['a', null],
    ['b', '2'],
  ])
  timers[0]?.()
  changes.add([['c', '3']])
  changes.flush()
  changes.flush()
  expect([written, timers]).toEqual([
    [
      [
        ['a', null],
        ['b', '2'],
      ],
      [['c', '3']],
    ],
    [],
  ])
})

it('of a flood of entries only as much waits as could be kept', () => {
  const { changes, written } = collected()
  for (let index = 0; index < 5_000; index++) changes.add([[`n${index}`, 'x'.repeat(10_000)]])
  changes.flush()
  expect(written[0]?.length).toBe(99)
})
