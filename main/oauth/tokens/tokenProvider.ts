import type { DpopSession } from '@modelcontextprotocol/client'
import type { SignInTarget } from '../../../shared/domain/account'
import type { AccountId } from '../../../shared/domain/ids'
import type { HttpLaunch, ServerDefinition } from '../../../shared/domain/server'
import type { IdentityProvider } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { englishText } from '../../lib/englishText'
import { log } from '../../lib/log'
import { untilAborted } from '../../lib/untilAborted'
import type { AccountStore } from '../accountStore'
import type { Challenge } from '../discovery/wwwAuthenticate'
import { clientAuthenticationFor } from '../clientAuthentication'
import { dpopSession } from './dpopKeys'
import { claimsOf, schemeOf, type Grant } from './grant'
import { configHash, matchesBinding } from './grantBinding'
import { machineGrant, rulesFor, type MachineAuth, type MachineDeps, type MachineServer } from '../grants/machineGrant'
import { identityProviderRules } from '../idpRules'
import { currentIssuers } from '../discovery/currentIssuers'
import { isRefreshDue, isExpired, refreshGrant } from './refreshGrant'
import { TokenRefusal } from './tokenRequest'

export type TokenProviderDeps = Omit<MachineDeps, 'idToken' | 'issuerOfClient'> & { readonly accounts: AccountStore }

/** A remote server, for one of its accounts. */
export interface TokenHolder {
  readonly server: Omit<ServerDefinition, 'launch'> & { readonly launch: HttpLaunch }
  readonly accountId: AccountId
}

/** What is put on a request. */
export interface Presentable {
  readonly accessToken: string
  readonly scheme: 'Bearer' | 'DPoP'
  /** Signs a proof for each request where the token is bound to a key. */
  readonly session?: DpopSession
}

interface Held extends Presentable {
  readonly grant: Grant
}

/** A token that was refused although it was new: asking for yet another one at once does not help. */
const GIVEN_UP_MS = 60_000
/** While a token is still good, a renewal that failed is not tried again at every request. */
const TRY_AGAIN_MS = 10_000
/** A definite no to a grant without a person stands for this long: a link that is being opened asks several times. */
const REFUSED_MS = 5_000

/**
 * Keeps the tokens of accounts fresh. Whoever asks gets one that is good for now; where one has to be renewed, everybody in this process
 * waits for the same renewal, and other processes for its result.
 */
export class TokenProvider {
  readonly #deps: TokenProviderDeps
  readonly #held = new Map<string, Held>()
  /** What a renewal brought and could not be written down: what the vault has is used up. */
  readonly #unsaved = new Map<string, { readonly target: SignInTarget; readonly grant: Grant; readonly failedAt: number }>()
  readonly #sessions = new Map<string, DpopSession>()
  readonly #flights = new Map<string, Promise<Held | undefined>>()
  readonly #givenUp = new Map<string, { readonly token: string; readonly until: number }>()
  readonly #refused = new Map<string, { readonly hash: string; readonly error: AppError; readonly until: number }>()
  readonly #failedAt = new Map<string, number>()
  /** How often tokens were replaced or taken out from outside: what was read before must not be held after. */
  #regrants = 0
  readonly #challenges = new Map<string, Challenge>()
  /** Nobody's: a renewal that was begun is ended, whoever leaves meanwhile. Each request in it has its own deadline. */
  readonly #whole = new AbortController().signal

  constructor(deps: TokenProviderDeps) {
    this.#deps = deps
    deps.accounts.regranted.subscribe((target) => {
      this.#regrants++
      this.#held.delete(keyOf(target))
      this.#unsaved.delete(keyOf(target))
      this.#givenUp.delete(keyOf(target))
      this.#refused.delete(keyOf(target))
    })
  }

  /**
   * What proves the caller now, renewed where it is about to expire; nothing when nobody is signed in.
   * @throws {AppError} SIGN_IN_FAILED where Parley itself signs in and cannot; SERVER_UNREACHABLE and others where a renewal that is needed
   * cannot be had just now: what there was is kept
   */
  async fresh(holder: TokenHolder, signal: AbortSignal): Promise<Presentable | undefined> {
    const held = await this.#current(holder, signal)
    const now = this.#deps.now()
    const unsaved = this.#unsaved.get(holder.accountId)
    if (unsaved && now - unsaved.failedAt >= TRY_AGAIN_MS) await untilAborted(this.#saveAgain(unsaved.target, unsaved.grant), signal)
    if (held ? !isRefreshDue(held.grant, now) || !isRenewable(held.grant) : holder.server.auth.kind === 'person') return held
    if (held && !isExpired(held.grant, now) && now - (this.#failedAt.get(holder.accountId) ?? -Infinity) < TRY_AGAIN_MS) return held
    try {
      return await this.#renewed(holder, held?.grant.tokens.access_token, signal)
    } catch (thrown) {
      this.#failedAt.set(holder.accountId, now)
      // It still is good for a moment, and the next request tries again.
      if (held && !isExpired(held.grant, now) && !signal.aborted) return held
      // Where the server describes itself may be known only from its challenge.
      if (!held && thrown instanceof AppError && thrown.code === 'SIGN_IN_FAILED' && !this.#mayFail(holder)) return undefined
      throw thrown
    }
  }

  /**
   * What proves the caller after the server refused `refused`; nothing when only a person can help.
   * @throws {AppError} as `fresh`
   */
  async renew(
    holder: TokenHolder,
    refused: string | undefined,
    challenge: Challenge,
    signal: AbortSignal,
  ): Promise<Presentable | undefined> {
    const key = holder.accountId
    this.#challenges.set(key, challenge)
    // Another process may have renewed it, or somebody signed in there.
    if (this.#held.get(key)?.accessToken === refused) this.#held.delete(key)
    const held = await this.#current(holder, signal)
    if (held && held.accessToken !== refused) return held
    const given = this.#givenUp.get(key)
    if (given && given.token === refused && this.#deps.now() < given.until) return undefined
    if (held ? !isRenewable(held.grant) : holder.server.auth.kind === 'person') return undefined
    return this.#renewed(holder, refused, signal, challenge)
  }

  /** The server refused a token that was just renewed. */
  giveUp(holder: TokenHolder, token: string): void {
    this.#givenUp.set(holder.accountId, { token, until: this.#deps.now() + GIVEN_UP_MS })
  }

  /** The ID token of the organisation's identity provider: one from elsewhere, or that of the person's sign-in, renewed where it can be. */
  async idToken(idp: IdentityProvider, signal: AbortSignal): Promise<string> {
    if (idp.idToken !== undefined) return this.#deps.vault.resolve(idp.idToken, signal)
    const target: SignInTarget = { kind: 'idp' }
    const grant = await this.#deps.accounts.grantOf(target, signal)
    const token = grant?.tokens.id_token
    if (grant && token !== undefined && !isStale(token, this.#deps.now())) return token
    const renewed =
      grant && isRenewable(grant)
        ? await untilAborted(
            this.#flight(target, () => this.#renewIdp(idp, token)),
            signal,
          )
        : undefined
    const next = renewed?.grant.tokens.id_token
    if (next !== undefined && !isStale(next, this.#deps.now())) return next
    throw new AppError('SIGN_IN_FAILED', 'You are not signed in to your organisation', {
      hint: 'Sign in to its identity provider in Settings, then try again.',
    })
  }

  /** Waits for renewals that were begun: what an authorization server has given must be written down. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#flights.values())
    for (const { target, grant } of this.#unsaved.values()) await this.#saveAgain(target, grant)
  }

  async #current({ server, accountId }: TokenHolder, signal: AbortSignal): Promise<Held | undefined> {
    const known = this.#held.get(accountId)
    if (known && matchesBinding(known.grant, server)) return known
    const before = this.#regrants
    const grant = await this.#read(this.#targetOf({ server, accountId }), signal)
    const held = grant && matchesBinding(grant, server) ? await this.#made(accountId, grant) : undefined
    // Somebody signed out, or in as another person, while it was read.
    if (before !== this.#regrants) return this.#current({ server, accountId }, signal)
    if (held) this.#held.set(accountId, held)
    return held
  }

  async #read(target: SignInTarget, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#unsaved.get(keyOf(target))?.grant ?? this.#deps.accounts.grantOf(target, signal)
  }

  async #renewed(holder: TokenHolder, stale: string | undefined, signal: AbortSignal, challenge?: Challenge): Promise<Held | undefined> {
    const target = this.#targetOf(holder)
    const renewal = (): Promise<Held | undefined> => this.#renewal(holder, stale, challenge)
    const first = await untilAborted(this.#flight(target, renewal), signal)
    // The flight that was on may have been for an older token than the one that was refused now.
    const isStill = first !== undefined && first.grant.tokens.access_token === stale
    return isStill ? untilAborted(this.#flight(target, renewal), signal) : first
  }

  #flight(target: SignInTarget, renewal: () => Promise<Held | undefined>): Promise<Held | undefined> {
    const key = keyOf(target)
    const underWay = this.#flights.get(key)
    if (underWay) return underWay
    const flight = this.#deps.accounts.locked(target, renewal, this.#whole).finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }

  /** While no other process renews the same. Whoever was first has renewed it for all. */
  async #renewal(holder: TokenHolder, stale: string | undefined, challenge: Challenge | undefined): Promise<Held | undefined> {
    const target = this.#targetOf(holder)
    const kept = await this.#read(target, this.#whole)
    // A link may outlive an edit of its server: what was given for the new address is not for the old one.
    const grant = kept && matchesBinding(kept, holder.server) ? kept : undefined
    if (grant && grant.tokens.access_token !== stale) return this.#hold(holder.accountId, grant)
    const machine = asMachine(holder)
    if (machine) return this.#signInAlone(holder, machine)
    if (!grant || !hasRefreshToken(grant)) return undefined
    if (challenge && (await this.#hasMoved(holder, grant, challenge))) return undefined
    const { server } = holder
    const configured = server.auth.kind === 'person' ? server.auth : undefined
    return this.#refresh(target, grant, configured, { fetchFn: this.#deps.fetchFor(rulesFor(server)), name: server.id })
  }

  async #renewIdp(idp: IdentityProvider, stale: string | undefined): Promise<Held | undefined> {
    const target: SignInTarget = { kind: 'idp' }
    const grant = await this.#deps.accounts.grantOf(target, this.#whole)
    if (!grant || !hasRefreshToken(grant)) return undefined
    if (grant.tokens.id_token !== stale) return this.#hold(keyOf(target), grant)
    return this.#refresh(target, grant, idp, { fetchFn: this.#deps.fetchFor(identityProviderRules(idp)), name: 'your organisation' })
  }

  async #refresh(
    target: SignInTarget,
    grant: Renewable,
    configured: Parameters<typeof clientAuthenticationFor>[1],
    { fetchFn, name }: { readonly fetchFn: ReturnType<TokenProviderDeps['fetchFor']>; readonly name: string },
  ): Promise<Held | undefined> {
    const { accounts, vault, now } = this.#deps
    try {
      const client = await clientAuthenticationFor(grant, configured, vault, this.#whole)
      const dpop = await this.#sessionOf(keyOf(target), grant)
      const resource = target.kind === 'server' ? (grant.resourceSent ?? grant.resource) : undefined
      const renewed = await refreshGrant(grant, { client, resource, dpop, fetchFn, now }, this.#whole)
      return await this.#keep(target, renewed)
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (thrown instanceof TokenRefusal) return this.#ended(target, grant, thrown)
      const kept = new AppError(error.code, `The sign-in to “${name}” could not be renewed: ${englishText(error).message}`, {
        hint: 'It is kept, and Parley tries again at the next use.',
        cause: thrown,
        ...(error.said !== undefined && { said: error.said }),
      })
      accounts.noteProblem(target, kept.toData())
      throw kept
    }
  }

  async #ended(target: SignInTarget, grant: Grant, refusal: TokenRefusal): Promise<undefined> {
    const { accounts } = this.#deps
    if (CLIENT_REFUSED.has(refusal.error)) {
      // Of a configured client only a person knows whether it is still right; a new sign-in would fail for the same reason.
      if (grant.client === 'configured') {
        accounts.noteProblem(target, refusal.toData())
        throw new AppError('SIGN_IN_FAILED', `${new URL(grant.issuer).host} no longer takes the client ID of this server, or its secret`, {
          hint: 'Edit the server and enter those that are right now.',
          cause: refusal,
          ...(refusal.said !== undefined && { said: refusal.said }),
        })
      }
      await accounts.forgetClient(grant.issuer, this.#whole)
    }
    log('info', 'An authorization server has ended a sign-in', { issuer: grant.issuer, error: refusal.error })
    this.#held.delete(keyOf(target))
    await accounts.end(target, refusal.toData(), this.#whole)
    return undefined
  }

  async #signInAlone(holder: TokenHolder, machine: MachineServer): Promise<Held> {
    const { accounts } = this.#deps
    const target = this.#targetOf(holder)
    const hash = configHash(machine.auth)
    const before = this.#refused.get(holder.accountId)
    if (before && before.hash === hash && this.#deps.now() < before.until) throw before.error
    const deps: MachineDeps = {
      ...this.#deps,
      idToken: (idp, signal) => this.idToken(idp, signal),
      issuerOfClient: ({ id, auth }) => accounts.issuerOfClient(id, auth.clientId ?? ''),
    }
    try {
      return await this.#keep(target, await machineGrant(machine, this.#challenges.get(holder.accountId), deps, this.#whole))
    } catch (thrown) {
      const error = AppError.from(thrown)
      accounts.noteProblem(target, error.toData())
      if (thrown instanceof TokenRefusal) this.#refused.set(holder.accountId, { hash, error, until: this.#deps.now() + REFUSED_MS })
      throw error
    }
  }

  /** What was given once may not be given again: should it not be possible to write it down, it is used all the same. */
  async #keep(target: SignInTarget, grant: Grant): Promise<Held> {
    const held = await this.#hold(keyOf(target), grant)
    try {
      await this.#deps.accounts.renewed(target, grant, this.#whole)
      this.#unsaved.delete(keyOf(target))
    } catch (thrown) {
      const error = AppError.from(thrown)
      log('error', 'The tokens of a renewal could not be kept', { error })
      this.#unsaved.set(keyOf(target), { target, grant, failedAt: this.#deps.now() })
      this.#deps.accounts.noteProblem(target, error.toData())
    }
    return held
  }

  /** Other processes, and the next start, find only what was written down; unless somebody signed out, or in, meanwhile. */
  async #saveAgain(target: SignInTarget, grant: Grant): Promise<void> {
    const isStill = (): boolean => this.#unsaved.get(keyOf(target))?.grant === grant
    await this.#flight(target, () => (isStill() ? this.#keep(target, grant) : Promise.resolve(undefined)))
  }

  async #hold(key: string, grant: Grant): Promise<Held> {
    const held = await this.#made(key, grant)
    this.#held.set(key, held)
    return held
  }

  async #made(key: string, grant: Grant): Promise<Held> {
    const session = await this.#sessionOf(key, grant)
    const scheme = schemeOf(grant.tokens.token_type, session !== undefined) ?? 'Bearer'
    return { grant, accessToken: grant.tokens.access_token, scheme, ...(session && scheme === 'DPoP' && { session }) }
  }

  /** One per key: it remembers which nonces the servers want. */
  async #sessionOf(key: string, { dpopKey }: Grant): Promise<DpopSession | undefined> {
    if (!dpopKey) return undefined
    const made = await dpopSession(dpopKey)
    const known = this.#sessions.get(key)
    if (known?.thumbprint === made.thumbprint) return known
    this.#sessions.set(key, made)
    return made
  }

  /** A grant without a person may fail for good only when everything that the server says of itself was looked at. */
  #mayFail(holder: TokenHolder): boolean {
    return this.#challenges.has(holder.accountId) || this.#refused.has(holder.accountId)
  }

  /**
   * Inside a flight: whether the server names other authorization servers now. Then its tokens are no longer for it, and the old authorization server is
   * not asked for others (2026-07-28, client registration, authorization server changes).
   */
  async #hasMoved(holder: TokenHolder, grant: Grant, challenge: Challenge): Promise<boolean> {
    const { server } = holder
    const named = await currentIssuers(server.launch.url, challenge, this.#deps.fetchFor(rulesFor(server)))
    if (named.length === 0 || named.includes(grant.issuer)) return false
    const target = this.#targetOf(holder)
    const problem = new AppError(
      'SIGN_IN_REQUIRED',
      `“${server.id}” has moved to another place to sign in, ${named.join(', ').slice(0, 200)}`,
      {
        hint: 'Sign in again.',
      },
    )
    await this.#deps.accounts.end(target, problem.toData(), this.#whole)
    return true
  }

  /** A server may be renamed while a link to it lives. */
  #targetOf({ server, accountId }: TokenHolder): SignInTarget {
    return { kind: 'server', serverId: this.#deps.accounts.serverOf(accountId) ?? server.id, accountId }
  }
}

const CLIENT_REFUSED = new Set(['invalid_client', 'unauthorized_client'])

type Renewable = Parameters<typeof refreshGrant>[0]

function hasRefreshToken(grant: Grant): grant is Renewable {
  return grant.tokens.refresh_token !== undefined
}

/** Without a person, Parley signs in again. */
function isRenewable(grant: Grant): boolean {
  return grant.by !== 'person' || hasRefreshToken(grant)
}

function asMachine({ server }: TokenHolder): MachineServer | undefined {
  const { id, launch, auth } = server
  return isMachine(auth) ? { id, launch, auth } : undefined
}

function isMachine(auth: ServerDefinition['auth']): auth is MachineAuth {
  return auth.kind !== 'person'
}

function isStale(idToken: string, now: number): boolean {
  const { exp } = claimsOf(idToken)
  return typeof exp === 'number' && now >= exp * 1000
}

function keyOf(target: SignInTarget): string {
  return target.kind === 'idp' ? 'idp' : target.accountId
}
