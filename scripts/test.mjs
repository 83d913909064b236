// Runs all tests from a fresh clone: install, build, check, the protocol's conformance suite, unit tests, end-to-end tests. Plain Node 20.
// Prints the time of each part and one line with the sums of all tests at the end, and fails when a test failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { bundleDriver, conformanceReport, conformanceRunner } from './lib/conformance.mjs'
import { addUp, countConformance, countPlaywright, countVitest, failure } from './lib/testReport.mjs'
import { ensureKeychain } from './lib/keychain.mjs'
import { nodeBin, toolFile } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root } from './lib/prepare.mjs'

const results = join(root, 'test-results')
/** As much of what a part printed is kept to say why it failed. */
const TAIL_CHARACTERS = 8_000

/** What programs printed that run beside another one, until that one has ended. */
const held = []

/** Runs a program and prints what it prints, or holds it back. Resolves to whether it succeeded, and to the end of what it printed. */
function run(title, args, { env = {}, holds = false } = {}) {
  const head = `\n── ${title}\n`
  if (!holds) process.stdout.write(head)
  return new Promise((resolve) => {
    const child = spawn(nodeBin(), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    const printed = []
    let tail = ''
    const take = (stream, shown) =>
      stream.on('data', (chunk) => {
        tail = (tail + chunk).slice(-TAIL_CHARACTERS)
        if (holds) printed.push(chunk)
        else shown.write(chunk)
      })
    take(child.stdout, process.stdout)
    take(child.stderr, process.stderr)
    const end = (passed) => {
      if (holds) held.push(head, Buffer.concat(printed))
      resolve({ passed, tail })
    }
    child.on('error', () => end(false))
    child.on('close', (code) => end(code === 0))
  })
}

/** Runs two parts at once, of which neither fails because the other one slows it. Prints the first as it goes, and the second after both. */
async function beside(first, second) {
  const counts = await Promise.all([first, second])
  for (const output of held.splice(0)) process.stdout.write(output)
  return counts
}

/** If a runner failed but reports no failed test, the whole run counts as failed. */
async function runAndCount(title, args, report, count, options) {
  rmSync(report, { force: true })
  const { passed, tail } = await run(title, args, options)
  const counted = existsSync(report) ? count(readFileSync(report, 'utf8')) : { passed: 0, failed: [], skipped: [] }
  return passed || counted.failed.length > 0 ? counted : { ...counted, failed: [failure(`${title} ended badly`, tail, { from: 'end' })] }
}

async function check() {
  const { passed, tail } = await run('check', [join(root, 'scripts', 'check.mjs'), '--no-unit'])
  return { passed: 0, failed: passed ? [] : [failure('check', tail, { from: 'end' })], skipped: [] }
}

function unitTests() {
  const report = join(results, 'vitest.json')
  const args = [toolFile('vitest'), 'run', '--silent=passed-only', '--reporter=dot', '--reporter=json', `--outputFile=${report}`]
  return runAndCount('unit tests', args, report, (text) => countVitest(JSON.parse(text)))
}

/**
 * Runs the tests that use the catalogues again, with each text replaced by its id: the host must work with facts, not words. These tests
 * are already counted.
 */
function facts() {
  const report = join(results, 'facts.json')
  const catalogues = readdirSync(join(root, 'shared', 'i18n', 'en')).map((name) => join('shared', 'i18n', 'en', name))
  const options = ['--run', '--project', 'host', '--silent', '--reporter=dot', '--reporter=json', `--outputFile=${report}`]
  const count = (text) => ({ ...countVitest(JSON.parse(text)), passed: 0, skipped: [] })
  return runAndCount('facts', [toolFile('vitest'), 'related', ...catalogues, ...options], report, count, {
    env: { PARLEY_MESSAGES: 'ids' },
    holds: true,
  })
}

async function conformance() {
  await bundleDriver()
  return runAndCount('conformance', [conformanceRunner], conformanceReport, (text) => countConformance(JSON.parse(text)))
}

/** Three quarters of a minute of what `npm run soak -- --hours 1` does for an hour. */
async function soak() {
  const { passed, tail } = await run('soak', [join(root, 'scripts', 'soak.mjs'), '--minutes', '0.75'], { holds: true })
  return { passed: 0, failed: passed ? [] : [failure('soak', tail, { from: 'end' })], skipped: [] }
}

function playwright(title, files) {
  const report = join(results, 'playwright.json')
  return runAndCount(title, [toolFile('@playwright/test'), 'test', files], report, (text) => countPlaywright(JSON.parse(text)))
}

/** What leaves a frame is tried by dozens of processes that never rest: beside them other tests would wait for minutes. */
const leaks = () => playwright('leaks', 'e2e/leaks/')
const endToEnd = () => playwright('end to end', 'e2e/(?!leaks/)')

const formatTime = (ms) => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
const times = []

/** Awaits one part of the run, and keeps how long it took for the lines at the end. */
async function timed(name, part) {
  const started = Date.now()
  const result = await part()
  times.push({ name, ms: Date.now() - started })
  return result
}

await timed('preparation', async () => {
  await ensureInstalled()
  process.env.CHROMIUM_PATH = await ensureChromium()
  await ensureKeychain()
})
mkdirSync(results, { recursive: true })
await timed('build', ensureBuilt)
// The soak and the start of a runner leave cores idle. The two long parts use all of them, and hold what is measured: they run alone.
const counts = [
  ...(await beside(timed('check', check), timed('soak', soak))),
  ...(await beside(timed('conformance', conformance), timed('facts', facts))),
  await timed('unit tests', unitTests),
  await timed('leaks', leaks),
  await timed('end to end', endToEnd),
]
const { passed, failed, skipped } = addUp(counts)

process.stdout.write('\n')
for (const { name, ms } of times) process.stdout.write(`${name}: ${formatTime(ms)}\n`)
for (const { name, reason } of skipped) process.stdout.write(`skipped: ${name}: ${reason}\n`)
for (const name of failed) process.stdout.write(`failed: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
