import { stripVTControlCharacters } from 'node:util'

// Each function reads the report of one runner into the same format: how many tests passed, which failed and why, and which were skipped for
// what reason.

const REASON_LINES = 12
const LINE_CHARACTERS = 240

/** Pure: returns the name of a failed test with the first lines of why it failed below it, or with the last ones. */
export function failure(name, why, { from = 'start' } = {}) {
  const lines = stripVTControlCharacters(why ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const kept = from === 'start' ? lines.slice(0, REASON_LINES) : lines.slice(-REASON_LINES)
  return [name, ...kept.map((line) => `    ${line.slice(0, LINE_CHARACTERS)}`)].join('\n')
}

const nothing = { passed: 0, failed: [], skipped: [] }

/** Counts Vitest's JSON report. */
export function countVitest(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: [
      ...tests.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => failure(fullName, failureMessages?.[0])),
      ...brokenFiles.map(({ name, message }) => failure(name, message)),
    ],
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => ({ name: fullName, reason: 'skipped in its source' })),
  }
}

/** Counts Playwright's JSON report. A test that runs on two shells counts twice. */
export function countPlaywright(report) {
  const count = { passed: 0, failed: report.errors.map(({ message }) => message ?? 'Playwright failed'), skipped: [] }
  const visit = (suite) => {
    for (const inner of suite.suites ?? []) visit(inner)
    for (const spec of suite.specs ?? []) for (const test of spec.tests) visitTest(spec, test)
  }
  const visitTest = (spec, test) => {
    const name = `[${test.projectName}] ${spec.file}: ${spec.title}`
    if (test.status === 'expected') count.passed++
    else if (test.status === 'skipped') count.skipped.push({ name, reason: reasonOf(test) })
    else count.failed.push(failure(name, test.results?.findLast(({ error }) => error !== undefined)?.error.message))
  }
  for (const suite of report.suites) visit(suite)
  return count
}

/** Counts the report of our own runner of the conformance suite. e2e/conformance/README.md lists what is left out. */
export function countConformance({ passed, failed }) {
  return { passed, failed: failed.map((name) => `conformance ${name}`), skipped: [] }
}

function reasonOf(test) {
  return test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'not run, because another one failed'
}

export function addUp(counts) {
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: [...sum.failed, ...count.failed],
      skipped: [...sum.skipped, ...count.skipped],
    }),
    nothing,
  )
}
