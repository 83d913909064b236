// Runs all tests from a fresh clone: install, check, build, unit tests, the protocol's conformance suite, end-to-end tests. Plain Node 20.
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

/** Runs a program with our output streams. Resolves to whether it succeeded. */
function run(title, args, env = {}) {
  process.stdout.write(`\n── ${title}\n`)
  return new Promise((resolve) => {
    const child = spawn(nodeBin(), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

/** If a runner failed but reports no failed test, the whole run counts as failed. */
async function runAndCount(title, args, report, count, env) {
  rmSync(report, { force: true })
  const passed = await run(title, args, env)
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
  return runAndCount('facts', [toolFile('vitest'), 'related', ...catalogues, ...options], report, count, { PARLEY_MESSAGES: 'ids' })
}

async function conformance() {
  await bundleDriver()
  return runAndCount('conformance', [conformanceRunner], conformanceReport, (text) => countConformance(JSON.parse(text)))
}

/** Three quarters of a minute of what `npm run soak -- --hours 1` does for an hour. */
async function soak() {
  const passed = await run('soak', [join(root, 'scripts', 'soak.mjs'), '--minutes', '0.75'])
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
const counts = [await timed('check', check)]
await timed('build', ensureBuilt)
counts.push(await timed('unit tests', unitTests))
counts.push(await timed('facts', facts))
counts.push(await timed('conformance', conformance))
counts.push(await timed('soak', soak))
counts.push(await timed('end to end', endToEnd))
const { passed, failed, skipped } = addUp(counts)

process.stdout.write('\n')
for (const { name, ms } of times) process.stdout.write(`${name}: ${formatTime(ms)}\n`)
for (const { name, reason } of skipped) process.stdout.write(`skipped: ${name}: ${reason}\n`)
for (const name of failed) process.stdout.write(`failed: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
