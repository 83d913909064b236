import type { ServerId } from '../../shared/domain/ids'
import type { Row } from '../storage/database'

/** The part of the database that stores small facts. */
export interface FactDatabase {
  run(sql: string, ...params: string[]): void
  all(sql: string, ...params: string[]): readonly Row[]
}

/**
 * Remembers, on disk, which servers have asked a person something. Over pipes their calls must run one at a time, so that each question
 * belongs to one call.
 */
export class InteractiveServers {
  readonly #database: FactDatabase
  readonly #known = new Map<ServerId, boolean>()

  constructor(database: FactDatabase) {
    this.#database = database
  }

  has(serverId: ServerId): boolean {
    const known = this.#known.get(serverId)
    if (known !== undefined) return known
    const found = this.#database.all('SELECT 1 FROM fact WHERE name = ?', factName(serverId)).length > 0
    this.#known.set(serverId, found)
    return found
  }

  remember(serverId: ServerId): void {
    if (this.has(serverId)) return
    this.#known.set(serverId, true)
    this.#database.run('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', factName(serverId), 'yes')
  }

  /** Forgets a server because another program uses its name now. */
  forgetServer(serverId: ServerId): void {
    this.#known.delete(serverId)
    this.#database.run('DELETE FROM fact WHERE name = ?', factName(serverId))
  }

  /** Forgets every server that is gone for good. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    const kept = new Set([...servers].map(factName))
    this.#known.clear()
    const rows = this.#database.all('SELECT name FROM fact WHERE name GLOB ?', `${FACT}*`)
    for (const name of rows.map((row) => String(row['name']))) {
      if (!kept.has(name)) this.#database.run('DELETE FROM fact WHERE name = ?', name)
    }
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#known.delete(from)
    this.#known.delete(to)
    this.#database.run('UPDATE OR REPLACE fact SET name = ? WHERE name = ?', factName(to), factName(from))
  }
}

const FACT = 'server asks: '

function factName(serverId: ServerId): string {
  return FACT + serverId
}
