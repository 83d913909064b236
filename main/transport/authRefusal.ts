import type { AccountId } from '../../shared/domain/ids'
import { AppError, type ErrorFact, type AppErrorOptions } from '../../shared/errors/appError'
import type { RefusalFacts, RefusalCode } from './sessionAuth'

/** The server refused a request because of its credentials, so the request has not run. */
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
