import { LogLevel, type LogEntry } from '../../shared/domain/serverLog'
import type { ServerId } from '../../shared/domain/ids'

/** The part of the database that logs use. */
export interface LogDatabase {
  run(sql: string, ...params: (string | number | null)[]): void
  all<T>(sql: string, ...params: (string | number | null)[]): T[]
  transaction<T>(work: () => T): T
}

export interface LogQuery {
  /** The least important level. */
  readonly level?: LogLevel | undefined
  readonly search?: string | undefined
  /** Entries older than this one. */
  readonly before?: number | undefined
  readonly limit: number
}

interface Row {
  readonly id: number
  readonly server: ServerId
  readonly at: number
  readonly severity: number
  readonly logger: string | null
  readonly text: string
  readonly dropped: number | null
}

/** The rows of `log` and `log_level`. */
export class LogTable {
  readonly #database: LogDatabase

  constructor(database: LogDatabase) {
    this.#database = database
  }

  add(entries: readonly Omit<LogEntry, 'id'>[]): readonly LogEntry[] {
    return this.#database.transaction(() =>
      entries.flatMap((entry) => {
        const [row] = this.#database.all<{ id: number }>(
          'INSERT INTO log (server, at, severity, logger, text, dropped) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
          entry.serverId,
          entry.at,
          severityOf(entry.level),
          entry.logger ?? null,
          entry.text,
          entry.dropped ?? null,
        )
        return row ? [{ id: row.id, ...entry }] : []
      }),
    )
  }

  /** The newest that match, oldest first. */
  read(serverId: ServerId, { level, search = '', before, limit }: LogQuery): readonly LogEntry[] {
    return this.#database
      .all<Row>(
        `SELECT * FROM log WHERE server = ? AND severity >= ? AND id < ? AND (? = '' OR instr(lower(text), ?) OR instr(lower(logger), ?))
         ORDER BY id DESC LIMIT ?`,
        serverId,
        level === undefined ? 0 : severityOf(level),
        before ?? Number.MAX_SAFE_INTEGER,
        search,
        search.toLowerCase(),
        search.toLowerCase(),
        limit,
      )
      .map(toEntry)
      .toReversed()
  }

  sweep(serverId: ServerId, kept: number): void {
    this.#database.run(
      'DELETE FROM log WHERE server = ? AND id <= (SELECT id FROM log WHERE server = ? ORDER BY id DESC LIMIT 1 OFFSET ?)',
      serverId,
      serverId,
      kept,
    )
  }

  clear(serverId: ServerId): void {
    this.#database.run('DELETE FROM log WHERE server = ?', serverId)
  }

  rename(from: ServerId, to: ServerId): void {
    this.#database.run('UPDATE log SET server = ? WHERE server = ?', to, from)
    this.#database.run('UPDATE OR REPLACE log_level SET server = ? WHERE server = ?', to, from)
  }

  remove(serverId: ServerId): void {
    this.clear(serverId)
    this.#database.run('DELETE FROM log_level WHERE server = ?', serverId)
  }

  servers(): readonly ServerId[] {
    return this.#database.all<{ server: ServerId }>('SELECT server FROM log UNION SELECT server FROM log_level').map(({ server }) => server)
  }

  levels(): readonly { readonly server: ServerId; readonly level: LogLevel | 'off' }[] {
    return this.#database.all<{ server: ServerId; level: string }>('SELECT server, level FROM log_level').flatMap(({ server, level }) => {
      const known = level === 'off' ? 'off' : LogLevel.safeParse(level).data
      return known === undefined ? [] : [{ server, level: known }]
    })
  }

  setLevel(serverId: ServerId, level: LogLevel | 'off'): void {
    this.#database.run('INSERT OR REPLACE INTO log_level (server, level) VALUES (?, ?)', serverId, level)
  }
}

/** From 0 (debug) to 7 (emergency). */
export function severityOf(level: LogLevel): number {
  return LogLevel.options.indexOf(level)
}

function toEntry({ id, server, at, severity, logger, text, dropped }: Row): LogEntry {
  return {
    id,
    serverId: server,
    at,
    level: LogLevel.options[severity] ?? 'info',
    text,
    ...(logger !== null && { logger }),
    ...(dropped !== null && { dropped }),
  }
}
