import { doneLine } from './doneLine.ts'
import { knownSkips, type Run } from './exclusions.ts'

/** One check, as the suite records it. */
export interface Check {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly errorMessage?: string
}

/** How one run ended: the suite's exit code and output, its checks, and the output of the driver. */
export interface Ending {
  readonly code: number | null
  readonly output: string
  readonly checks: readonly Check[]
  readonly said: string
}

/** Checks that apply to every run. They prove nothing about the scenario. */
const general = new Set(['wire-schema-valid'])

/**
 * Pure: returns the reasons why a run did not pass, or an empty list when it passed. This is stricter than the suite. The suite also passes
 * a scenario that checked nothing, and a driver that was killed.
 */
export function evaluateRun(run: Run, { code, checks, said }: Ending): readonly string[] {
  const known = knownSkips.filter(({ scenario }) => scenario === run.scenario).flatMap(({ checks: names }) => names)
  const skipped = checks.filter(({ status }) => status === 'SKIPPED').map(({ name }) => name)
  return [
    ...checks.filter(({ status }) => !fine.has(status)).map(({ name, status, errorMessage }) => `${status} ${name}: ${errorMessage ?? ''}`),
    ...skipped.filter((name) => !known.includes(name)).map((name) => `SKIPPED ${name}`),
    ...known.filter((name) => !skipped.includes(name)).map((name) => `${name} is not skipped any more: take it out of exclusions.ts`),
    ...(checks.some(({ id, status }) => !unjudged.has(status) && !general.has(id)) ? [] : ['nothing of the scenario was checked']),
    ...(said.trimEnd().endsWith(doneLine) ? [] : ['the driver did not come to its end']),
    ...(code === 0 ? [] : [`the suite ended with exit code ${code}`]),
  ]
}

const unjudged = new Set(['INFO', 'SKIPPED'])
const fine = new Set(['SUCCESS', ...unjudged])
