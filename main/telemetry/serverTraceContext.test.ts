import { expect, it } from 'vitest'
import { readCallerTrace, traceparent } from './serverTraceContext'

const own = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
it.each([true, false])('JR-16: a server is told whether the trace is recorded: %s', (sampled) => {
  expect(traceparent(own, sampled)).toBe(`00-${own.traceId}-${own.spanId}-${sampled ? '01' : '00'}`)
})

it.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00', true],
  ['01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', true],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', false],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
  ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', false],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1', false],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331', false],
  ['00-0af7651916cd43dd8448eb211c80319-b7ad6b71692033311-01', false],
  [' 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n', false],
  [`01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-${'x'.repeat(100_000)}`, false],
  ['', false],
  [undefined, false],
])('a TRACEPARENT %s of a caller is read as W3C Trace Context says: %s', (text, isOne) => {
  expect(readCallerTrace({ TRACEPARENT: text })).toEqual(isOne ? { ...own, sampled: !text?.endsWith('-00') } : undefined)
})

const TRACEPARENT = `00-${own.traceId}-${own.spanId}-01`
const many = (count: number): string => Array.from({ length: count }, (_, index) => `v${index}=1`).join(',')

// Each row catches a TRACESTATE that other tools refuse, or one that Parley would lose.
it.each([
  ['vendor=1,tenant@other=two words', 'vendor=1,tenant@other=two words'],
  ['vendor=1 ,\t,other=2', 'vendor=1,other=2'],
  [many(32), many(32)],
  [many(33), undefined],
  [`a=${'x'.repeat(256)},b=${'x'.repeat(251)}`, `a=${'x'.repeat(256)},b=${'x'.repeat(251)}`],
  [`a=${'x'.repeat(256)},b=${'x'.repeat(252)}`, undefined],
  [`a=${'x'.repeat(257)}`, undefined],
  ['vendor=1,vendor=2', undefined],
  ['Vendor=1', undefined],
  ['vendor=1,other', undefined],
  ['vendor=1=2', undefined],
  ['vendor=', undefined],
  ['vendor=1\r\nother: 2', undefined],
  ['vendor=é', undefined],
  ['vendor=1\n', undefined],
  [' , ', undefined],
  ['', undefined],
  [undefined, undefined],
])('JR-16: a TRACESTATE %j is used whole or not at all: %j', (TRACESTATE, tracestate) => {
  expect(readCallerTrace({ TRACEPARENT, TRACESTATE })).toEqual({ ...own, sampled: true, ...(tracestate !== undefined && { tracestate }) })
})

it('a TRACESTATE alone names no trace', () => {
  expect(readCallerTrace({ TRACESTATE: 'vendor=1' })).toBeUndefined()
})
