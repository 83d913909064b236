import { migrations } from '../storage/migrations'
import { readOnly } from '../storage/readOnly'
import { compareSchema } from '../storage/schemaDifferences'

/** The names of the tools that a data folder knows of servers, by server. A server that was never seen there has no entry. */
export type SeenTools = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Reads which tools the accepted definitions in a database name for these servers, also of accounts that are not in use. Changes nothing, so
 * it works beside a Parley that runs.
 * @param file the database of a data folder
 * In a database of another version, or in which another program changed the table, no server was seen: what it put there is not read.
 * @throws {AppError} as `openDatabase` does
 */
export function readSeenTools(file: string, servers: readonly string[]): SeenTools {
  return readOnly(file, (sqlite) => {
    if (!compareSchema(sqlite, migrations).soundTables.includes('pin')) return new Map()
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
