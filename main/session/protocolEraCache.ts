import * as z from 'zod'
import type { Era } from '../../shared/domain/connectionState'
import type { AccountId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import type { FactDatabase } from './interactiveServers'
import { launchHash } from './launchHash'

const DAY_MS = 24 * 60 * 60 * 1000
/** A server that spoke a newer protocol within this time should still speak it. */
const REMARKED_MS = 30 * DAY_MS

const Verdict = z.object({ era: z.enum(['2025', '2026']), at: z.number(), modernAt: z.number().optional() })
type Verdict = z.infer<typeof Verdict>

/**
 * Remembers, on disk, the last known era of each launch record (2026-07-28, versioning). A server of the 2025 era is greeted without the
 * probe for a day, because a probe may make it silent for seconds or end it, unless a person starts it: it may have been updated. For the 2026 era the probe is the greeting, so it is always
 * sent.
 */
export class ProtocolEraCache {
  readonly #database: FactDatabase
  readonly #now: () => number

  constructor(database: FactDatabase, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** Whether the probe can be skipped. */
  isLegacy(launch: Launch, accountId?: AccountId): boolean {
    const known = this.#read(factName(launch, accountId))
    return known?.era === '2025' && this.#isWithin(known.at, DAY_MS)
  }

  /** Records the era of a new session. Returns whether the server went back to an older protocol than it spoke recently. */
  remember(launch: Launch, era: Era, accountId?: AccountId): boolean {
    const now = this.#now()
    const name = factName(launch, accountId)
    const known = this.#read(name)
    const modernAt = era === '2026' ? now : known?.modernAt
    // A known era was assumed and not probed again, so its time stays.
    const at = era === '2025' && known && this.isLegacy(launch, accountId) ? known.at : now
    const verdict: Verdict = { era, at, ...(modernAt !== undefined && { modernAt }) }
    this.#write(name, verdict)
    return era === '2025' && modernAt !== undefined && this.#isWithin(modernAt, REMARKED_MS)
  }

  /**
   * Has the next session probe again, because the server may have been updated since. What it spoke before is kept, so that one that went back
   * to an older protocol is still told. With an account, only what was found under that account.
   */
  probeAgain(launch: Launch, accountId?: AccountId): void {
    const name = factName(launch, accountId)
    const rows = this.#database.all('SELECT name FROM fact WHERE name GLOB ?', accountId === undefined ? `${name}*` : name)
    for (const fact of rows.map((row) => String(row['name']))) {
      const known = this.#read(fact)
      if (known) this.#write(fact, { ...known, at: 0 })
    }
  }

  /** Forgets every launch record that no server uses any more. */
  keepOnly(launches: readonly Launch[]): void {
    const kept = new Set(launches.map((launch) => factName(launch)))
    const rows = this.#database.all('SELECT name FROM fact WHERE name GLOB ?', `${FACT}*`)
    for (const name of rows.map((row) => String(row['name']))) {
      // One launch may be stored for several accounts.
      if (!kept.has(name.slice(0, FACT.length + HASH_CHARACTERS))) this.#database.run('DELETE FROM fact WHERE name = ?', name)
    }
  }

  #read(name: string): Verdict | undefined {
    const [row] = this.#database.all('SELECT value FROM fact WHERE name = ?', name)
    return row && Verdict.safeParse(JSON.parse(String(row['value']))).data
  }

  #write(name: string, verdict: Verdict): void {
    this.#database.run('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', name, JSON.stringify(verdict))
  }

  /** A clock that was set back must not keep an old record valid. */
  #isWithin(at: number, ms: number): boolean {
    const age = this.#now() - at
    return age >= 0 && age < ms
  }
}

const FACT = 'era: '
const HASH_CHARACTERS = 64

/** The name contains only a hash, because a launch record may hold plain secrets. */
function factName(launch: Launch, accountId?: AccountId): string {
  return accountId === undefined ? FACT + launchHash(launch) : `${FACT}${launchHash(launch)} ${accountId}`
}
