import * as z from 'zod'
import type { ServerId } from './ids'

/** The levels of syslog (RFC 5424), least important first. */
export const LogLevel = z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])
export type LogLevel = z.infer<typeof LogLevel>

/** One log message of a server. `text` is the message, or its data as JSON, without secrets. */
export interface LogEntry {
  readonly id: number
  readonly serverId: ServerId
  readonly at: number
  readonly level: LogLevel
  readonly logger?: string
  readonly text: string
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
