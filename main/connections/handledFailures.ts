import { AppError } from '../../shared/errors/appError'

/**
 * The failures that a connection has already drawn its conclusions from. Such a failure may pass through the connection again, because later
 * rounds of a call run inside of its first, and says nothing new then.
 */
export class HandledFailures {
  readonly #settled = new WeakSet<AppError>()

  /** Resolves as the work does. Its failure is settled from then on. @throws {AppError} */
  async follow<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (thrown) {
      const error = AppError.from(thrown)
      this.#settled.add(error)
      throw error
    }
  }

  has(error: AppError): boolean {
    return this.#settled.has(error)
  }
}
