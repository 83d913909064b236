import * as z from 'zod'
import { ServerId } from '../domain/ids'
import { logLevels, type LogEntry, type ServerLogPage } from '../domain/logEntry'
import { call, feed } from './contractKinds'

const OneServer = z.object({ serverId: ServerId })

export const logsCalls = {
  /**
   * Reads a server's newest matching log messages: at least `level`, with `search` in their text, before the entry `before`. At most 1,000
   * at once.
   * Result: entries oldest first, whether older ones match, and the number of the last event. Follow `logs.entries` from there.
   * Errors: none of its own. The log of an unknown server is empty.
   */
  'logs.read': call<ServerLogPage>()(
    OneServer.extend({
      level: z.enum(logLevels).optional(),
      search: z.string().max(1000).optional(),
      before: z.int().optional(),
      limit: z.int().min(1).max(1000),
    }),
  ),
  /**
   * Asks a server to log from this level on, or 'off'. The setting survives restarts.
   * Result: nothing. The call does not wait for the server.
   * Errors: none of its own.
   */
  'logs.setLevel': call<void>()(OneServer.extend({ level: z.enum([...logLevels, 'off']) })),
  /**
   * Exports the whole kept log of a server as text: one entry per line, at most `limits.logEntriesKept` entries, without terminal control
   * characters.
   * Result: the text.
   * Errors: none of its own.
   */
  'logs.export': call<{ text: string }>()(OneServer),
  /**
   * Deletes the kept log of a server.
   * Result: nothing.
   * Errors: none of its own.
   */
  'logs.clear': call<void>()(OneServer),
}

export const logsFeeds = {
  /** New log messages of one server, oldest first. The key is the server id. The host keeps the last 1,000 events of a key. */
  'logs.entries': feed<LogEntry>(),
}
