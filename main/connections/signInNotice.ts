import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { AppError } from '../../shared/errors/appError'
import { type SignInOffers } from '../transport/sessionAuth'
import { AuthRefusal } from '../transport/authRefusal'

/** Tells a person, outside any call, that one connection waits for a sign-in. */
export class SignInNotice {
  readonly #serverId: ServerId
  readonly #offers: SignInOffers
  #accountId: AccountId | undefined

  constructor(serverId: ServerId, offers: SignInOffers) {
    this.#serverId = serverId
    this.#offers = offers
  }

  /** @param accountId The account of the connection, used if the refusal does not name one. */
  make(error: AppError, accountId: AccountId | undefined): void {
    if (!(error instanceof AuthRefusal)) return
    this.#accountId = error.accountId ?? accountId
    if (this.#accountId !== undefined) this.#offers.offer(this.#serverId, this.#accountId, error)
  }

  withdraw(): void {
    if (this.#accountId !== undefined) this.#offers.withdraw(this.#serverId, this.#accountId)
    this.#accountId = undefined
  }
}
