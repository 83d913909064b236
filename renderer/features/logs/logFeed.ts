import type { ServerId } from '../../../shared/domain/ids'
import type { LogEntry, LogLevel } from '../../../shared/domain/logEntry'
import { callHost } from '../../rpc/callHost'
import { FeedStore } from '../../rpc/feedStore'
import { isWanted, withNew, withOlder, type LogFilter } from './logReducer'

/** The page's copy of one server's log. */
interface Snapshot {
  readonly entries: readonly LogEntry[]
  /** The lowest level that Parley requests from the server. */
  readonly level: LogLevel | 'off'
  readonly hasMore: boolean
}

export type LogFeed = FeedStore<'logs.entries', Snapshot>

const PAGE = 300

/** The log of one server, filtered: its latest entries and all that follow. */
export function logFeed(serverId: ServerId, filter: LogFilter): LogFeed {
  return new FeedStore<'logs.entries', Snapshot>({
    feed: 'logs.entries',
    key: serverId,
    load: async (signal) => {
      const { entries, level, hasMore, seq } = await callHost('logs.read', pageOf(serverId, filter), signal)
      return { snapshot: { entries, level, hasMore }, seq }
    },
    fold: (log, arrived) => {
      const wanted = arrived.filter((entry) => isWanted(entry, filter))
      return wanted.length > 0 ? { ...log, entries: withNew(log.entries, wanted) } : log
    },
  })
}

/** Loads the page before the first entry and prepends it. @throws {AppError} when it cannot be read */
export async function loadOlder(feed: LogFeed, serverId: ServerId, filter: LogFilter): Promise<void> {
  const now = feed.store.getState().feed
  const [first] = now.status === 'ready' ? now.entries : []
  if (!first) return
  const page = await callHost('logs.read', { ...pageOf(serverId, filter), before: first.id })
  // If the log was cleared or reloaded in the meantime, this page no longer fits.
  feed.update((log) =>
    log.entries[0]?.id === first.id ? { ...log, entries: withOlder(log.entries, page.entries), hasMore: page.hasMore } : log,
  )
}

function pageOf(serverId: ServerId, { level, search }: LogFilter) {
  return { serverId, limit: PAGE, ...(level && { level }), ...(search !== '' && { search }) }
}
