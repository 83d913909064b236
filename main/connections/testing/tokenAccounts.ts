import type { FetchLike } from '@modelcontextprotocol/client'
import { ProfileId, type ServerId } from '../../../shared/domain/ids'
import type { ServerDefinition } from '../../../shared/domain/server'
import { AppError } from '../../../shared/errors/appError'
import { systemClock } from '../../lib/clock'
import { Emitter } from '../../lib/emitter'
import { AuthRefusal, type AccountSource, type AuthSource, type LinkAuth, type SignInOffers } from '../linkAuth'

export const newProfile = (): ProfileId => ProfileId.parse(systemClock.newId())

/** Accounts in memory, each with a token or none, at servers that take "Bearer TOKEN". A test signs in by giving a token. */
export class TokenAccounts implements AccountSource, AuthSource, SignInOffers {
  readonly changes = new Emitter<void>()
  readonly signedIn = new Emitter<{ readonly serverId: ServerId; readonly profile: ProfileId }>()
  readonly profiles: ProfileId[] = [newProfile()]
  /** What is offered now, oldest first, and what was offered in all. */
  readonly offers: ProfileId[] = []
  offered = 0
  /** A new token for an old one, where there is one without a person. */
  renew: (token: string | undefined) => Promise<string | undefined> = () => Promise.resolve(undefined)
  readonly #tokens = new Map<ProfileId, string>()
  #default = 0

  get first(): ProfileId {
    return this.#at(0)
  }

  get second(): ProfileId {
    return this.#at(1)
  }

  /** What the accounts part of a pool's dependencies is. */
  get deps() {
    return { accounts: this, auth: this, signInOffers: this }
  }

  /** Somebody has signed in. */
  signIn(serverId: ServerId, token: string, profile = this.first): void {
    this.#tokens.set(profile, token)
    this.signedIn.emit({ serverId, profile })
  }

  /** Credentials that were there before anything began. */
  hold(token: string, profile = this.first): void {
    this.#tokens.set(profile, token)
  }

  makeDefault(index: number): void {
    this.#default = index
    this.changes.emit()
  }

  remove(profile: ProfileId): void {
    this.profiles.splice(this.profiles.indexOf(profile), 1)
    this.changes.emit()
  }

  defaultProfile(): ProfileId {
    return this.#at(this.#default)
  }

  find(_serverId: ServerId, profile: ProfileId): ProfileId {
    if (this.profiles.includes(profile)) return profile
    throw new AppError('NOT_FOUND', 'There is no such account')
  }

  offer(_serverId: ServerId, profile: ProfileId): void {
    this.offered++
    if (!this.offers.includes(profile)) this.offers.push(profile)
  }

  withdraw(_serverId: ServerId, profile: ProfileId): void {
    if (this.offers.includes(profile)) this.offers.splice(this.offers.indexOf(profile), 1)
  }

  forLink({ id, launch, auth }: ServerDefinition, wanted: ProfileId | undefined): LinkAuth | undefined {
    if (launch.kind !== 'http') return undefined
    const profile = wanted ?? this.defaultProfile()
    return {
      wrap: (next, onRefused) => async (url, init) => {
        const first = await this.#send(next, url, init, profile)
        const renewed = first.status === 401 ? await this.renew(this.#tokens.get(profile)) : undefined
        if (renewed !== undefined) this.#tokens.set(profile, renewed)
        const response = renewed === undefined ? first : await this.#send(next, url, init, profile)
        const challenge = response.headers.get('www-authenticate') ?? ''
        const scope = /scope="([^"]*)"/.exec(challenge)?.[1]
        const facts = { profile, ...(scope !== undefined && { scope }) }
        if (response.status === 401) {
          const code = Object.hasOwn(launch.headers, 'Authorization')
            ? 'CREDENTIALS_REFUSED'
            : auth.kind === 'person'
              ? 'SIGN_IN_REQUIRED'
              : 'SIGN_IN_FAILED'
          onRefused(new AuthRefusal(code, `${id} wants to know who calls`, { ...facts, why: 'first' }))
        } else if (response.status === 403 && challenge.includes('insufficient_scope')) {
          const code = auth.kind === 'person' ? 'RIGHTS_REQUIRED' : 'SIGN_IN_FAILED'
          onRefused(new AuthRefusal(code, `${id} wants more rights`, { ...facts, why: 'moreRights' }))
        }
        return response
      },
    }
  }

  #send(next: FetchLike, url: string | URL, init: RequestInit | undefined, profile: ProfileId): Promise<Response> {
    const headers = new Headers(init?.headers)
    const token = this.#tokens.get(profile)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return next(url, { ...init, headers })
  }

  #at(index: number): ProfileId {
    const profile = this.profiles[index]
    if (profile === undefined) throw new Error(`There is no account ${index}`)
    return profile
  }
}
