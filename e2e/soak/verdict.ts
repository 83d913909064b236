import { growthOf, type Bound, type Growth, type Sample } from './growth.ts'

/** What a soak has seen. */
export interface Outcome {
  readonly samples: readonly Sample[]
  /** The rest of the database at the beginning of each life, over all calls so far. */
  readonly database: readonly Sample[]
  /** Each thing that was acknowledged and not found. */
  readonly lost: readonly string[]
  /** Processes of servers that outlived Parley. */
  readonly orphans: readonly string[]
  /** Replies and lines that say that Parley itself failed, ends that nobody asked for, damage of the database. */
  readonly faults: readonly string[]
  /** How often what happened, for the table. */
  readonly happened: ReadonlyMap<string, number>
}

/**
 * What has to stay flat in each life. The bounds are above what a healthy run shows on a busy machine, and below what a leak of a kilobyte a
 * call, or of one descriptor in a hundred calls, comes to.
 */
export const bounds: readonly Bound[] = [
  // In its first minute a process compiles its code and fills its caches: some megabytes, once.
  { name: 'heapMb', unit: 'MB', allowed: 8, perThousand: 1 },
  { name: 'externalMb', unit: 'MB', allowed: 6, perThousand: 1 },
  // After V8 gave back its reserve: what is left is used.
  { name: 'residentMb', unit: 'MB', allowed: 20, perThousand: 2 },
  { name: 'handles', unit: '', allowed: 12, perThousand: 1 },
  { name: 'descriptors', unit: '', allowed: 12, perThousand: 1 },
  { name: 'sockets', unit: '', allowed: 12, perThousand: 1 },
  { name: 'watches', unit: '', allowed: 3, perThousand: 0 },
  { name: 'threads', unit: '', allowed: 4, perThousand: 0 },
  { name: 'files', unit: '', allowed: 4, perThousand: 0 },
]
/** Over the whole soak, since the database outlives Parley. */
const databaseBound: Bound = { name: 'databaseMb', unit: 'MB', allowed: 1, perThousand: 0.02 }
const SHOWN = 10
const words = { flat: 'flat', grew: 'GREW', unknown: 'too busy to tell' } as const

/** Pure: judges each thing that has to be flat, and names everything that failed. */
export function verdictOf({ samples, database, lost, orphans, faults }: Outcome): {
  readonly growths: readonly Growth[]
  readonly failed: readonly string[]
} {
  const growths = [...bounds.map((bound) => growthOf(samples, bound)), growthOf(database, databaseBound, 0)]
  const failed = [
    ...growths
      .filter(({ verdict }) => verdict === 'grew')
      .map(
        ({ name, unit, grown, per, allowed }) => `${name} grew by ${show(grown, unit)} in ${per} calls, allowed are ${show(allowed, unit)}`,
      ),
    ...listed('lost', lost),
    ...listed('left behind', orphans),
    ...faults,
  ]
  return { growths, failed }
}

/** Pure: the last line, which says what came of it. */
export function closingLine(growths: readonly Growth[], failed: readonly string[]): string {
  if (failed.length > 0) return `soak: ${failed.length} failed`
  const told = growths.some(({ verdict }) => verdict === 'unknown')
    ? 'the machine was too busy to tell whether something grew'
    : 'nothing grew'
  return `soak: nothing was lost, nothing was left behind, ${told}`
}

/** Pure: the table of figures, as Markdown. */
export function growthTable(growths: readonly Growth[]): string {
  const rows = growths.map(({ name, unit, first, last, highest, grown, noise, per, allowed, verdict }) => [
    name,
    ...[first, last, highest].map((value) => show(value, unit)),
    `${show(grown, unit)} ± ${show(noise, unit)}`,
    String(per),
    show(allowed, unit),
    words[verdict],
  ])
  const head = ['measure', 'first', 'last', 'highest', 'growth in a life', 'calls', 'allowed', '']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function listed(what: string, lines: readonly string[]): readonly string[] {
  const more = lines.length > SHOWN ? [`${what}: and ${lines.length - SHOWN} more`] : []
  return [...lines.slice(0, SHOWN).map((line) => `${what}: ${line}`), ...more]
}

function show(value: number, unit: string): string {
  return `${value.toFixed(unit === '' ? 0 : 1)}${unit === '' ? '' : ` ${unit}`}`
}
