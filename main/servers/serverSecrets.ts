import type { ServerId } from '../../shared/domain/ids'
import { isReservedName } from '../../shared/secrets/reservedSecretName'
import { extractSecrets, type ExtractedSecrets } from '../../shared/secrets/extractSecrets'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { SecretVault } from '../secrets/secretVault'
import { secretsOf } from '../secrets/vaultView'
import type { Database } from '../storage/database'
import type { NewServer, ServerRegistry } from './serverRegistry'

/** The screen offers to undo a removal for ten seconds. This longer time makes sure that no secret is lost too early. */
const UNDO_MS = 60_000
/** Prefix in the table of facts: marks a secret that is removed when nothing needs it, so that a crash does not leave it behind. */
const DOOMED = 'forget-secret '

export interface ServerSecretsDeps {
  readonly registry: Pick<ServerRegistry, 'get' | 'list' | 'importServers' | 'rewriteLaunch' | 'isComplete'>
  readonly vault: Pick<SecretVault, 'names' | 'put' | 'remove'>
  readonly database: Database
  readonly clock: Clock
  /** Returns every secret name that is in use now. */
  readonly inUse: () => ReadonlySet<string>
}

/** Keeps the secrets of servers in the vault, and only as long as their servers need them. */
export class ServerSecrets implements AsyncDisposable {
  readonly #deps: ServerSecretsDeps
  /** The names that wait for removal, with a function that cancels the wait. */
  readonly #waiting = new Map<readonly string[], () => void>()

  constructor(deps: ServerSecretsDeps) {
    this.#deps = deps
  }

  /**
   * Imports servers of another configuration. Their secrets are stored first, so that the file only ever contains the names.
   * @throws {AppError} SECRETS_LOCKED
   */
  async importServers(servers: readonly NewServer[], signal: AbortSignal): Promise<void> {
    const taken = new Set(this.#deps.vault.names())
    const ready: NewServer[] = []
    for (const server of servers) {
      const found = extractSecrets(server.id, server.launch, taken)
      await this.#keep(found, taken, signal)
      ready.push({ ...server, launch: found.launch })
    }
    this.#deps.registry.importServers(ready)
  }

  /**
   * Moves values that look like secrets from a server's entry into the vault. An approved launch stays approved.
   * @throws {AppError} SECRETS_LOCKED
   */
  async moveFromServer(serverId: ServerId, signal: AbortSignal): Promise<{ moved: number }> {
    const { registry, vault } = this.#deps
    const found = extractSecrets(serverId, registry.get(serverId).launch, vault.names())
    if (found.secrets.length === 0) return { moved: 0 }
    await this.#keep(found, new Set(), signal)
    registry.rewriteLaunch(serverId, found.launch)
    return { moved: found.secrets.length }
  }

  /**
   * Changes or removes a server. The secrets that it named before are removed some time later, unless something still uses them then, for
   * example because the change was undone.
   */
  async change<T>(serverId: ServerId | undefined, work: () => T | Promise<T>): Promise<T> {
    const names = serverId === undefined ? [] : this.#namedBy(serverId)
    const done = await work()
    if (names.length > 0) this.#letGo(names)
    return done
  }

  #letGo(names: readonly string[]): void {
    const { database, clock } = this.#deps
    for (const name of names)
      database.run('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', `${DOOMED}${name}`, String(clock.now()))
    const stop = clock.after(UNDO_MS, () => {
      this.#waiting.delete(names)
      void this.sweep(names)
    })
    this.#waiting.set(names, stop)
  }

  /** Removes released secrets that nothing uses: those in `names`, or at the start those that an earlier run of Parley left. */
  async sweep(names?: readonly string[]): Promise<void> {
    const { database, vault, registry } = this.#deps
    // Otherwise nobody knows which secrets are in use.
    const { broken } = registry.list()
    if (!registry.isComplete() || broken.some(({ secrets }) => !secrets)) return
    // A broken entry works again once it is mended. Whether its secrets can go is asked again at the next start.
    const ofBroken = new Set(broken.flatMap(({ secrets = [] }) => secrets))
    const { signal } = new AbortController()
    for (const name of (names ?? this.#doomed()).filter((one) => !ofBroken.has(one))) {
      try {
        // Earlier versions of Parley accepted reserved names as secrets.
        if (!isReservedName(name) && !this.#deps.inUse().has(name)) await vault.remove(name, signal)
        database.run('DELETE FROM fact WHERE name = ?', `${DOOMED}${name}`)
      } catch (error) {
        log('warn', 'A secret that nothing needs any more could not be removed', { secret: name, error })
      }
    }
  }

  /** After Parley has quit, a removal can no longer be undone. */
  async [Symbol.asyncDispose](): Promise<void> {
    const names = [...this.#waiting.keys()].flat()
    for (const stop of this.#waiting.values()) stop()
    this.#waiting.clear()
    await this.sweep(names)
  }

  #namedBy(serverId: ServerId): readonly string[] {
    const server = this.#deps.registry.list().servers.find(({ id }) => id === serverId)
    return server ? secretsOf(server) : []
  }

  #doomed(): readonly string[] {
    const rows = this.#deps.database.all('SELECT name FROM fact WHERE name LIKE ?', `${DOOMED}%`)
    return rows.map(({ name }) => String(name).slice(DOOMED.length))
  }

  async #keep({ secrets }: ExtractedSecrets, taken: Set<string>, signal: AbortSignal): Promise<void> {
    for (const { name, value } of secrets) {
      await this.#deps.vault.put(name, value, signal)
      taken.add(name)
    }
  }
}
