import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import type { LogEntry, LogLevel } from '../../../shared/domain/logEntry'
import { isWanted, withNew, withOlder } from './logReducer'

const entry = (id: number, level: LogLevel = 'info', text = 'x'): LogEntry => ({ id, serverId: ServerId.parse('a'), at: 0, level, text })
const ids = (entries: readonly LogEntry[]): readonly number[] => entries.map(({ id }) => id)

it('lets through what is at least as important and has the words in it', () => {
  const passes = (level: LogLevel, from: LogLevel | undefined, search = '') =>
    isWanted(entry(1, level, 'Rate Limit'), { level: from, search })
  expect([passes('debug', undefined), passes('warning', 'warning'), passes('notice', 'warning'), passes('alert', 'emergency')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([passes('info', undefined, 'rate'), passes('info', undefined, 'other')]).toEqual([true, false])
})

it('keeps no entry twice, whether it comes as news or in an older page', () => {
  expect(ids(withNew([entry(1), entry(2)], [entry(2), entry(3)]))).toEqual([1, 2, 3])
  expect(ids(withOlder([entry(5), entry(6)], [entry(4), entry(5)]))).toEqual([4, 5, 6])
})

it('keeps the last five thousand, so that a server that never stops cannot fill the page', () => {
  const entries = withNew(
    Array.from({ length: 5000 }, (_, index) => entry(index)),
    [entry(5000), entry(5001)],
  )
  expect([entries.length, entries[0]?.id, entries.at(-1)?.id]).toEqual([5000, 2, 5001])
})
