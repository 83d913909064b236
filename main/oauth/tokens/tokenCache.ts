import type { DpopSession } from '@modelcontextprotocol/client'
import type { AppError } from '../../../shared/errors/appError'
import type { Challenge } from '../discovery/wwwAuthenticate'
import type { Grant } from './grant'

/** What is put on a request. */
export interface Presentable {
  readonly accessToken: string
  readonly scheme: 'Bearer' | 'DPoP'
  /** Signs a proof for each request where the token is bound to a key. */
  readonly session?: DpopSession
}

export interface HeldTokens extends Presentable {
  readonly grant: Grant
}

/** How it stands with the renewal of one account. */
export type Renewal =
  | { readonly state: 'none' }
  /** Everybody waits for the same one. */
  | { readonly state: 'underWay'; readonly flight: Promise<HeldTokens | undefined> }
  | { readonly state: 'failed'; readonly at: number }

/** What is known in memory of one account: of a server's, by its account, or of the person's at the identity provider. */
export interface TokenCacheEntry {
  held?: HeldTokens | undefined
  renewal: Renewal
  /** Remembers which nonces the servers want. */
  session?: DpopSession
  /** What the server last said when it refused a request. */
  challenge?: Challenge
  /** The server refused this token although it was new: until then, another one does not help. */
  givenUp?: { readonly token: string; readonly until: number } | undefined
  /** The authorization server said a definite no to a grant without a person, for this configuration. */
  refused?: { readonly hash: string; readonly error: AppError; readonly until: number } | undefined
  /** How often its tokens were replaced or taken out from outside: what was read before must not be held after. */
  regrants: number
}

/** One entry for each account. */
export class TokenCache {
  readonly #entries = new Map<string, TokenCacheEntry>()

  /** The entry of an account; an empty one where nothing is known of it yet. */
  of(key: string): TokenCacheEntry {
    const known = this.#entries.get(key)
    if (known) return known
    const entry: TokenCacheEntry = { renewal: { state: 'none' }, regrants: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  /** The account has other tokens now, or none: nothing that was known of the old ones holds. */
  regranted(key: string): void {
    const entry = this.of(key)
    entry.held = undefined
    entry.givenUp = undefined
    entry.refused = undefined
    entry.regrants++
  }

  /** Waits until no renewal is under way, however each of them ends. */
  async settled(): Promise<void> {
    const flights = [...this.#entries.values()].flatMap(({ renewal }) => (renewal.state === 'underWay' ? [renewal.flight] : []))
    await Promise.allSettled(flights)
  }
}
