import * as z from 'zod'
import { APP_STORAGE_CHARACTERS, APP_STORAGE_NAMES } from '../../shared/confinedFrames/appStorage'
import type { StoredChange, StoredEntry } from '../../shared/domain/apps/app'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Database } from '../storage/database'

const EntryRow = z.object({ name: z.string(), value: z.string() })
const ServerRow = z.object({ server: z.string() })

/**
 * Owner of what the interfaces of a server keep in their `localStorage`, on disk. A confined document has no storage of its own, so it is given
 * these entries when it is made, and says what it changes. All interfaces of a server share them, as pages of one site do.
 */
export class AppStorage {
  readonly #db: Pick<Database, 'all' | 'run' | 'transaction'>

  constructor(database: Pick<Database, 'all' | 'run' | 'transaction'>) {
    this.#db = database
  }

  of(serverId: ServerId): readonly StoredEntry[] {
    return this.#db
      .all('SELECT name, value FROM app_storage WHERE server = ? ORDER BY name', serverId)
      .map((row) => EntryRow.parse(row))
      .map(({ name, value }) => [name, value])
  }

  /**
   * Takes over changes, all of them or none.
   * @throws {AppError} MESSAGE_TOO_LARGE where the server's entries would be too many or too long. What was kept stays as it is.
   */
  save(serverId: ServerId, changes: readonly StoredChange[]): void {
    const before = new Map(this.of(serverId))
    const after = new Map(before)
    for (const [name, value] of changes) {
      if (value === null) after.delete(name)
      else after.set(name, value)
    }
    const characters = [...after].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    if (after.size > APP_STORAGE_NAMES || characters > APP_STORAGE_CHARACTERS) {
      throw new AppError('MESSAGE_TOO_LARGE', { reason: 'apps.storageFull', params: { server: serverId, most: APP_STORAGE_CHARACTERS } })
    }
    const changed = new Set(changes.flatMap(([name]) => (after.get(name) === before.get(name) ? [] : [name])))
    this.#db.transaction(() => {
      for (const name of changed) {
        const value = after.get(name)
        if (value === undefined) this.#db.run('DELETE FROM app_storage WHERE server = ? AND name = ?', serverId, name)
        else this.#db.run('INSERT OR REPLACE INTO app_storage (server, name, value) VALUES (?, ?, ?)', serverId, name, value)
      }
    })
  }

  /** Moves the entries to the new name of a server. */
  renameServer(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE OR REPLACE app_storage SET server = ? WHERE server = ?', to, from)
  }

  /** Forgets what a server's interfaces kept. */
  forgetServer(serverId: string): void {
    this.#db.run('DELETE FROM app_storage WHERE server = ?', serverId)
  }

  /** Forgets the entries of servers that are gone for good. */
  keepOnly(servers: ReadonlySet<string>): void {
    for (const row of this.#db.all('SELECT DISTINCT server FROM app_storage')) {
      const { server } = ServerRow.parse(row)
      if (!servers.has(server)) this.forgetServer(server)
    }
  }
}
