import { expect, it } from 'vitest'
import { atMost, isMet, under, type Row } from './row'
import { markdownTable, textTable } from './table'

const row = (more: Partial<Row>): Row => ({
  measure: 'calls: p50',
  parley: '0.06 ms',
  comparedWith: 'SDK 0.05 ms',
  value: 1.2,
  unit: 'times',
  goal: atMost(1.3),
  ...more,
})

it('meets a goal at its limit where that is allowed, and never with what is no number', () => {
  const { goal: _, ...toRead } = row({})
  const rows = [row({ value: 1.3 }), row({ value: 1.31 }), row({ value: 0.5, goal: under(0.5) }), row({ value: Number.NaN }), toRead]
  expect(rows.map(isMet)).toEqual([true, false, false, false, undefined])
})

it('prints columns of equal width, and says loudly what is not met', () => {
  expect(textTable([row({}), row({ measure: 'stalls', value: 2, unit: 'stalls', goal: atMost(0) })]).split('\n')).toEqual([
    'measure     Parley   compared with  ratio or figure  goal               met',
    'calls: p50  0.06 ms  SDK 0.05 ms    1.20 times       at most 1.3 times  met',
    'stalls      0.06 ms  SDK 0.05 ms    2                none               NOT MET',
  ])
})

it('writes the same for a page, and leaves no cell open', () => {
  expect(markdownTable([row({ parley: 'a | b', value: 0.25, unit: 'MB', goal: under(0.5) })]).split('\n')).toEqual([
    '| measure | Parley | compared with | ratio or figure | goal | met |',
    '| --- | --- | --- | --- | --- | --- |',
    '| calls: p50 | a \\| b | SDK 0.05 ms | 0.250 MB | under 0.5 MB | met |',
  ])
})
