import { AppError } from '../../shared/errors/appError'
import { versionOf } from '../storage/migrate'
import { migrations } from '../storage/migrations'
import { readDatabaseReadOnly } from '../storage/readDatabaseReadOnly'
import { compareSchema } from '../storage/schemaDifferences'

/** The names of the tools that a data folder knows of servers, by server. A server that was never seen there has no entry. */
export type SeenTools = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Reads which tools the accepted definitions in a database name for these servers, also of accounts that are not in use. Changes nothing, so
 * it works beside a Parley that runs.
 * @param file the database of a data folder
 * @throws {AppError} as `openDatabase` does, and FILE_UNREADABLE if a newer Parley wrote it or another program changed its tables: what it
 *   put there is not read
 */
export function readSeenTools(file: string, servers: readonly string[]): SeenTools {
  return readDatabaseReadOnly(file, (sqlite) => {
    if (versionOf(sqlite) > migrations.length) throw new AppError('FILE_UNREADABLE', { reason: 'storage.newerVersion' })
    const { soundTables, differences } = compareSchema(sqlite, migrations)
    if (!soundTables.includes('pin')) {
      if (differences.length > 0) throw new AppError('FILE_UNREADABLE', { reason: 'storage.changedTables' })
      // An earlier Parley made it, before definitions were kept.
      return new Map()
    }
    const ofServer = sqlite.prepare('SELECT DISTINCT what, name FROM pin WHERE server = ?')
    return new Map(
      servers.flatMap((server) => {
        // A server without tools was seen with its instructions, which are kept even where there are none.
        const rows = ofServer.all(server)
        const tools = rows.flatMap(({ what, name }) => (what === 'tool' ? [String(name)] : []))
        return rows.length === 0 ? [] : [[server, new Set(tools)] as const]
      }),
    )
  })
}
