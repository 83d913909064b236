import type { ServerId } from '../../shared/domain/ids'
import { isReservedName } from '../../shared/domain/secretName'
import type { Launch } from '../../shared/domain/server'
import { extractSecrets, type ExtractedSecrets } from '../../shared/secrets/extractSecrets'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { SecretVault } from '../secrets/secretVault'
import { secretsOf } from '../secrets/vaultView'
import type { Database } from '../storage/database'
import type { ServerRegistry } from './serverRegistry'

/** A removal can be taken back for ten seconds on the screen; nobody who hurries loses a key. */
const UNDO_MS = 60_000
/** In the table of facts: the secret that goes when nothing needs it, so that a crash does not leave it behind. */
const DOOMED = 'forget-secret '

export interface ServerSecretsDeps {
  readonly registry: Pick<ServerRegistry, 'get' | 'list' | 'importServers' | 'rewriteLaunch' | 'problem'>
  readonly vault: Pick<SecretVault, 'names' | 'put' | 'remove'>
  readonly database: Database
  readonly clock: Clock
  /** Every name that anything refers to now. */
  readonly inUse: () => ReadonlySet<string>
}

/** Keeps the secrets of servers where they belong: in the vault, and no longer than the server that they are for. */
export class ServerSecrets implements AsyncDisposable {
  readonly #deps: ServerSecretsDeps
  /** What waits for its time, and how to stop waiting. */
  readonly #waiting = new Map<readonly string[], () => void>()

  constructor(deps: ServerSecretsDeps) {
    this.#deps = deps
  }

  /** Takes servers of another configuration over, their secrets first: the file only ever holds their names. @throws {AppError} SECRETS_LOCKED */
  async importServers(servers: readonly { readonly id: string; readonly launch: Launch }[], signal: AbortSignal): Promise<void> {
    const taken = new Set(this.#deps.vault.names())
    const ready: { readonly id: string; readonly launch: Launch }[] = []
    for (const { id, launch } of servers) {
      const found = extractSecrets(id, launch, taken)
      await this.#keep(found, taken, signal)
      ready.push({ id, launch: found.launch })
    }
    this.#deps.registry.importServers(ready)
  }

  /** Moves what looks like a secret from a server's entry into the vault. What was approved stays approved. @throws {AppError} SECRETS_LOCKED */
  async moveFromServer(serverId: ServerId, signal: AbortSignal): Promise<{ moved: number }> {
    const { registry, vault } = this.#deps
    const found = extractSecrets(serverId, registry.get(serverId).launch, vault.names())
    if (found.secrets.length === 0) return { moved: 0 }
    await this.#keep(found, new Set(), signal)
    registry.rewriteLaunch(serverId, found.launch)
    return { moved: found.secrets.length }
  }

  /**
   * Changes or removes a server. The secrets that it named before go some time after that; what anything else uses by then, or uses
   * again because the change was taken back, stays.
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

  /** Removes what was let go of and nothing uses: what `names` says, or, at the start, what an earlier Parley did not come to. */
  async sweep(names?: readonly string[]): Promise<void> {
    const { database, vault, registry } = this.#deps
    // A file that cannot be read says nothing about what is in use.
    if (registry.problem()) return
    const { signal } = new AbortController()
    for (const name of names ?? this.#doomed()) {
      try {
        // An earlier Parley took any name for one.
        if (!isReservedName(name) && !this.#deps.inUse().has(name)) await vault.remove(name, signal)
        database.run('DELETE FROM fact WHERE name = ?', `${DOOMED}${name}`)
      } catch (error) {
        log('warn', 'A secret that nothing needs any more could not be removed', { secret: name, error })
      }
    }
  }

  /** Nothing can be taken back after Parley quit. */
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
