// Everything that can be tested, from a fresh clone: install, check, build, unit tests, the protocol's conformance suite, end-to-end tests.
// Plain Node 20. Ends in one line that adds up all tests, and fails when one of them did.
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

/** Runs a program of ours with its output on ours. Resolves to whether it ended well. */
function run(title, args, env = {}) {
  process.stdout.write(`\n── ${title}\n`)
  return new Promise((resolve) => {
    const child = spawn(nodeBin(), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

/** A runner that failed without a failed test in its report has failed as a whole. */
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
 * The tests that reach the catalogues once more, with each text replaced by its id: what the host knows are facts, and no words. They are
 * counted once already.
 */
function facts() {
  const report = join(results, 'facts.json')
  const catalogues = readdirSync(join(root, 'shared', 'messages', 'en')).map((name) => join('shared', 'messages', 'en', name))
  const options = ['--run', '--project', 'host', '--silent', '--reporter=dot', '--reporter=json', `--outputFile=${report}`]
  const count = (text) => ({ ...countVitest(JSON.parse(text)), passed: 0, skipped: [] })
  return runAndCount('facts', [toolFile('vitest'), 'related', ...catalogues, ...options], report, count, { PARLEY_MESSAGES: 'ids' })
}

async function conformance() {
  await bundleDriver()
  return runAndCount('conformance', [conformanceRunner], conformanceReport, (text) => countConformance(JSON.parse(text)))
}

function endToEnd() {
  const report = join(results, 'playwright.json')
  return runAndCount('end to end', [toolFile('@playwright/test'), 'test'], report, (text) => countPlaywright(JSON.parse(text)))
}

await ensureInstalled()
process.env.CHROMIUM_PATH = await ensureChromium()
await ensureKeychain()
mkdirSync(results, { recursive: true })
const counts = [await check()]
await ensureBuilt()
for (const stage of [unitTests, facts, conformance, endToEnd]) counts.push(await stage())
const { passed, failed, skipped } = addUp(counts)

process.stdout.write('\n')
for (const { name, reason } of skipped) process.stdout.write(`skipped: ${name}: ${reason}\n`)
for (const name of failed) process.stdout.write(`failed: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
