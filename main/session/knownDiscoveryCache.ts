import { createHash } from 'node:crypto'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'
import { log } from '../lib/log'
import { PerServerRateLimiter } from '../lib/perServerRateLimiter'
import { json } from '../storage/columnSchemas'
import { clientCapabilities, type CapabilityChoices } from './clientCapabilities'
import type { FactDatabase } from './interactiveServers'
import { KnownDiscovery, knownDiscovery, mayUse, type Discovered, type DiscoverySubject } from './knownDiscovery'
import { launchHash } from './launchHash'

/** A server whose lists change more often than this is not worth more writing. */
const WRITES_PER_MINUTE = 10

/** One session's way to what is kept of its server. */
export interface DiscoveryKey extends DiscoverySubject {
  readonly serverId: ServerId
  readonly launch: string
  /** How often the launch was forgotten before. What an older session reads is no longer kept. */
  readonly generation: number
}

/** What a server is asked with, beside the launch record. */
export interface AskedWith {
  readonly sampling: boolean
  readonly extensions: CapabilityChoices['extensions']
  /** The versions of MCP that may be agreed on, newest first. */
  readonly versions: readonly string[]
  readonly clientVersion: string
}

/**
 * Owner of the known discovery results on disk: one for each launch record, and for each account unless the server calls them public.
 * Removing one is never wrong: the next connection then asks.
 */
export class KnownDiscoveryCache {
  readonly #database: FactDatabase
  readonly #now: () => number
  readonly #limits: () => Limits
  readonly #writes = new PerServerRateLimiter()
  readonly #generations = new Map<string, number>()

  constructor(database: FactDatabase, { now, limits }: { readonly now: () => number; readonly limits: () => Limits }) {
    this.#database = database
    this.#now = now
    this.#limits = limits
  }

  /** The key of a session that is about to open. */
  key(
    { id, launch, auth }: ServerConfig,
    accountId: AccountId | undefined,
    { clientVersion, versions, ...choices }: AskedWith,
  ): DiscoveryKey {
    const hash = launchHash(launch)
    const says = [hash, auth, clientVersion, versions, clientCapabilities('2026', choices)]
    const asked = createHash('sha256').update(canonicalJson(says)).digest('hex')
    return { serverId: id, launch: hash, asked, accountId, generation: this.#generations.get(hash) ?? 0 }
  }

  /** What the next connection may begin with. Rows that are over, too large or malformed are removed. */
  find(key: DiscoveryKey): KnownDiscovery | undefined {
    for (const name of namesOf(key)) {
      const known = this.#read(name)
      if (known && mayUse(known, this.#now(), key)) return known
      if (known) this.#remove(name)
    }
    return undefined
  }

  /** Replaces what is kept by what a session has just read, if that may be kept. `bytes` is about the size of its lists. */
  keep(key: DiscoveryKey, found: Discovered, bytes: number): void {
    this.invalidate(key)
    const known = knownDiscovery(key, found)
    const { knownDiscoveryBytes } = this.#limits()
    if (!known || bytes + (found.discover.instructions?.length ?? 0) > knownDiscoveryBytes) return
    if (key.generation !== (this.#generations.get(key.launch) ?? 0)) return
    if (!this.#writes.take(key.serverId, this.#now(), WRITES_PER_MINUTE)) return
    const value = JSON.stringify(known)
    if (value.length > knownDiscoveryBytes) return
    this.#quietly(() => {
      this.#database.run(
        'INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)',
        factName(key.launch, known.isPublic ? undefined : key.accountId),
        value,
      )
    })
  }

  /** Removes what is kept, because it is no longer true. */
  invalidate(key: Pick<DiscoveryKey, 'launch' | 'accountId'>): void {
    for (const name of namesOf(key)) this.#remove(name)
  }

  /**
   * Forgets what a launch was told, or only what it was told under one account, also what sessions that are open now would still keep. Call it
   * when the launch, its secrets or its credentials changed.
   */
  forget(launch: Launch, accountId?: AccountId): void {
    const hash = launchHash(launch)
    this.#generations.set(hash, (this.#generations.get(hash) ?? 0) + 1)
    if (accountId !== undefined) return this.#remove(factName(hash, accountId))
    for (const name of this.#names()) if (launchIn(name) === hash) this.#remove(name)
  }

  /** Forgets every launch record that no server uses any more. */
  keepOnly(launches: readonly Launch[]): void {
    const kept = new Set(launches.map((launch) => launchHash(launch)))
    for (const name of this.#names()) if (!kept.has(launchIn(name))) this.#remove(name)
  }

  /** Forgets what accounts were told that are gone. */
  keepAccounts(accounts: readonly { readonly accountId: AccountId }[]): void {
    const kept = new Set<string>(accounts.map(({ accountId }) => accountId))
    for (const name of this.#names()) {
      const accountId = name.slice(FACT.length + HASH_CHARACTERS + 1)
      if (accountId !== '' && !kept.has(accountId)) this.#remove(name)
    }
  }

  #names(): readonly string[] {
    return this.#database.all('SELECT name FROM fact WHERE name GLOB ?', `${FACT}*`).map((row) => String(row['name']))
  }

  #read(name: string): KnownDiscovery | undefined {
    // A row of an earlier Parley with another limit is not even read.
    const most = String(this.#limits().knownDiscoveryBytes)
    const [row] = this.#database.all(
      'SELECT iif(length(value) > CAST(? AS INTEGER), NULL, value) AS value FROM fact WHERE name = ?',
      most,
      name,
    )
    const known = row && Row.safeParse(row['value'])
    if (known?.success === false) this.#remove(name)
    return known?.data
  }

  #remove(name: string): void {
    this.#quietly(() => this.#database.run('DELETE FROM fact WHERE name = ?', name))
  }

  /** A full disk costs the next connection a round trip, and this one nothing. */
  #quietly(write: () => void): void {
    try {
      write()
    } catch (thrown) {
      log('warn', 'What a server said of itself could not be kept', { error: thrown })
    }
  }
}

const Row = json(KnownDiscovery)
const FACT = 'discovery: '
const HASH_CHARACTERS = 64

/** The name contains only a hash, because a launch record may hold plain secrets. */
function factName(launch: string, accountId: AccountId | undefined): string {
  return accountId === undefined ? FACT + launch : `${FACT}${launch} ${accountId}`
}

/** What was told to the account, then what was told to everybody. */
function namesOf({ launch, accountId }: Pick<DiscoveryKey, 'launch' | 'accountId'>): readonly string[] {
  return accountId === undefined ? [factName(launch, undefined)] : [factName(launch, accountId), factName(launch, undefined)]
}

function launchIn(name: string): string {
  return name.slice(FACT.length, FACT.length + HASH_CHARACTERS)
}
