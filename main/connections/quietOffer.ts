import type { ProfileId, ServerId } from '../../shared/domain/ids'
import type { AppError } from '../../shared/errors/appError'
import { AuthRefusal, type SignInOffers } from './linkAuth'

/** Whether a person was told, outside of any call, that one connection waits for a sign-in. */
export class QuietOffer {
  readonly #serverId: ServerId
  readonly #offers: SignInOffers
  #profile: ProfileId | undefined

  constructor(serverId: ServerId, offers: SignInOffers) {
    this.#serverId = serverId
    this.#offers = offers
  }

  /** @param profile The account of the connection, where the refusal does not name it. */
  make(error: AppError, profile: ProfileId | undefined): void {
    if (!(error instanceof AuthRefusal)) return
    this.#profile = error.profile ?? profile
    if (this.#profile !== undefined) this.#offers.offer(this.#serverId, this.#profile, error)
  }

  withdraw(): void {
    if (this.#profile !== undefined) this.#offers.withdraw(this.#serverId, this.#profile)
    this.#profile = undefined
  }
}
