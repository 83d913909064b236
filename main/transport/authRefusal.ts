import type { AccountId } from '../../shared/domain/ids'
import { AppError, type ErrorFact, type AppErrorOptions } from '../../shared/errors/appError'

/** The server refused a request because of its credentials, so the request has not run. */
export class AuthRefusal extends AppError {
  readonly why: RefusalFacts['why']
  readonly scope: string | undefined
  readonly resourceMetadataUrl: string | undefined
  readonly accountId: AccountId | undefined
  readonly address: string | undefined
  readonly dpop: boolean
  readonly unasked: boolean

  constructor(
    code: RefusalCode,
    what: ErrorFact | string,
    { why, scope, resourceMetadataUrl, accountId, address, dpop = false, unasked = false, ...options }: RefusalFacts & AppErrorOptions,
  ) {
    super(code, what, options)
    this.why = why
    this.scope = scope
    this.resourceMetadataUrl = resourceMetadataUrl
    this.accountId = accountId
    this.address = address
    this.dpop = dpop
    this.unasked = unasked
  }

  /** Whether a person can help by signing in. */
  get wantsPerson(): boolean {
    return this.code === 'SIGN_IN_REQUIRED' || this.code === 'RIGHTS_REQUIRED'
  }
}

/** Why the server refused, and what it asks for. */
export interface RefusalFacts {
  readonly why: 'first' | 'ended' | 'moreRights'
  /** The scope that the server's challenge asks for, unchanged. */
  readonly scope?: string
  /** The `resource_metadata` URL of the challenge (RFC 9728, section 5.1). */
  readonly resourceMetadataUrl?: string
  readonly accountId?: AccountId
  /** The canonical address of the server that refused. The refusal does not count for another address. */
  readonly address?: string
  /** Whether the challenge names the scheme DPoP (RFC 9449, section 7.1). */
  readonly dpop?: boolean
  /** No request was sent, so that nobody knows what the server demands. */
  readonly unasked?: boolean
}

export type RefusalCode = 'SIGN_IN_REQUIRED' | 'RIGHTS_REQUIRED' | 'CREDENTIALS_REFUSED' | 'SIGN_IN_FAILED'
