import type { SignInTarget } from '../../../shared/domain/account'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import type { AccountStore } from '../accountStore'
import type { Grant } from './grant'

/** So long after it could not be written, a grant is written again, in milliseconds. */
const TRY_AGAIN_MS = 10_000

interface Unsaved {
  readonly target: SignInTarget
  readonly grant: Grant
  readonly failedAt: number
}

/**
 * The owner of grants that a renewal brought and that could not be written down: what the vault has is used up, and what was given once may
 * not be given again. They count as if they were written, and are written later, unless somebody signed out, or in, meanwhile.
 */
export class UnsavedGrants {
  readonly #accounts: Pick<AccountStore, 'grantOf' | 'renewed' | 'noteProblem'>
  readonly #now: () => number
  readonly #unsaved = new Map<string, Unsaved>()

  constructor(deps: { readonly accounts: Pick<AccountStore, 'grantOf' | 'renewed' | 'noteProblem'>; readonly now: () => number }) {
    this.#accounts = deps.accounts
    this.#now = deps.now
  }

  /** What an account has, written or not. @throws {AppError} SECRETS_LOCKED, FILE_UNREADABLE */
  async grantOf(target: SignInTarget, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#unsaved.get(keyOf(target))?.grant ?? this.#accounts.grantOf(target, signal)
  }

  /** Writes a grant down, inside of the account's lock. Where that fails, it is kept here and the account says why. Never throws. */
  async write(target: SignInTarget, grant: Grant, signal: AbortSignal): Promise<void> {
    const key = keyOf(target)
    try {
      await this.#accounts.renewed(target, grant, signal)
      this.#unsaved.delete(key)
    } catch (thrown) {
      const error = AppError.from(thrown)
      log('error', 'The tokens of a renewal could not be kept', { error })
      this.#unsaved.set(key, { target, grant, failedAt: this.#now() })
      this.#accounts.noteProblem(target, error.toData())
    }
  }

  /** The grant of an account that is to be written again now. */
  due(key: string): Unsaved | undefined {
    const unsaved = this.#unsaved.get(key)
    return unsaved && this.#now() - unsaved.failedAt >= TRY_AGAIN_MS ? unsaved : undefined
  }

  /** Whether this is still the grant that is to be written. */
  has(target: SignInTarget, grant: Grant): boolean {
    return this.#unsaved.get(keyOf(target))?.grant === grant
  }

  all(): readonly Unsaved[] {
    return [...this.#unsaved.values()]
  }

  /** The account has other tokens now, or none. */
  forget(target: SignInTarget): void {
    this.#unsaved.delete(keyOf(target))
  }
}

/** Under which name tokens of an account are kept in memory. */
export function keyOf(target: SignInTarget): string {
  return target.kind === 'idp' ? 'idp' : target.accountId
}
