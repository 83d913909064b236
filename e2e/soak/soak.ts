// Uses Parley for a long time, with everything that can go wrong meanwhile, and looks afterwards whether anything was lost or grew.
// `soak.ts [--hours H] [--minutes M] [--seed S] [--plant WHAT] [--one-life]`; scripts/soak.mjs runs it.
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine } from '../bench/describeMachine.ts'
import { readSoakOptions } from './options.ts'
import { Soak } from './soakRun.ts'
import { closingLine, growthTable, verdictOf } from './verdict.ts'

const options = readSoakOptions(process.argv.slice(2), randomInt(1_000_000))
const machine = describeMachine()
process.stdout.write(`seed ${options.seed}${options.plant ? `, planted: ${options.plant}` : ''}\n`)
const folder = mkdtempSync(join(tmpdir(), 'parley-soak-'))
mkdirSync(join(folder, 'data'))
mkdirSync(join(folder, 'home'))
const outcome = await new Soak(folder, options, (line) => process.stdout.write(`${line}\n`)).run()
const { growths, failed } = verdictOf(outcome)
process.stdout.write(`\n${machine}\n\n${growthTable(growths)}\n\n`)
for (const [kind, count] of outcome.happened) process.stdout.write(`${kind}: ${count}\n`)
for (const line of failed) process.stdout.write(`failed: ${line}\n`)
process.stdout.write(`${closingLine(growths, failed)}\n`)
if (failed.length === 0) rmSync(folder, { recursive: true, force: true })
else process.stdout.write(`its folder is kept: ${folder}\n`)
process.exit(failed.length === 0 ? 0 : 1)
