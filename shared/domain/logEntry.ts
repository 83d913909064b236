import type { ServerId } from './ids'

/** The levels of syslog (RFC 5424), least important first. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * A message of a server with a method that Parley does not know: a notification, a request that Parley refused, or one that it may not
 * answer, because only servers answer in the 2026 era.
 */
export const unknownKinds = ['notification', 'refused', 'unanswered'] as const
export type UnknownKind = (typeof unknownKinds)[number]

/** One log message of a server. `text` is the message, or its data as JSON, without secrets. */
export interface LogEntry {
  readonly id: number
  readonly serverId: ServerId
  readonly at: number
  readonly level: LogLevel
  readonly logger?: string
  readonly text: string
  /** Present for a message that is no log message. Then `logger` is its method, and `text` its parameters. */
  readonly unknown?: UnknownKind
  /** How many earlier entries were dropped because they came too fast. */
  readonly dropped?: number
}

/** The end of a server's log, oldest first, and the lowest level that Parley asks the server for. */
export interface ServerLogPage {
  readonly entries: readonly LogEntry[]
  readonly level: LogLevel | 'off'
  /** Whether older entries match. */
  readonly hasMore: boolean
  /** The last event of the feed `logs.entries` that this page contains. Follow the feed from here. */
  readonly seq: number
}
