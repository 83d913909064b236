import { doneLine } from './doneLine.ts'
import { knownSkips, type Run } from './exclusions.ts'

/** One check of the suite, as it writes it down. */
export interface Check {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly errorMessage?: string
}

/** How one run ended: the suite's exit code and words, its checks, and what the driver printed. */
export interface Ending {
  readonly code: number | null
  readonly output: string
  readonly checks: readonly Check[]
  readonly said: string
}

/** Checks that say something of every run, and so nothing of its scenario. */
const general = new Set(['wire-schema-valid'])

/**
 * Pure: why a run does not count as passed; nothing when it does. Stricter than the suite, for which a scenario passes in which
 * nothing was checked, and a driver that was killed ended well.
 */
export function evaluateRun(run: Run, { code, checks, said }: Ending): readonly string[] {
  const known = knownSkips.filter(({ scenario }) => scenario === run.scenario).flatMap(({ checks: names }) => names)
  const skipped = checks.filter(({ status }) => status === 'SKIPPED').map(({ name }) => name)
  return [
    ...checks.filter(({ status }) => !fine.has(status)).map(({ name, status, errorMessage }) => `${status} ${name}: ${errorMessage ?? ''}`),
    ...skipped.filter((name) => !known.includes(name)).map((name) => `SKIPPED ${name}`),
    ...known.filter((name) => !skipped.includes(name)).map((name) => `${name} is not skipped any more: take it out of leftOut.ts`),
    ...(checks.some(({ id, status }) => !unjudged.has(status) && !general.has(id)) ? [] : ['nothing of the scenario was checked']),
    ...(said.trimEnd().endsWith(doneLine) ? [] : ['the driver did not come to its end']),
    ...(code === 0 ? [] : [`the suite ended with exit code ${code}`]),
  ]
}

const unjudged = new Set(['INFO', 'SKIPPED'])
const fine = new Set(['SUCCESS', ...unjudged])
