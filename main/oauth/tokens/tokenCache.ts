import type { DpopSession } from '@modelcontextprotocol/client'
import type { AppError } from '../../../shared/errors/appError'
import type { Challenge } from '../discovery/wwwAuthenticate'
import type { Grant } from './grant'

/** What authenticates a request. */
export interface Presentable {
  readonly accessToken: string
  readonly scheme: 'Bearer' | 'DPoP'
  /** Signs a proof for each request if the token is bound to a key. */
  readonly session?: DpopSession
}

export interface HeldTokens extends Presentable {
  readonly grant: Grant
}

/** The state of one account's renewal. `key`: what it was begun for. How it ends says nothing about a server that was edited meanwhile. */
export type Renewal =
  | { readonly state: 'none' }
  /** Every caller with the same key waits for this renewal. */
  | { readonly state: 'underWay'; readonly key: string; readonly flight: Promise<HeldTokens | undefined> }
  | { readonly state: 'failed'; readonly key: string; readonly at: number; readonly error: unknown }

/** What memory holds about one account of a server, or about the person's account at the identity provider. */
export interface TokenCacheEntry {
  held?: HeldTokens | undefined
  renewal: Renewal
  /** Remembers the nonces that servers require. */
  session?: DpopSession
  /** The challenge of the server's last refusal, and the address that refused. What one address says does not count for another. */
  challenge?: { readonly at: string; readonly said: Challenge }
  /** A token that the server refused although it was new. No other token is requested before `until`. */
  givenUp?: { readonly token: string; readonly until: number } | undefined
  /** A final refusal of a grant without a person, for this address and configuration. */
  refused?: { readonly key: string; readonly error: AppError; readonly until: number } | undefined
  /** How often the tokens were replaced or removed from outside. A read that started before such a change must be discarded. */
  regrants: number
}

/** One entry for each account. */
export class TokenCache {
  readonly #entries = new Map<string, TokenCacheEntry>()

  /** The entry of an account; a new, empty one if there is none. */
  of(key: string): TokenCacheEntry {
    const known = this.#entries.get(key)
    if (known) return known
    const entry: TokenCacheEntry = { renewal: { state: 'none' }, regrants: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  /** Forgets everything about the old tokens after the account got other ones or none. */
  regranted(key: string): void {
    const entry = this.of(key)
    entry.held = undefined
    entry.givenUp = undefined
    entry.refused = undefined
    if (entry.renewal.state === 'failed') entry.renewal = { state: 'none' }
    entry.regrants++
  }

  /** Waits until no renewal is under way, however each of them ends. */
  async settled(): Promise<void> {
    const flights = [...this.#entries.values()].flatMap(({ renewal }) => (renewal.state === 'underWay' ? [renewal.flight] : []))
    await Promise.allSettled(flights)
  }
}
