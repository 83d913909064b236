import { describe, expect, it } from 'vitest'
import { atMost, under, verdictOf, type Control, type Row } from './row'

const row = (more: Partial<Row>): Row => ({
  measure: 'calls',
  parley: '',
  comparedWith: '',
  value: 1.2,
  unit: 'times',
  goal: atMost(1.3),
  ...more,
})
const control = (value: number, usual: number): Control => ({ what: 'SDK against itself', value, usual })

it('meets a goal at its limit where that is allowed, and never with what is no number', () => {
  const { goal: _, ...toRead } = row({})
  const rows = [row({ value: 1.3 }), row({ value: 1.31 }), row({ value: 0.5, goal: under(0.5) }), row({ value: Number.NaN }), toRead]
  expect(rows.map(verdictOf)).toEqual(['met', 'missed', 'missed', 'missed', undefined])
})

describe('a miss', () => {
  it('is one where the control is in its band, or where there is none', () => {
    expect([row({ value: 1.4, control: control(1.15, 1.15) }), row({ value: 1.4 })].map(verdictOf)).toEqual(['missed', 'missed'])
  })

  it('is not the fault of Parley on a machine that did as much to its control', () => {
    expect(verdictOf(row({ value: 1.6, control: control(1.3, 1.15) }))).toBe('too busy to tell')
    expect(verdictOf(row({ value: 55, unit: 'ms', goal: under(35), control: control(60, 34) }))).toBe('too busy to tell')
  })

  it('stays one on a busy machine when it is larger than what the machine did: work that doubled is seen', () => {
    expect(verdictOf(row({ value: 2.4, control: control(1.5, 1.15) }))).toBe('missed')
    expect(verdictOf(row({ value: 90, unit: 'ms', goal: under(35), control: control(60, 34) }))).toBe('missed')
  })

  it('is not excused by what is no number', () => {
    expect(verdictOf(row({ value: Number.NaN, control: control(9, 1.15) }))).toBe('missed')
    expect(verdictOf(row({ value: 2, control: control(Number.NaN, 1.15) }))).toBe('missed')
  })
})

it('a goal that is met is met, however busy the machine is', () => {
  expect(verdictOf(row({ control: control(4, 1.15) }))).toBe('met')
})
