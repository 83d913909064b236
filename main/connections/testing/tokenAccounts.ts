import type { FetchLike } from '@modelcontextprotocol/client'
import { AccountId, type ServerId } from '../../../shared/domain/ids'
import type { ServerConfig } from '../../../shared/domain/server'
import { AppError } from '../../../shared/errors/appError'
import { systemClock } from '../../lib/clock'
import { Emitter } from '../../lib/emitter'
import { type AccountSource, type AuthSource, type SessionAuth, type SignInOffers } from '../../transport/sessionAuth'
import { AuthRefusal } from '../../transport/authRefusal'

export const newAccountId = (): AccountId => AccountId.parse(systemClock.newId())

/** Accounts in memory, each with or without a token, at servers that take "Bearer TOKEN". A test signs in by giving a token. */
export class TokenAccounts implements AccountSource, AuthSource, SignInOffers {
  readonly changes = new Emitter<void>()
  readonly signedIn = new Emitter<{ readonly serverId: ServerId; readonly accountId: AccountId }>()
  readonly chosenAccounts: AccountId[] = [newAccountId()]
  /** The current offers, oldest first. `offered` counts all offers ever made. */
  readonly offers: AccountId[] = []
  offered = 0
  /** Renews a token without a person, if that is possible. */
  renew: (token: string | undefined) => Promise<string | undefined> = () => Promise.resolve(undefined)
  readonly #tokens = new Map<AccountId, string>()
  #default = 0

  get first(): AccountId {
    return this.#at(0)
  }

  get second(): AccountId {
    return this.#at(1)
  }

  /** The part of a pool's dependencies that concerns accounts. */
  get deps() {
    return { accounts: this, auth: this, signInOffers: this }
  }

  /** Signs in with a token. */
  signIn(serverId: ServerId, token: string, accountId = this.first): void {
    this.#tokens.set(accountId, token)
    this.signedIn.emit({ serverId, accountId })
  }

  /** Sets a token before the test begins, without a sign-in. */
  hold(token: string, accountId = this.first): void {
    this.#tokens.set(accountId, token)
  }

  makeDefault(index: number): void {
    this.#default = index
    this.changes.emit()
  }

  remove(accountId: AccountId): void {
    this.chosenAccounts.splice(this.chosenAccounts.indexOf(accountId), 1)
    this.changes.emit()
  }

  defaultAccount(): AccountId {
    return this.#at(this.#default)
  }

  find(_serverId: ServerId, accountId: AccountId): AccountId {
    if (this.chosenAccounts.includes(accountId)) return accountId
    throw new AppError('NOT_FOUND', 'There is no such account')
  }

  offer(_serverId: ServerId, accountId: AccountId): void {
    this.offered++
    if (!this.offers.includes(accountId)) this.offers.push(accountId)
  }

  withdraw(_serverId: ServerId, accountId: AccountId): void {
    if (this.offers.includes(accountId)) this.offers.splice(this.offers.indexOf(accountId), 1)
  }

  forSession({ id, launch, auth }: ServerConfig, wanted: AccountId | undefined): SessionAuth | undefined {
    if (launch.kind !== 'http') return undefined
    const accountId = wanted ?? this.defaultAccount()
    return {
      wrap: (next, onRefused) => async (url, init) => {
        const first = await this.#send(next, url, init, accountId)
        const renewed = first.status === 401 ? await this.renew(this.#tokens.get(accountId)) : undefined
        if (renewed !== undefined) this.#tokens.set(accountId, renewed)
        const response = renewed === undefined ? first : await this.#send(next, url, init, accountId)
        const challenge = response.headers.get('www-authenticate') ?? ''
        const scope = /scope="([^"]*)"/.exec(challenge)?.[1]
        const facts = { accountId, ...(scope !== undefined && { scope }) }
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

  #send(next: FetchLike, url: string | URL, init: RequestInit | undefined, accountId: AccountId): Promise<Response> {
    const headers = new Headers(init?.headers)
    const token = this.#tokens.get(accountId)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return next(url, { ...init, headers })
  }

  #at(index: number): AccountId {
    const accountId = this.chosenAccounts[index]
    if (accountId === undefined) throw new Error(`There is no account ${index}`)
    return accountId
  }
}
