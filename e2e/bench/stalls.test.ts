import { expect, it } from 'vitest'
import { stallRow } from './measures/stalls'
import { verdictOf } from './row'
import { ownMs, type Stall } from './stall'

const stall = (more: Partial<Stall>): Stall => ({ during: 'calls', lateMs: 60, queuedMs: 0, ranMs: 60, parsingMs: 0, ...more })

it('takes off what other programs took, and what one large message took to parse, and nothing else', () => {
  const stalls = [stall({}), stall({ queuedMs: 20 }), stall({ parsingMs: 55 }), stall({ ranMs: 0 }), stall({ queuedMs: 70 })]
  expect(stalls.map(ownMs)).toEqual([60, 40, 5, 60, 0])
})

it('finds the longest stall above that of an idle process, counts the long ones, and says where they were', () => {
  const { value, parley, comparedWith } = stallRow(
    [stall({}), stall({ lateMs: 300, during: 'lists' }), stall({ queuedMs: 20 })],
    [stall({ lateMs: 35 })],
  )
  expect([value, parley, comparedWith]).toEqual([265, '300 ms, 2 over 50 ms: calls; lists', 'idle process 35 ms'])
})

it('blames Parley for what an idle process did not see, and nobody for what the machine did to both', () => {
  const verdict = (ours: number, idle: number): string | undefined =>
    verdictOf(stallRow([stall({ lateMs: ours })], [stall({ lateMs: idle })]))
  expect([verdict(40, 0), verdict(60, 0), verdict(300, 90), verdict(150, 90)]).toEqual(['met', 'missed', 'missed', 'too busy to tell'])
})

it('takes an idle process that had no processor for a machine that is too busy to tell', () => {
  const late = stall({ lateMs: 70, queuedMs: 70 })
  expect([104, 200].map((lateMs) => verdictOf(stallRow([stall({ lateMs })], [late])))).toEqual(['missed', 'missed'])
  expect(verdictOf(stallRow([stall({ lateMs: 90 })], [late]))).toBe('too busy to tell')
})

it('is content when nothing held up the main thread', () => {
  expect(verdictOf(stallRow([], []))).toBe('met')
})
