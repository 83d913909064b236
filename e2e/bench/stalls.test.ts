import { expect, it } from 'vitest'
import { stallRows } from './measures/stalls'
import { isMet } from './row'
import { ownMs, type Stall } from './stall'

const stall = (more: Partial<Stall>): Stall => ({ during: 'calls', lateMs: 60, queuedMs: 0, ranMs: 60, parsingMs: 0, ...more })

it('takes off what other programs took, and what one large message took to parse, and nothing else', () => {
  const stalls = [stall({}), stall({ queuedMs: 20 }), stall({ parsingMs: 55 }), stall({ ranMs: 0 }), stall({ queuedMs: 70 })]
  expect(stalls.map(ownMs)).toEqual([60, 40, 5, 60, 0])
})

it('counts stalls that are our own, says where they were, and shows what an idle process saw', () => {
  const rows = stallRows([stall({}), stall({ lateMs: 300, during: 'lists' }), stall({ queuedMs: 20 })], [stall({ queuedMs: 60 })])
  expect(rows.map((row) => [row.value, row.parley, row.comparedWith, isMet(row)])).toEqual([
    [2, 'longest 300 ms: calls; lists', 'idle process 1', false],
    [1, '', 'idle process 0', false],
  ])
})

it('is content when nothing held up the main thread', () => {
  expect(stallRows([], []).map((row) => [row.value, isMet(row)])).toEqual([
    [0, true],
    [0, true],
  ])
})
