import { LogLevel, type LogEntry } from '../../../shared/domain/serverLog'

/** Which entries a person looks at: from a level on, with a text in them. */
export interface LogFilter {
  readonly level: LogLevel | undefined
  readonly search: string
}

/** As many as stay on the screen while new ones come; older ones are read again when somebody wants them. */
const KEPT = 5_000

/** Pure: whether an entry passes the filter. */
export function isWanted(entry: LogEntry, { level, search }: LogFilter): boolean {
  const levels = LogLevel.options
  if (level && levels.indexOf(entry.level) < levels.indexOf(level)) return false
  return search === '' || entry.text.toLowerCase().includes(search.toLowerCase())
}

/** Pure: the entries with those that came, none of them twice. */
export function withNew(entries: readonly LogEntry[], arrived: readonly LogEntry[]): readonly LogEntry[] {
  const last = entries.at(-1)?.id ?? -1
  return [...entries, ...arrived.filter(({ id }) => id > last)].slice(-KEPT)
}

/** Pure: the entries with an older page in front of them. */
export function withOlder(entries: readonly LogEntry[], older: readonly LogEntry[]): readonly LogEntry[] {
  const first = entries[0]?.id ?? Infinity
  return [...older.filter(({ id }) => id < first), ...entries]
}
