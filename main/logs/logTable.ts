import * as z from 'zod'
import { logLevels, unknownKinds, type LogEntry, type LogLevel } from '../../shared/domain/logEntry'
import { ServerId } from '../../shared/domain/ids'
import type { Row } from '../storage/database'

/** The part of the database that logs use. */
export interface LogDatabase {
  run(sql: string, ...params: (string | number | null)[]): void
  all(sql: string, ...params: (string | number | null)[]): readonly Row[]
  transaction<T>(work: () => T): T
}

export interface LogQuery {
  /** The lowest level that is returned. */
  readonly level?: LogLevel | undefined
  readonly search?: string | undefined
  /** Returns only entries older than the entry with this id. */
  readonly before?: number | undefined
  readonly limit: number
}

const Entry = z.object({
  id: z.number(),
  server: ServerId,
  at: z.number(),
  severity: z.number(),
  logger: z.string().nullable(),
  text: z.string(),
  unknown: z.enum(unknownKinds).nullable().catch(null),
  dropped: z.number().nullable(),
})

const Level = z.object({ server: ServerId, level: z.enum([...logLevels, 'off']) })

/** The rows of `log` and `log_level`. */
export class LogTable {
  readonly #database: LogDatabase

  constructor(database: LogDatabase) {
    this.#database = database
  }

  add(entries: readonly Omit<LogEntry, 'id'>[]): readonly LogEntry[] {
    return this.#database.transaction(() =>
      entries.flatMap((entry) => {
        const [row] = this.#database.all(
          'INSERT INTO log (server, at, severity, logger, text, unknown, dropped) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id',
          entry.serverId,
          entry.at,
          severityOf(entry.level),
          entry.logger ?? null,
          entry.text,
          entry.unknown ?? null,
          entry.dropped ?? null,
        )
        return row ? [{ id: Number(row['id']), ...entry }] : []
      }),
    )
  }

  /** Returns the newest entries that match, oldest first. */
  read(serverId: ServerId, { level, search = '', before, limit }: LogQuery): readonly LogEntry[] {
    return this.#database
      .all(
        `SELECT * FROM log WHERE server = ? AND severity >= ? AND id < ? AND (? = '' OR instr(lower(text), lower(?)) OR instr(lower(logger), lower(?)))
         ORDER BY id DESC LIMIT ?`,
        serverId,
        level === undefined ? 0 : severityOf(level),
        before ?? Number.MAX_SAFE_INTEGER,
        search,
        search,
        search,
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
    return this.#database.all('SELECT server FROM log UNION SELECT server FROM log_level').map(({ server }) => ServerId.parse(server))
  }

  levels(): readonly { readonly server: ServerId; readonly level: LogLevel | 'off' }[] {
    // An unknown level in the database is ignored.
    return this.#database.all('SELECT server, level FROM log_level').flatMap((row) => Level.safeParse(row).data ?? [])
  }

  setLevel(serverId: ServerId, level: LogLevel | 'off'): void {
    this.#database.run('INSERT OR REPLACE INTO log_level (server, level) VALUES (?, ?)', serverId, level)
  }
}

/** Returns a number from 0 (debug) to 7 (emergency). */
export function severityOf(level: LogLevel): number {
  return logLevels.indexOf(level)
}

function toEntry(row: Row): LogEntry {
  const { id, server, at, severity, logger, text, unknown, dropped } = Entry.parse(row)
  return {
    id,
    serverId: server,
    at,
    level: logLevels[severity] ?? 'info',
    text,
    ...(logger !== null && { logger }),
    ...(unknown !== null && { unknown }),
    ...(dropped !== null && { dropped }),
  }
}
