// Compares Parley with the SDK and with a minimal client, on this machine, in one interleaved run. scripts/bench.mjs runs it.
// `bench.js [PART OF A NAME] [--write]`
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine } from './describeMachine'
import { measureApproving } from './measures/approving'
import { measureApps } from './measures/apps'
import { measureCalls } from './measures/calls'
import { measureConnecting } from './measures/connecting'
import { measureFirstCall } from './measures/firstCall'
import { measureLargeResults } from './measures/largeResults'
import { measureListing } from './measures/listing'
import { measureMemory } from './measures/memory'
import { measureOpening } from './measures/opening'
import { measureQuestions } from './measures/questions'
import { measureSearch } from './measures/search'
import { LONG_MS, stallRow } from './measures/stalls'
import { measureStarting } from './measures/starting'
import { measureStreaming } from './measures/streaming'
import { measureTools } from './measures/tools'
import { measureTracing } from './measures/tracing'
import { verdictOf, type Row, type Verdict } from './row'
import { startSide, type Side } from './sides/startSide'
import { describeStall, ownMs } from './stall'
import { markdownTable, textTable } from './table'
import { withResults } from './withResults'

// A quiet machine takes three minutes.
const ENDS_WITHIN_MS = 25 * 60_000
const page = join(import.meta.dirname, '../../docs/performance.md')

interface Sides {
  readonly pool: Side
  readonly sdk: Side
  readonly raw: Side
  /** A second host. No other measurement has increased its memory. */
  readonly fresh: Side
}

const measures: Readonly<Record<string, (sides: Sides) => Promise<readonly Row[]>>> = {
  'calls 1': ({ pool, sdk }) => measureCalls(pool, sdk, 1),
  'calls 20': ({ pool, sdk }) => measureCalls(pool, sdk, 20),
  tracing: () => measureTracing(),
  listing: ({ pool, sdk }) => measureListing(pool, sdk),
  large: ({ pool, raw }) => measureLargeResults(pool, raw),
  connecting: ({ pool, raw }) => measureConnecting(pool, raw),
  'first call': ({ pool }) => measureFirstCall(pool),
  memory: ({ fresh }) => measureMemory(fresh),
  questions: () => measureQuestions(),
  approving: () => measureApproving(),
  search: () => measureSearch(),
  streaming: () => measureStreaming(),
  opening: () => measureOpening(),
  apps: () => measureApps(),
  tools: () => measureTools(),
  starting: () => measureStarting(),
}

async function run(part: string): Promise<readonly Row[]> {
  await using pool = await startSide('pool')
  await using sdk = await startSide('sdk')
  await using raw = await startSide('raw')
  await using fresh = await startSide('pool')
  await using idle = await startSide('raw')
  await idle.ask('stalls', {}, 'the start')
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(measures)) {
    if (!name.includes(part)) continue
    process.stderr.write(`Measuring ${name}\n`)
    rows.push(...(await measure({ pool, sdk, raw, fresh })))
  }
  const stalls = [...(await pool.ask('stalls', {}, 'the end')), ...(await fresh.ask('stalls', {}, 'the end'))]
  for (const stall of stalls.filter((one) => ownMs(one) > LONG_MS)) process.stderr.write(`${describeStall(stall)}\n`)
  return [...rows, stallRow(stalls, await idle.ask('stalls', {}, 'the end'))]
}

const args = process.argv.slice(2)
const part = args.find((arg) => !arg.startsWith('--')) ?? ''
setTimeout(() => {
  process.stderr.write(`The bench did not end within ${ENDS_WITHIN_MS / 60_000} minutes\n`)
  process.exit(1)
}, ENDS_WITHIN_MS).unref()

const machine = describeMachine()
const rows = await run(part)
const judged = rows.filter((row) => row.goal)
const having = (verdict: Verdict): readonly Row[] => judged.filter((row) => verdictOf(row) === verdict)
process.stdout.write(`${machine}\n\n${textTable(rows)}\n\n`)
for (const { measure } of having('missed')) process.stdout.write(`not met: ${measure}\n`)
for (const { measure } of having('too busy to tell')) process.stdout.write(`too busy to tell: ${measure}\n`)
process.stdout.write(`${having('met').length} of ${judged.length} goals met\n`)
if (having('too busy to tell').length > 0)
  process.stdout.write('Other programs kept this machine too busy: measure again when it is quiet\n')
if (args.includes('--write')) writeFileSync(page, withResults(readFileSync(page, 'utf8'), `${machine}\n\n${markdownTable(rows)}`))
process.exitCode = having('missed').length === 0 ? 0 : 1
