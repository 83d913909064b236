import * as z from 'zod'
import type { ServerId } from './ids'

/** The levels of syslog (RFC 5424), least important first. */
export const LogLevel = z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])
export type LogLevel = z.infer<typeof LogLevel>

/** One message that a server logged. `text` is what it wrote, or its data as JSON; secrets are taken out. */
export interface LogEntry {
  readonly id: number
  readonly serverId: ServerId
  readonly at: number
  readonly level: LogLevel
  readonly logger?: string
  readonly text: string
  /** How many entries before this one were dropped because they came too fast. */
  readonly dropped?: number
}

/** The end of a server's log, oldest first, and the least important level that it is asked for. */
export interface ServerLogPage {
  readonly entries: readonly LogEntry[]
  readonly level: LogLevel | 'off'
  /** Whether older entries match. */
  readonly hasMore: boolean
  /** The last event of the feed `logs.entries` that this page contains; follow it from here. */
  readonly seq: number
}
