import type { FetchLike } from '@modelcontextprotocol/client'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { AppError, type AppErrorOptions, type ErrorFact } from '../../shared/errors/appError'
import type { Emitter } from '../lib/emitter'

/** What proves to one server who calls, for as long as one link to it lives. Credentials are asked for at each request, so new ones need no restart. */
export interface SessionAuth {
  /**
   * Puts what proves the caller on each request to the server's own origin, renews it before it expires and once where the server refuses
   * it. When nothing helps it tells `onRefused`, in the context of the request, and returns the refusal as it came.
   */
  wrap(next: FetchLike, onRefused: (refusal: AuthRefusal) => void): FetchLike
}

/** Where links get their credentials from. */
export interface AuthSource {
  /** For one account of a server, or its default one. Undefined for a local server. */
  forLink(definition: ServerDefinition, accountId: AccountId | undefined): SessionAuth | undefined
}

/** Which accounts there are, as connections need to know it. */
export interface AccountSource {
  /** The account that is meant where none is named. Every remote server has one. */
  defaultAccount(serverId: ServerId): AccountId
  /** @throws {AppError} NOT_FOUND where the server has no such account (any more). */
  find(serverId: ServerId, accountId: AccountId): unknown
  readonly changes: Emitter<void>
  /** After new credentials were kept. */
  readonly signedIn: Emitter<{ readonly serverId: ServerId; readonly accountId: AccountId }>
}

/** Whoever shows that a server waits for a sign-in that no call waits for: one quiet question for each account. */
export interface SignInOffers {
  offer(serverId: ServerId, accountId: AccountId, refusal: AuthRefusal): void
  /** It is no longer wanted: the server answers, or nobody wants to reach it. */
  withdraw(serverId: ServerId, accountId: AccountId): void
}

export type RefusalCode = 'SIGN_IN_REQUIRED' | 'RIGHTS_REQUIRED' | 'CREDENTIALS_REFUSED' | 'SIGN_IN_FAILED'

export interface RefusalFacts {
  readonly why: 'first' | 'ended' | 'moreRights'
  /** What the server's challenge says it wants, as it stands there. */
  readonly scope?: string
  /** Where its challenge says that it describes itself (RFC 9728, section 5.1). */
  readonly resourceMetadataUrl?: string
  readonly accountId?: AccountId
  /** Its challenge names the scheme DPoP (RFC 9449, section 7.1). */
  readonly dpop?: boolean
}

/** The server refused a request for want of credentials, so it has not run. */
export class AuthRefusal extends AppError {
  readonly why: RefusalFacts['why']
  readonly scope: string | undefined
  readonly resourceMetadataUrl: string | undefined
  readonly accountId: AccountId | undefined
  readonly dpop: boolean

  constructor(
    code: RefusalCode,
    what: ErrorFact | string,
    { why, scope, resourceMetadataUrl, accountId, dpop = false, ...options }: RefusalFacts & AppErrorOptions,
  ) {
    super(code, what, options)
    this.why = why
    this.scope = scope
    this.resourceMetadataUrl = resourceMetadataUrl
    this.accountId = accountId
    this.dpop = dpop
  }

  /** Whether a person can help by signing in. */
  get wantsPerson(): boolean {
    return this.code === 'SIGN_IN_REQUIRED' || this.code === 'RIGHTS_REQUIRED'
  }
}
