import * as z from 'zod'
import { ServerId } from '../domain/ids'
import { LogLevel, type LogEntry, type ServerLogPage } from '../domain/serverLog'
import { call, feed } from './define'

const OneServer = z.object({ serverId: ServerId })

export const logsCalls = {
  /** The newest entries that match: from `level` on, with `search` in their text, before the entry `before`. */
  'logs.read': call<ServerLogPage>()(
    OneServer.extend({
      level: LogLevel.optional(),
      search: z.string().max(1000).optional(),
      before: z.int().optional(),
      limit: z.int().min(1).max(1000),
    }),
  ),
  'logs.setLevel': call<void>()(OneServer.extend({ level: z.union([LogLevel, z.literal('off')]) })),
  /** The whole kept log as text, one line an entry. */
  'logs.export': call<{ text: string }>()(OneServer),
  'logs.clear': call<void>()(OneServer),
}

/** Keyed by server id. */
export const logsFeeds = { 'logs.entries': feed<LogEntry>() }
