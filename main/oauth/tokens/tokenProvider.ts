import type { DpopSession } from '@modelcontextprotocol/client'
import type { SignInTarget } from '../../../shared/domain/account'
import type { AccountId } from '../../../shared/domain/ids'
import type { HttpLaunch, ServerConfig } from '../../../shared/domain/server'
import type { IdentityProvider } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { untilAborted } from '../../lib/untilAborted'
import type { AccountStore } from '../accountStore'
import { TokenCache, type TokenCacheEntry, type HeldTokens, type Presentable } from './tokenCache'
import { canonicalServerUri } from '../discovery/canonicalServerUri'
import type { Challenge } from '../discovery/wwwAuthenticate'
import { dpopSession } from './dpopKeys'
import { schemeOf, type Grant } from './grant'
import { claimsOf } from './jwtClaims'
import { configHash, matchesBinding } from './grantBinding'
import { GrantRefresher, RenewalRefusal, type RefreshTools, type Renewable } from './grantRefresher'
import { machineGrant, rulesFor, type MachineAuth, type MachineDeps, type MachineServer } from '../grants/machineGrant'
import { identityProviderFetchRules } from '../identityProviderFetchRules'
import { findIssuerChange } from '../discovery/findIssuerChange'
import { isRefreshDue, isExpired } from './isRefreshDue'
import { TokenRefusal } from './tokenRequest'
import { keyOf, UnsavedGrantRetrier } from './unsavedGrantRetrier'

export type TokenProviderDeps = Omit<MachineDeps, 'idToken' | 'issuerOfClient'> & { readonly accounts: AccountStore }

/** A remote server with one of its accounts. */
export interface TokenHolder {
  readonly server: Omit<ServerConfig, 'launch'> & { readonly launch: HttpLaunch }
  readonly accountId: AccountId
}

/** The key of a flight that saves a grant again. */
const SAVING = 'saving'
/** How long no new token is requested after the server refused a new one. */
const GIVEN_UP_MS = 60_000
/** How long after a failed renewal the next one waits while the token is still valid, or if the authorization server refused. */
const TRY_AGAIN_MS = 10_000
/** How long a final refusal of a grant without a person counts. Opening a session asks several times. */
const REFUSED_MS = 5_000

/**
 * Keeps the tokens of accounts valid. Callers get a token that is valid now. If it needs renewal, all callers in this process share one
 * renewal, and other processes wait for its result.
 */
export class TokenProvider {
  readonly #deps: TokenProviderDeps
  readonly #cache = new TokenCache()
  readonly #unsaved: UnsavedGrantRetrier
  readonly #refresher: GrantRefresher
  /** Never aborts: a renewal in progress is completed even if every caller has left. Each of its requests has its own deadline. */
  readonly #whole = new AbortController().signal

  constructor(deps: TokenProviderDeps) {
    this.#deps = deps
    this.#unsaved = new UnsavedGrantRetrier(deps)
    this.#refresher = new GrantRefresher({ ...deps, sessionOf: (target, grant) => this.#sessionOf(keyOf(target), grant) })
    deps.accounts.regranted.subscribe((target) => {
      this.#cache.regranted(keyOf(target))
      this.#unsaved.forget(target)
    })
  }

  /**
   * The current credentials, renewed if they are about to expire; undefined if no one is signed in.
   * @throws {AppError} SIGN_IN_FAILED if Parley's own sign-in fails or a needed renewal is refused; SERVER_UNREACHABLE and others if it fails
   * for now. The old tokens are kept.
   */
  async fresh(holder: TokenHolder, signal: AbortSignal): Promise<Presentable | undefined> {
    const entry = this.#cache.of(holder.accountId)
    const held = await this.#current(holder, signal)
    const now = this.#deps.now()
    const unsaved = this.#unsaved.due(holder.accountId)
    if (unsaved) await untilAborted(this.#saveAgain(unsaved.target, unsaved.grant), signal)
    if (held ? !isRefreshDue(held.grant, now) || !isRenewable(held.grant) : holder.server.auth.kind === 'person') return held
    const { renewal } = entry
    if (held && renewal.state === 'failed' && renewal.key === configKey(holder) && now - renewal.at < TRY_AGAIN_MS) {
      if (!isExpired(held.grant, now)) return held
      // Who refused will do so again. Whoever could not be reached may be there by now.
      if (renewal.error instanceof RenewalRefusal) throw renewal.error
    }
    try {
      return await this.#renewed(holder, held?.grant.tokens.access_token, signal)
    } catch (thrown) {
      // The token is still valid for a moment. The next request tries again.
      if (held && !isExpired(held.grant, now) && !signal.aborted) return held
      // The server's metadata address may be known only from a challenge that has not arrived yet.
      if (!held && thrown instanceof AppError && thrown.code === 'SIGN_IN_FAILED' && !mayFail(entry, holder)) return undefined
      throw thrown
    }
  }

  /**
   * New credentials after the server refused the token `refused`; undefined if only a person can help.
   * @throws {AppError} as `fresh`
   */
  async renew(
    holder: TokenHolder,
    refused: string | undefined,
    challenge: Challenge,
    signal: AbortSignal,
  ): Promise<Presentable | undefined> {
    const entry = this.#cache.of(holder.accountId)
    entry.challenge = { at: canonicalServerUri(holder.server.launch.url), said: challenge }
    // Read again: another process may have renewed the token or signed in.
    if (entry.held?.accessToken === refused) entry.held = undefined
    const held = await this.#current(holder, signal)
    if (held && held.accessToken !== refused) return held
    const { givenUp } = entry
    if (givenUp && givenUp.token === refused && this.#deps.now() < givenUp.until) return undefined
    if (held ? !isRenewable(held.grant) : holder.server.auth.kind === 'person') return undefined
    return this.#renewed(holder, refused, signal, challenge)
  }

  /** Records that the server refused a token that had just been renewed. */
  giveUp(holder: TokenHolder, token: string): void {
    this.#cache.of(holder.accountId).givenUp = { token, until: this.#deps.now() + GIVEN_UP_MS }
  }

  /** The ID token for the organisation's identity provider: a configured one, or that of the person's sign-in, renewed if possible. */
  async idToken(idp: IdentityProvider, signal: AbortSignal): Promise<string> {
    if (idp.idToken !== undefined) return this.#deps.vault.resolve(idp.idToken, signal)
    const target: SignInTarget = { kind: 'idp' }
    const grant = await this.#deps.accounts.grantOf(target, signal)
    const token = grant?.tokens.id_token
    if (grant && token !== undefined && !isStale(token, this.#deps.now())) return token
    const renewed =
      grant && isRenewable(grant)
        ? await untilAborted(
            this.#flight(target, `${idp.issuer} ${idp.clientId}`, () => this.#renewIdp(idp, token)),
            signal,
          )
        : undefined
    const next = renewed?.grant.tokens.id_token
    if (next !== undefined && !isStale(next, this.#deps.now())) return next
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.notSignedInToIdp' })
  }

  /** Waits for renewals in progress, because the tokens they bring must be saved. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cache.settled()
    for (const { target, grant } of this.#unsaved.all()) await this.#saveAgain(target, grant)
  }

  async #current({ server, accountId }: TokenHolder, signal: AbortSignal): Promise<HeldTokens | undefined> {
    const entry = this.#cache.of(accountId)
    const known = entry.held
    if (known && matchesBinding(known.grant, server)) return known
    const before = entry.regrants
    const grant = await this.#unsaved.grantOf(this.#targetOf({ server, accountId }), signal)
    const held = grant && matchesBinding(grant, server) ? await this.#made(accountId, grant) : undefined
    // The account signed out or signed in again during the read.
    if (before !== entry.regrants) return this.#current({ server, accountId }, signal)
    if (held) entry.held = held
    return held
  }

  async #renewed(
    holder: TokenHolder,
    stale: string | undefined,
    signal: AbortSignal,
    challenge?: Challenge,
  ): Promise<HeldTokens | undefined> {
    const target = this.#targetOf(holder)
    const renewed = (): Promise<HeldTokens | undefined> =>
      untilAborted(
        this.#flight(target, configKey(holder), () => this.#renewal(holder, stale, challenge)),
        signal,
      )
    const first = await renewed()
    // The renewal in progress may have replaced an older token than the one refused now.
    return first && first.grant.tokens.access_token === stale ? renewed() : first
  }

  /** Joins the renewal under way for the same configuration. One for another is waited for, and how it ends does not matter here. */
  #flight(target: SignInTarget, key: string, renewal: () => Promise<HeldTokens | undefined>): Promise<HeldTokens | undefined> {
    const entry = this.#cache.of(keyOf(target))
    const before = entry.renewal
    if (before.state === 'underWay' && before.key === key) return before.flight
    const begin = (): Promise<HeldTokens | undefined> => this.#deps.accounts.locked(target, renewal, this.#whole)
    const flight = (before.state === 'underWay' ? before.flight.then(begin, begin) : begin()).then(
      (held) => {
        if (entry.renewal === underWay) entry.renewal = { state: 'none' }
        return held
      },
      (thrown: unknown) => {
        if (entry.renewal === underWay) entry.renewal = { state: 'failed', key, at: this.#deps.now(), error: thrown }
        throw thrown
      },
    )
    const underWay = { state: 'underWay', key, flight } as const
    entry.renewal = underWay
    return flight
  }

  /** Renews under the account's lock. If another process was first, its result is used. */
  async #renewal(holder: TokenHolder, stale: string | undefined, challenge: Challenge | undefined): Promise<HeldTokens | undefined> {
    const target = this.#targetOf(holder)
    const kept = await this.#unsaved.grantOf(target, this.#whole)
    // A session may outlive an edit of its server. A grant for the new address is not used for the old one.
    const grant = kept && matchesBinding(kept, holder.server) ? kept : undefined
    if (grant && grant.tokens.access_token !== stale) return this.#hold(holder.accountId, grant)
    const machine = asMachine(holder)
    if (machine) return this.#signInAlone(holder, machine)
    if (!grant || !hasRefreshToken(grant)) return undefined
    const { server } = holder
    const fetchFn = this.#deps.fetchFor(rulesFor(server))
    const moved = challenge && (await findIssuerChange(server, { grant, challenge }, fetchFn))
    if (moved) return this.#deps.accounts.end(target, moved.toData(), this.#whole).then(() => undefined)
    const configured = server.auth.kind === 'person' ? server.auth : undefined
    return this.#refresh(target, grant, { configured, fetchFn, name: server.id })
  }

  async #renewIdp(idp: IdentityProvider, stale: string | undefined): Promise<HeldTokens | undefined> {
    const target: SignInTarget = { kind: 'idp' }
    const grant = await this.#deps.accounts.grantOf(target, this.#whole)
    if (!grant || !hasRefreshToken(grant)) return undefined
    if (grant.tokens.id_token !== stale) return this.#hold(keyOf(target), grant)
    return this.#refresh(target, grant, {
      configured: idp,
      fetchFn: this.#deps.fetchFor(identityProviderFetchRules(idp)),
      name: 'your organisation',
    })
  }

  async #refresh(target: SignInTarget, grant: Renewable, tools: RefreshTools): Promise<HeldTokens | undefined> {
    const renewed = await this.#refresher.refresh(target, grant, tools, this.#whole)
    return renewed && this.#keep(target, renewed)
  }

  async #signInAlone(holder: TokenHolder, machine: MachineServer): Promise<HeldTokens> {
    const { accounts } = this.#deps
    const target = this.#targetOf(holder)
    const key = configKey(holder)
    const entry = this.#cache.of(holder.accountId)
    const before = entry.refused
    if (before && before.key === key && this.#deps.now() < before.until) throw before.error
    const deps: MachineDeps = {
      ...this.#deps,
      idToken: (idp, signal) => this.idToken(idp, signal),
      issuerOfClient: ({ id, auth }) => accounts.issuerOfClient(id, auth.clientId ?? ''),
    }
    try {
      return await this.#keep(target, await machineGrant(machine, challengeAt(entry, holder), deps, this.#whole))
    } catch (thrown) {
      const error = AppError.from(thrown)
      accounts.noteProblem(target, error.toData())
      if (thrown instanceof TokenRefusal) entry.refused = { key, error, until: this.#deps.now() + REFUSED_MS }
      throw error
    }
  }

  /** Holds a grant and saves it. If it cannot be saved, it is still used, because it may not be issued again. */
  async #keep(target: SignInTarget, grant: Grant): Promise<HeldTokens> {
    const held = await this.#hold(keyOf(target), grant)
    await this.#unsaved.write(target, grant, this.#whole)
    return held
  }

  /** Saves an unsaved grant again for other processes and the next start, unless someone signed out or in meanwhile. */
  async #saveAgain(target: SignInTarget, grant: Grant): Promise<void> {
    await this.#flight(target, SAVING, () => (this.#unsaved.has(target, grant) ? this.#keep(target, grant) : Promise.resolve(undefined)))
  }

  async #hold(key: string, grant: Grant): Promise<HeldTokens> {
    const held = await this.#made(key, grant)
    this.#cache.of(key).held = held
    return held
  }

  async #made(key: string, grant: Grant): Promise<HeldTokens> {
    const session = await this.#sessionOf(key, grant)
    const scheme = schemeOf(grant.tokens.token_type, session !== undefined) ?? 'Bearer'
    return { grant, accessToken: grant.tokens.access_token, scheme, ...(session && scheme === 'DPoP' && { session }) }
  }

  async #sessionOf(key: string, { dpopKey }: Grant): Promise<DpopSession | undefined> {
    if (!dpopKey) return undefined
    const made = await dpopSession(dpopKey)
    const entry = this.#cache.of(key)
    if (entry.session?.thumbprint !== made.thumbprint) entry.session = made
    return entry.session
  }

  /** Looked up each time, because a server may be renamed during a session. */
  #targetOf({ server, accountId }: TokenHolder): SignInTarget {
    return { kind: 'server', serverId: this.#deps.accounts.serverOf(accountId) ?? server.id, accountId }
  }
}

/** A grant without a person may fail for good only after the server's challenge was considered. */
function mayFail(entry: TokenCacheEntry, holder: TokenHolder): boolean {
  return challengeAt(entry, holder) !== undefined || entry.refused?.key === configKey(holder)
}

/** The last challenge of this address. One of an address from before an edit could send a secret to whom that address names. */
function challengeAt({ challenge }: TokenCacheEntry, { server }: TokenHolder): Challenge | undefined {
  return challenge?.at === canonicalServerUri(server.launch.url) ? challenge.said : undefined
}

/** What a grant is requested with. It is another one after an edit of the address or of the sign-in. */
function configKey({ server }: TokenHolder): string {
  return `${canonicalServerUri(server.launch.url)} ${configHash(server.auth)}`
}

function hasRefreshToken(grant: Grant): grant is Renewable {
  return grant.tokens.refresh_token !== undefined
}

/** A grant without a person is always renewable, because Parley can sign in again. */
function isRenewable(grant: Grant): boolean {
  return grant.by !== 'person' || hasRefreshToken(grant)
}

function asMachine({ server }: TokenHolder): MachineServer | undefined {
  const { id, launch, auth } = server
  return isMachine(auth) ? { id, launch, auth } : undefined
}

function isMachine(auth: ServerConfig['auth']): auth is MachineAuth {
  return auth.kind !== 'person'
}

function isStale(idToken: string, now: number): boolean {
  const { exp } = claimsOf(idToken)
  return typeof exp === 'number' && now >= exp * 1000
}
