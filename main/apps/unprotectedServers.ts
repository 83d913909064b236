import * as z from 'zod'
import type { UnprotectedServer } from '../../shared/domain/apps/app'
import type { ServerId } from '../../shared/domain/ids'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { ownText } from '../storage/columnSchemas'
import type { Database } from '../storage/database'

const ServerRow = z.object({ server: ownText<ServerId>(), at: z.number() })

/** Owner of the servers whose interfaces a person lets run, always, where the browser cannot shut them in, on disk. */
export class UnprotectedServers {
  readonly changes = new Emitter<void>()
  readonly #db: Pick<Database, 'all' | 'run'>
  readonly #clock: Pick<Clock, 'now'>

  constructor({ database, clock }: { readonly database: Pick<Database, 'all' | 'run'>; readonly clock: Pick<Clock, 'now'> }) {
    this.#db = database
    this.#clock = clock
  }

  all(): readonly UnprotectedServer[] {
    return this.#db
      .all('SELECT server, at FROM app_unprotected ORDER BY server')
      .map((row) => ServerRow.parse(row))
      .map(({ server, at }) => ({ serverId: server, allowedAt: at }))
  }

  has(serverId: ServerId): boolean {
    return this.#db.all('SELECT server FROM app_unprotected WHERE server = ?', serverId).length > 0
  }

  add(serverId: ServerId): void {
    this.#db.run('INSERT OR REPLACE INTO app_unprotected (server, at) VALUES (?, ?)', serverId, this.#clock.now())
    this.changes.emit()
  }

  /** Takes it back, or forgets the server because another one takes over its name. */
  forgetServer(serverId: ServerId): void {
    this.#db.run('DELETE FROM app_unprotected WHERE server = ?', serverId)
    this.changes.emit()
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE OR REPLACE app_unprotected SET server = ? WHERE server = ?', to, from)
    this.changes.emit()
  }

  /** Forgets servers that are gone for good. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    for (const { serverId } of this.all()) if (!servers.has(serverId)) this.forgetServer(serverId)
  }
}
