import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { LogEntry, LogLevel, ServerLogPage, UnknownKind } from '../../shared/domain/logEntry'
import type { JsonValue } from '../../shared/lib/json'
import { escapeTerminalControls } from '../../shared/lib/escapeTerminalControls'
import { throttle } from '../../shared/lib/throttle'
import { systemClock, type Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { LogTable, severityOf, type LogDatabase, type LogQuery } from './logTable'
import { truncateBytes } from '../lib/truncateBytes'
import { redact } from '../lib/redact'

const FLUSH_MS = 100
/** Old entries are deleted after this many new ones. */
const SWEEP_EVERY = 500

/** One log message from a connection. */
export interface LoggedMessage {
  readonly serverId: ServerId
  readonly level: LogLevel
  readonly logger?: string
  readonly data: JsonValue
  readonly unknown?: UnknownKind
  readonly dropped?: number
}

/** The part of the connection pool that delivers log messages. */
export interface LogSource {
  readonly logMessages: Emitter<LoggedMessage>
  logLevel(serverId: ServerId): LogLevel | 'off'
  /** `undefined` means that no level was chosen. */
  setLogLevel(serverId: ServerId, level: LogLevel | 'off' | undefined): void
}

export interface ServerLogDeps {
  readonly database: LogDatabase
  readonly source: LogSource
  readonly clock: Clock
  readonly limits: () => Limits
  /** Whether nothing is kept now, because what a server logs may belong to a temporary conversation. */
  readonly isPaused?: () => boolean
  /** Returns the number of the last published entry. */
  readonly lastSeq: (serverId: ServerId) => number
}

/**
 * The owner of server logs and of the log level of each server. Logs have a size limit, are written in batches and never contain a known
 * secret. Log text always counts as text from outside.
 */
export class ServerLog implements Disposable {
  /** Emits new entries of one server, oldest first. */
  readonly entries = new Emitter<{ readonly serverId: ServerId; readonly entries: readonly LogEntry[] }>()
  readonly #deps: ServerLogDeps
  readonly #table: LogTable
  readonly #sinceSweep = new Map<ServerId, number>()
  readonly #stop: () => void
  #waiting: Omit<LogEntry, 'id'>[] = []
  readonly #writeSoon = throttle(() => this.#write(), { ms: FLUSH_MS, leading: false, after: systemClock.after })

  constructor(deps: ServerLogDeps) {
    this.#deps = deps
    this.#table = new LogTable(deps.database)
    for (const { server, level } of this.#table.levels()) deps.source.setLogLevel(server, level)
    this.#stop = deps.source.logMessages.subscribe((message) => this.#take(message))
  }

  /** Returns the newest entries that match, oldest first. */
  read(serverId: ServerId, query: LogQuery): ServerLogPage {
    this.flush()
    const found = this.#table.read(serverId, { ...query, limit: query.limit + 1 })
    const hasMore = found.length > query.limit
    return {
      entries: hasMore ? found.slice(1) : found,
      level: this.#deps.source.logLevel(serverId),
      hasMore,
      seq: this.#deps.lastSeq(serverId),
    }
  }

  /** Sets the log level of a server. It also applies after a restart. */
  setLevel(serverId: ServerId, level: LogLevel | 'off'): void {
    this.#table.setLevel(serverId, level)
    this.#deps.source.setLogLevel(serverId, level)
  }

  /** Returns all stored entries as text, one per line. */
  export(serverId: ServerId): string {
    this.flush()
    return escapeTerminalControls(this.#table.read(serverId, { limit: this.#deps.limits().logEntriesKept }).map(line).join(''))
  }

  clear(serverId: ServerId): void {
    this.flush()
    this.#table.clear(serverId)
  }

  /** Moves the log to the new name of a server. */
  renameServer(from: ServerId, to: ServerId): void {
    this.flush()
    const level = this.#table.levels().find(({ server }) => server === from)?.level
    this.#table.rename(from, to)
    this.#deps.source.setLogLevel(to, level)
  }

  /** Another server takes over the name: deletes the log and the level of the previous server. */
  forgetServer(serverId: ServerId): void {
    this.flush()
    this.#table.remove(serverId)
    this.#deps.source.setLogLevel(serverId, undefined)
  }

  /** Deletes the logs of servers that are gone for good. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    for (const serverId of this.#table.servers()) if (!servers.has(serverId)) this.forgetServer(serverId)
  }

  /** Writes all waiting entries. */
  flush(): void {
    this.#writeSoon.flush()
  }

  #write(): void {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      const written = this.#table.add(waiting)
      for (const [serverId, entries] of Map.groupBy(written, (entry) => entry.serverId)) {
        this.#sweep(serverId, entries.length)
        this.entries.emit({ serverId, entries })
      }
    } catch (thrown) {
      // A full disk must not end the calls of a server that logs.
      log('warn', 'Log messages could not be kept', { count: waiting.length, error: thrown })
    }
  }

  [Symbol.dispose](): void {
    this.#stop()
    this.flush()
  }

  #take({ serverId, level, logger, data, unknown, dropped }: LoggedMessage): void {
    // What nobody asked for is kept whatever was asked for: nothing that a server sends goes unseen.
    if (unknown === undefined && !this.#wants(serverId, level)) return
    if (this.#deps.isPaused?.()) return
    this.#waiting.push({
      serverId,
      at: this.#deps.clock.now(),
      level,
      text: logText(data, this.#deps.limits().logEntryBytes),
      ...(logger !== undefined && { logger: logText(logger, 200) }),
      ...(unknown !== undefined && { unknown }),
      ...(dropped !== undefined && { dropped }),
    })
    this.#writeSoon()
  }

  #wants(serverId: ServerId, level: LogLevel): boolean {
    const wanted = this.#deps.source.logLevel(serverId)
    return wanted !== 'off' && severityOf(level) >= severityOf(wanted)
  }

  #sweep(serverId: ServerId, added: number): void {
    const count = (this.#sinceSweep.get(serverId) ?? 0) + added
    this.#sinceSweep.set(serverId, count < SWEEP_EVERY ? count : 0)
    if (count >= SWEEP_EVERY) this.#table.sweep(serverId, this.#deps.limits().logEntriesKept)
  }
}

const kinds: Readonly<Record<UnknownKind, string>> = {
  notification: 'unknown notification',
  refused: 'unknown request, refused',
  unanswered: 'request, not answered',
}

function line({ at, level, logger, text, unknown, dropped }: LogEntry): string {
  const missing = dropped === undefined ? '' : `${new Date(at).toISOString()} (${dropped} messages before this one were dropped)\n`
  const from = logger === undefined ? '' : ` [${logger}]`
  const kind = unknown === undefined ? level : kinds[unknown]
  return `${missing}${new Date(at).toISOString()} ${kind}${from} ${text.replaceAll('\n', '\n  ')}\n`
}

/**
 * Pure except for the known secrets: returns logged data as text of at most this many bytes. Secrets are removed before the text is cut.
 */
function logText(data: JsonValue, bytes: number): string {
  const whole = redact(typeof data === 'string' ? data : JSON.stringify(data))
  const text = truncateBytes(whole, bytes)
  return text.length < whole.length ? `${text}…` : text
}
