import { expect, it } from 'vitest'
import { atMost, under, type Row } from './row'
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

it('prints columns of equal width, and says loudly what is not met', () => {
  expect(textTable([row({}), row({ measure: 'stall', value: 62, unit: 'ms', goal: under(50) })]).split('\n')).toEqual([
    'measure     Parley   compared with  ratio or figure  goal               control  met',
    'calls: p50  0.06 ms  SDK 0.05 ms    1.20 times       at most 1.3 times           met',
    'stall       0.06 ms  SDK 0.05 ms    62.0 ms          under 50 ms                 NOT MET',
  ])
})

it('says what the control said, and what is usual of it', () => {
  const control = { what: 'SDK against itself', value: 1.4, usual: 1.15 }
  expect(textTable([row({ value: 1.6, control })])).toMatch(/SDK against itself 1\.40 times \(usually up to 1\.15\) +too busy to tell$/)
})

it('writes the same for a page, and leaves no cell open', () => {
  expect(markdownTable([row({ parley: 'a | b', value: 0.25, unit: 'MB', goal: under(0.5) })]).split('\n')).toEqual([
    '| measure | Parley | compared with | ratio or figure | goal | control | met |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| calls: p50 | a \\| b | SDK 0.05 ms | 0.250 MB | under 0.5 MB |  | met |',
  ])
})
