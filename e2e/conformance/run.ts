// Runs the suite against Parley with strict rules. Each scenario runs on its own, at every version that it has.
// `node run.ts [--protocol automatic|era|version] [PART OF A NAME]`
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { evaluateRun } from './evaluateRun.ts'
import { staleEntries, whyLeftOut, type Run } from './exclusions.ts'
import { freedoms, type Freedom } from './protocolOfRun.ts'
import { listRuns, runScenario } from './suite.ts'

/** The suite's servers lose connections when many run at once. */
const LANES = 2
/** Scenarios that measure time. They run alone. */
const alone = new Set(['sse-retry'])
const reportFile = join(import.meta.dirname, '../../test-results/conformance.json')

const { values, positionals } = parseArgs({ allowPositionals: true, options: { protocol: { type: 'string', default: 'automatic' } } })
const freedom = readFreedom(values.protocol)
const wanted = positionals[0] ?? ''

const nameOf = ({ scenario, version }: Run): string => `${version} ${scenario}`
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const passed: string[] = []
const failed: string[] = []

function readFreedom(text: string): Freedom {
  const freedom = freedoms.find((each) => each === text)
  if (!freedom) throw new Error(`--protocol takes one of ${freedoms.join(', ')}, not ${text}`)
  return freedom
}

async function runOne(run: Run): Promise<void> {
  const started = Date.now()
  const ending = await runScenario(run, freedom)
  const faults = evaluateRun(run, ending)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const successes = ending.checks.filter(({ status }) => status === 'SUCCESS').length
  if (faults.length === 0) {
    passed.push(nameOf(run))
    return say(`ok     ${nameOf(run)}: ${successes} checks (${seconds} s)`)
  }
  failed.push(nameOf(run))
  say([`FAILED ${nameOf(run)} (${seconds} s)`, ...faults, ...ending.said.trimEnd().split('\n')].join('\n       '))
}

async function inLanes(queue: readonly Run[], lanes: number): Promise<void> {
  const waiting = [...queue]
  const lane = async (): Promise<void> => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await runOne(run)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const all = await listRuns()
const runs = all.filter((run) => whyLeftOut(run.scenario) === undefined && nameOf(run).includes(wanted))
await inLanes(
  runs.filter(({ scenario }) => !alone.has(scenario)),
  LANES,
)
await inLanes(
  runs.filter(({ scenario }) => alone.has(scenario)),
  1,
)
for (const begins of staleEntries(all)) failed.push(`${begins} is left out, and the suite has no such scenario`)
if (runs.length === 0) failed.push(`no scenario is called ${wanted}`)
mkdirSync(join(reportFile, '..'), { recursive: true })
writeFileSync(reportFile, JSON.stringify({ passed: passed.length, failed }))
say(`${passed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
