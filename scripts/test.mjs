// Runs all tests from a fresh clone: install, build, check, the protocol's conformance suite, unit tests, end-to-end tests. Plain Node 20.
// Prints the time of each part and one line with the sums of all tests at the end, and fails when a test failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { bundleDriver, conformanceReport, conformanceRunner } from './lib/conformance.mjs'
import { addUp, countConformance, countPlaywright, countVitest } from './lib/countTests.mjs'
import { ensureKeychain } from './lib/keychain.mjs'
import { nodeBin, toolFile } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root } from './lib/prepare.mjs'

const results = join(root, 'test-results')

/** What programs printed that run beside another one, until that one has ended. */
const held = []

/** Runs a program with our output streams, or holds its output back. Resolves to whether it succeeded. */
function run(title, args, { env = {}, holds = false } = {}) {
  const head = `\n── ${title}\n`
  if (!holds) process.stdout.write(head)
  return new Promise((resolve) => {
    const output = holds ? 'pipe' : 'inherit'
    const child = spawn(nodeBin(), args, { cwd: root, stdio: ['ignore', output, output], env: { ...process.env, ...env } })
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
    const end = (passed) => {
      if (holds) held.push(head, Buffer.concat(printed))
      resolve(passed)
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
  const passed = await run(title, args, options)
  const counted = existsSync(report) ? count(readFileSync(report, 'utf8')) : { passed: 0, failed: [], skipped: [] }
  return passed || counted.failed.length > 0 ? counted : { ...counted, failed: [`${title} ended badly`] }
}

async function check() {
  const passed = await run('check', [join(root, 'scripts', 'check.mjs'), '--no-unit'])
  return { passed: 0, failed: passed ? [] : ['check'], skipped: [] }
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
  const passed = await run('soak', [join(root, 'scripts', 'soak.mjs'), '--minutes', '0.75'], { holds: true })
  return { passed: 0, failed: passed ? [] : ['soak'], skipped: [] }
}

function endToEnd() {
  const report = join(results, 'playwright.json')
  return runAndCount('end to end', [toolFile('@playwright/test'), 'test'], report, (text) => countPlaywright(JSON.parse(text)))
}

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
  await timed('end to end', endToEnd),
]
const { passed, failed, skipped } = addUp(counts)

process.stdout.write('\n')
for (const { name, ms } of times) process.stdout.write(`${name}: ${formatTime(ms)}\n`)
for (const { name, reason } of skipped) process.stdout.write(`skipped: ${name}: ${reason}\n`)
for (const name of failed) process.stdout.write(`failed: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
