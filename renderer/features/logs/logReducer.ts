import { logLevels, type LogEntry, type LogLevel } from '../../../shared/domain/logEntry'

/** The entries that a person wants to see: from a level on, and with a text in them. */
export interface LogFilter {
  readonly level: LogLevel | undefined
  readonly search: string
}

/** The number of entries that stay on the screen while new ones come. Older ones are loaded again on demand. */
const KEPT = 5_000

/** Pure: whether an entry passes the filter. */
export function isWanted(entry: LogEntry, { level, search }: LogFilter): boolean {
  if (level && logLevels.indexOf(entry.level) < logLevels.indexOf(level)) return false
  const wanted = search.toLowerCase()
  return [entry.text, entry.logger ?? ''].some((text) => text.toLowerCase().includes(wanted))
}

/** Pure: adds the new entries, without duplicates. */
export function withNew(entries: readonly LogEntry[], arrived: readonly LogEntry[]): readonly LogEntry[] {
  const last = entries.at(-1)?.id ?? -1
  return [...entries, ...arrived.filter(({ id }) => id > last)].slice(-KEPT)
}

/** Pure: puts an older page before the entries. */
export function withOlder(entries: readonly LogEntry[], older: readonly LogEntry[]): readonly LogEntry[] {
  const first = entries[0]?.id ?? Infinity
  return [...older.filter(({ id }) => id < first), ...entries]
}
