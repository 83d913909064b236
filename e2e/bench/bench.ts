// Compares Parley with the SDK and with a minimal client, on this machine, in one interleaved run. scripts/bench.mjs runs it.
// `bench.js [PART OF A NAME] [--write]`
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine } from './describeMachine'
import { measureCalls } from './measures/calls'
import { measureConnecting } from './measures/connecting'
import { measureLargeResults } from './measures/largeResults'
import { measureListing } from './measures/listing'
import { measureMemory } from './measures/memory'
import { measureQuestions } from './measures/questions'
import { LONG_MS, stallRows } from './measures/stalls'
import { isMet, type Row } from './row'
import { startSide, type Side } from './sides/startSide'
import { StallWatch } from './sides/stallWatch'
import { describeStall, ownMs } from './stall'
import { markdownTable, textTable } from './table'
import { withResults } from './withResults'

const ENDS_WITHIN_MS = 10 * 60_000
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
  listing: ({ pool, sdk }) => measureListing(pool, sdk),
  large: ({ pool, raw }) => measureLargeResults(pool, raw),
  connecting: ({ pool, raw }) => measureConnecting(pool, raw),
  memory: ({ fresh }) => measureMemory(fresh),
  questions: () => measureQuestions(),
}

async function run(part: string): Promise<readonly Row[]> {
  const control = new StallWatch()
  await using pool = await startSide('pool')
  await using sdk = await startSide('sdk')
  await using raw = await startSide('raw')
  await using fresh = await startSide('pool')
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(measures)) {
    if (!name.includes(part)) continue
    process.stderr.write(`Measuring ${name}\n`)
    rows.push(...(await measure({ pool, sdk, raw, fresh })))
  }
  const stalls = [...(await pool.ask('stalls', {}, 'the end')), ...(await fresh.ask('stalls', {}, 'the end'))]
  for (const stall of stalls.filter((one) => ownMs(one) > LONG_MS)) process.stderr.write(`${describeStall(stall)}\n`)
  return [...rows, ...stallRows(stalls, control.take())]
}

const args = process.argv.slice(2)
const part = args.find((arg) => !arg.startsWith('--')) ?? ''
setTimeout(() => {
  process.stderr.write(`The bench did not end within ${ENDS_WITHIN_MS / 60_000} minutes\n`)
  process.exit(1)
}, ENDS_WITHIN_MS).unref()

const machine = describeMachine()
const rows = await run(part)
const missed = rows.filter((row) => isMet(row) === false)
const judged = rows.filter((row) => row.goal)
process.stdout.write(`${machine}\n\n${textTable(rows)}\n\n`)
for (const { measure } of missed) process.stdout.write(`not met: ${measure}\n`)
process.stdout.write(`${judged.length - missed.length} of ${judged.length} goals met\n`)
if (args.includes('--write')) writeFileSync(page, withResults(readFileSync(page, 'utf8'), `${machine}\n\n${markdownTable(rows)}`))
process.exitCode = missed.length === 0 ? 0 : 1
