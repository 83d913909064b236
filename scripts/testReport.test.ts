import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { addUp, countConformance, countPlaywright, countVitest, failure } from './lib/testReport.mjs'

it('counts a file that could not be loaded as failed', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a' }] },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 1, failed: ['b.test.ts\n    no such module'], skipped: [] })
})

it('counts what Playwright ran on each shell, through nested suites', () => {
  const spec = (title: string, tests: readonly object[]): object => ({ title, file: 'x.spec.ts', tests })
  const run = (projectName: string, status: string, annotations: readonly object[] = []): object => ({ projectName, status, annotations })
  const report = {
    errors: [],
    suites: [
      {
        specs: [spec('works', [run('double', 'expected'), run('browser', 'unexpected')])],
        suites: [{ specs: [spec('native', [run('browser', 'skipped', [{ type: 'skip', description: 'needs Electron' }])])] }],
      },
    ],
  }
  expect(addUp([countPlaywright(report), countPlaywright(report)])).toEqual({
    passed: 2,
    failed: ['[browser] x.spec.ts: works', '[browser] x.spec.ts: works'],
    skipped: [
      { name: '[browser] x.spec.ts: native', reason: 'needs Electron' },
      { name: '[browser] x.spec.ts: native', reason: 'needs Electron' },
    ],
  })
})

it('says below each failed test why it failed, without colours and in a few lines', () => {
  const failureMessages = [`\u001B[31mexpected 1\u001B[39m\n\n${'x\n'.repeat(50)}`]
  const vitest = countVitest({
    testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'adds', failureMessages }] }],
  })
  expect(vitest.failed[0]?.split('\n').slice(0, 3)).toEqual(['adds', '    expected 1', '    x'])
  expect(vitest.failed[0]?.split('\n')).toHaveLength(13)
  const results = [{ error: { message: 'element(s) not found' } }]
  const tests = [{ projectName: 'browser', status: 'unexpected', annotations: [], results }]
  const playwright = countPlaywright({ errors: [], suites: [{ specs: [{ title: 'opens', file: 'x.spec.ts', tests }] }] })
  expect(playwright.failed).toEqual(['[browser] x.spec.ts: opens\n    element(s) not found'])
  expect(failure('facts ended badly', 'first\nlast', { from: 'end' })).toBe('facts ended badly\n    first\n    last')
})

it('counts what the conformance suite found', () => {
  expect(addUp([countConformance({ passed: 2, failed: ['2026-07-28 tools_call'] })])).toEqual({
    passed: 2,
    failed: ['conformance 2026-07-28 tools_call'],
    skipped: [],
  })
})

it('runs on the Node that a fresh clone may have', () => {
  expect(() => execFileSync(process.execPath, ['--check', 'scripts/test.mjs'])).not.toThrow()
})
