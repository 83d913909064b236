import type { ProviderConfig, ProviderStatus } from '../../../shared/domain/models/modelProvider'
import type { AppError } from '../../../shared/errors/appError'
import { Emitter } from '../../lib/emitter'
import { isProviderTrouble } from './isProviderTrouble'

/** Takes how a request ended: with a failure, or with an answer. */
export type RequestOutcome = (failure?: AppError) => void

/**
 * The owner of how the latest requests to each provider went, whoever asked. It asks nobody itself, and remembers nothing over a restart.
 */
export class ProviderStatuses {
  readonly changes = new Emitter<void>()
  readonly #now: () => number
  readonly #statuses = new Map<string, ProviderStatus>()
  /** Where each provider was reached and with which key, to notice when that changes. */
  #places: ReadonlyMap<string, string> = new Map()
  /** Changes when what was heard of a provider no longer counts. */
  readonly #epochs = new Map<string, symbol>()

  /** @param now in milliseconds since 1970 */
  constructor(configs: readonly ProviderConfig[], now: () => number) {
    this.#places = placesOf(configs)
    this.#now = now
  }

  all(): Readonly<Record<string, ProviderStatus>> {
    return Object.fromEntries(this.#statuses)
  }

  /** Begins a request. Its outcome does not count if the provider has another key or address by then. */
  begin(id: string): RequestOutcome {
    const epoch = this.#epochs.get(id)
    return (failure) => {
      if (this.#epochs.get(id) === epoch && this.#places.has(id)) this.#heard(id, failure)
    }
  }

  /** Forgets what was heard of a provider, because it has another key. */
  forget(id: string): void {
    this.#epochs.set(id, Symbol(id))
    if (this.#statuses.delete(id)) this.changes.emit()
  }

  /** Forgets what was heard of providers that are gone, or are reached elsewhere or with another key. */
  follow(configs: readonly ProviderConfig[]): void {
    const before = this.#places
    this.#places = placesOf(configs)
    for (const [id, place] of before) if (this.#places.get(id) !== place) this.forget(id)
  }

  #heard(id: string, failure: AppError | undefined): void {
    const { answeredAt } = this.#statuses.get(id) ?? {}
    if (failure === undefined) this.#statuses.set(id, { answeredAt: this.#now() })
    else if (isProviderTrouble(failure)) {
      this.#statuses.set(id, { ...(answeredAt !== undefined && { answeredAt }), trouble: failure.toData() })
    } else return
    this.changes.emit()
  }
}

function placesOf(configs: readonly ProviderConfig[]): ReadonlyMap<string, string> {
  return new Map(configs.map(({ id, kind, baseUrl, apiKey }) => [id, JSON.stringify([kind, baseUrl, apiKey])]))
}
