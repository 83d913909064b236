import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { LogEntry, LogLevel, ServerLogPage } from '../../shared/domain/serverLog'
import type { JsonValue } from '../../shared/lib/json'
import { sanitizePaste } from '../../shared/lib/sanitizePaste'
import { throttle } from '../../shared/lib/throttle'
import { systemClock, type Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { LogTable, severityOf, type LogDatabase, type LogQuery } from './logTable'
import { truncateBytes } from '../lib/truncateBytes'
import { redact } from '../lib/redact'

const FLUSH_MS = 100
/** Old entries are swept away after so many new ones. */
const SWEEP_EVERY = 500

/** One message as a connection brings it. */
export interface LoggedMessage {
  readonly serverId: ServerId
  readonly level: LogLevel
  readonly logger?: string
  readonly data: JsonValue
  readonly dropped?: number
}

/** The part of the connection pool that brings log messages. */
export interface LogSource {
  readonly logMessages: Emitter<LoggedMessage>
  logLevel(serverId: ServerId): LogLevel | 'off'
  /** `undefined` where nobody chose. */
  setLogLevel(serverId: ServerId, level: LogLevel | 'off' | undefined): void
}

export interface ServerLogDeps {
  readonly database: LogDatabase
  readonly source: LogSource
  readonly clock: Clock
  readonly limits: () => Limits
  /** The number of the last entry that went out as news. */
  readonly lastSeq: (serverId: ServerId) => number
}

/**
 * The owner of what servers log, and of how much each is asked to log: bounded, written in batches, and never with a secret in it. What a
 * server logs is text of a stranger, whatever it holds.
 */
export class ServerLog implements Disposable {
  /** New entries of one server, oldest first. */
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

  /** The newest entries that match, oldest first. */
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

  /** From now on the server is asked to log this much, also after a restart. */
  setLevel(serverId: ServerId, level: LogLevel | 'off'): void {
    this.#table.setLevel(serverId, level)
    this.#deps.source.setLogLevel(serverId, level)
  }

  /** The whole kept log as text, one line an entry. */
  export(serverId: ServerId): string {
    this.flush()
    return sanitizePaste(this.#table.read(serverId, { limit: this.#deps.limits().logEntriesKept }).map(line).join(''))
  }

  clear(serverId: ServerId): void {
    this.flush()
    this.#table.clear(serverId)
  }

  /** A server was given another name; its log goes with it. */
  renameServer(from: ServerId, to: ServerId): void {
    this.flush()
    const level = this.#table.levels().find(({ server }) => server === from)?.level
    this.#table.rename(from, to)
    this.#deps.source.setLogLevel(to, level)
  }

  /** Another server has taken the name: nothing of the former one is kept under it. */
  forgetServer(serverId: ServerId): void {
    this.flush()
    this.#table.remove(serverId)
    this.#deps.source.setLogLevel(serverId, undefined)
  }

  /** Servers that are gone for good take their logs with them. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    for (const serverId of this.#table.servers()) if (!servers.has(serverId)) this.forgetServer(serverId)
  }

  /** Writes what still waits. */
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

  #take({ serverId, level, logger, data, dropped }: LoggedMessage): void {
    const wanted = this.#deps.source.logLevel(serverId)
    if (wanted === 'off' || severityOf(level) < severityOf(wanted)) return
    this.#waiting.push({
      serverId,
      at: this.#deps.clock.now(),
      level,
      text: logText(data, this.#deps.limits().logEntryBytes),
      ...(logger !== undefined && { logger: logText(logger, 200) }),
      ...(dropped !== undefined && { dropped }),
    })
    this.#writeSoon()
  }

  #sweep(serverId: ServerId, added: number): void {
    const count = (this.#sinceSweep.get(serverId) ?? 0) + added
    this.#sinceSweep.set(serverId, count < SWEEP_EVERY ? count : 0)
    if (count >= SWEEP_EVERY) this.#table.sweep(serverId, this.#deps.limits().logEntriesKept)
  }
}

function line({ at, level, logger, text, dropped }: LogEntry): string {
  const missing = dropped === undefined ? '' : `${new Date(at).toISOString()} (${dropped} messages before this one were dropped)\n`
  const from = logger === undefined ? '' : ` [${logger}]`
  return `${missing}${new Date(at).toISOString()} ${level}${from} ${text.replaceAll('\n', '\n  ')}\n`
}

/** Pure but for the live secrets: what a server logged as text of at most so many bytes; secrets are taken out before the cut. */
function logText(data: JsonValue, bytes: number): string {
  const whole = redact(typeof data === 'string' ? data : JSON.stringify(data))
  const text = truncateBytes(whole, bytes)
  return text.length < whole.length ? `${text}…` : text
}
