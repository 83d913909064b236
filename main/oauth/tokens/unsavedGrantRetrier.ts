import type { SignInTarget } from '../../../shared/domain/account'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import type { AccountStore } from '../accountStore'
import type { Grant } from './grant'

/** How long after a failed write a grant is written again, in milliseconds. */
const TRY_AGAIN_MS = 10_000

interface Unsaved {
  readonly target: SignInTarget
  readonly grant: Grant
  readonly failedAt: number
}

/**
 * Owner of renewed grants that could not be saved. The grant in the vault is used up, and the authorization server may not issue the new
 * one again. Unsaved grants are used as if saved, and are written later unless someone signed out or in meanwhile.
 */
export class UnsavedGrantRetrier {
  readonly #accounts: Pick<AccountStore, 'grantOf' | 'renewed' | 'noteProblem'>
  readonly #now: () => number
  readonly #unsaved = new Map<string, Unsaved>()

  constructor(deps: { readonly accounts: Pick<AccountStore, 'grantOf' | 'renewed' | 'noteProblem'>; readonly now: () => number }) {
    this.#accounts = deps.accounts
    this.#now = deps.now
  }

  /** The grant of an account, saved or not. @throws {AppError} SECRETS_LOCKED, FILE_UNREADABLE */
  async grantOf(target: SignInTarget, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#unsaved.get(keyOf(target))?.grant ?? this.#accounts.grantOf(target, signal)
  }

  /** Saves a grant; call it inside the account's lock. If that fails, the grant is kept here and the account shows why. Never throws. */
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

  /** The grant of an account if it is time to write it again. */
  due(key: string): Unsaved | undefined {
    const unsaved = this.#unsaved.get(key)
    return unsaved && this.#now() - unsaved.failedAt >= TRY_AGAIN_MS ? unsaved : undefined
  }

  /** Whether this grant still has to be written. */
  has(target: SignInTarget, grant: Grant): boolean {
    return this.#unsaved.get(keyOf(target))?.grant === grant
  }

  all(): readonly Unsaved[] {
    return [...this.#unsaved.values()]
  }

  /** Call it when the tokens of an account were replaced or removed. */
  forget(target: SignInTarget): void {
    this.#unsaved.delete(keyOf(target))
  }
}

/** The key of an account's tokens in memory. */
export function keyOf(target: SignInTarget): string {
  return target.kind === 'idp' ? 'idp' : target.accountId
}
