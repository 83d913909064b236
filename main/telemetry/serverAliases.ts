import { createHmac, randomBytes } from 'node:crypto'
import type { ServerId } from '../../shared/domain/ids'
import { log } from '../lib/log'

/** The part of the database that keeps small facts. */
export interface AliasDatabase {
  run(sql: string, ...params: string[]): void
  all(sql: string, ...params: string[]): readonly Readonly<Record<string, unknown>>[]
}

const KEY = 'telemetry key'
const ALIAS_CHARACTERS = 16

/**
 * Names servers for a collector. A person's own name for a server may be private ("payroll of Anna"), and what a server calls itself is the same
 * for two of one kind. So each has an alias: the same in every span of this installation, and without meaning elsewhere (decision 064). Owner
 * of the key of that, which is made when the first alias is wanted.
 */
export class ServerAliases {
  readonly #database: AliasDatabase
  readonly #known = new Map<ServerId, string>()
  #key: string | undefined

  constructor(database: AliasDatabase) {
    this.#database = database
  }

  /** Never throws: where no key can be kept, one counts until Parley ends. */
  of(serverId: ServerId): string {
    const known = this.#known.get(serverId)
    if (known !== undefined) return known
    this.#key ??= this.#readKey()
    const alias = createHmac('sha256', this.#key).update(serverId).digest('hex').slice(0, ALIAS_CHARACTERS)
    this.#known.set(serverId, alias)
    return alias
  }

  #readKey(): string {
    const fresh = randomBytes(32).toString('hex')
    try {
      // Another Parley beside this one may have made it first.
      this.#database.run('INSERT OR IGNORE INTO fact (name, value) VALUES (?, ?)', KEY, JSON.stringify(fresh))
      const [row] = this.#database.all('SELECT value FROM fact WHERE name = ?', KEY)
      const kept: unknown = row && JSON.parse(String(row['value']))
      return typeof kept === 'string' ? kept : fresh
    } catch (thrown) {
      log('warn', 'The key for the aliases of servers in telemetry could not be kept', { error: thrown })
      return fresh
    }
  }
}
