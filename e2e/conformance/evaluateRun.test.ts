import { expect, it } from 'vitest'
import { doneLine } from './doneLine.ts'
import { evaluateRun, type Ending } from './evaluateRun.ts'
import { knownSkips } from './exclusions.ts'

const run = { scenario: 'tools_call', version: '2026-07-28' }
const good: Ending = {
  code: 0,
  output: '',
  checks: [
    { id: 'tool-add-numbers', name: 'ToolAddNumbers', status: 'SUCCESS' },
    { id: 'request', name: 'Request', status: 'INFO' },
  ],
  said: `add_numbers: called\n${doneLine}\n`,
}
const also = (id: string, status: string): Ending => ({ ...good, checks: [...good.checks, { id, name: id, status }] })

it('passes a run whose checks succeeded and whose driver came to its end', () => {
  expect(evaluateRun(run, good)).toEqual([])
})

it.each<[string, Ending]>([
  ['a failed check', also('x', 'FAILURE')],
  ['a warning', also('x', 'WARNING')],
  ['a status that nobody knows', also('x', 'ERRORED')],
  ['a check that was skipped', also('x', 'SKIPPED')],
  ['no checks at all', { ...good, checks: [] }],
  ['only the check that every run has', { ...good, checks: [{ id: 'wire-schema-valid', name: 'Wire', status: 'SUCCESS' }] }],
  ['a driver that was killed', { ...good, said: 'add_numbers: called\n' }],
  ['an exit code, as after a time-out', { ...good, code: 1 }],
  ['a suite that was ended by force', { ...good, code: null }],
])('fails a run with %s', (_what, ending) => {
  expect(evaluateRun(run, ending)).toHaveLength(1)
})

it('lets a known check be skipped, and fails when it is not skipped any more', () => {
  const headers = { scenario: 'http-standard-headers', version: '2026-07-28' }
  const names = knownSkips.filter(({ scenario }) => scenario === headers.scenario).flatMap(({ checks }) => checks)
  const withStatus = (status: string): Ending => ({
    ...good,
    checks: [...good.checks, ...names.map((name) => ({ id: name, name, status }))],
  })
  expect(evaluateRun(headers, withStatus('SKIPPED'))).toEqual([])
  expect(evaluateRun(headers, withStatus('SUCCESS'))).toHaveLength(names.length)
})
