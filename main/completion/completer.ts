import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import type { ServerId } from '../../shared/domain/ids'
import { argumentLooksSecret, argumentsWithoutSecrets } from '../../shared/secrets/secretPatterns'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'

/** Answers are reused for this long. */
const FRESH_MS = 60_000
const KEPT_PER_SERVER = 200
/** A person types slower than this. Faster requests wait. */
const PAUSE_MS = 100

/** The part of the connection pool that completes. */
export interface CompletionSource {
  complete(serverId: ServerId, ask: CompletionAsk, signal: AbortSignal): Promise<Completion>
  /** A server's offer has changed, and perhaps its proposals with it. */
  readonly catalogChanges: Emitter<ServerId>
}

export interface CompleterDeps {
  readonly source: CompletionSource
  readonly clock: Clock
}

/** Cached answers and the running request of one server. */
interface Asker {
  readonly answers: Map<string, { readonly completion: Completion; readonly until: number }>
  asking: AbortController | undefined
  nextAt: number
}

/**
 * Asks servers for values while a person types. Sends one request at a time to each server, cancels the older one, and does not repeat a
 * recent request. It sends no faster than a person types. It never sends a value that looks like a secret while it is typed (2025-11-25,
 * completion).
 */
export class Completer implements Disposable {
  readonly #deps: CompleterDeps
  readonly #askers = new Map<ServerId, Asker>()
  readonly #stop: () => void

  constructor(deps: CompleterDeps) {
    this.#deps = deps
    this.#stop = deps.source.catalogChanges.subscribe((serverId) => this.#askers.get(serverId)?.answers.clear())
  }

  /** Returns the values that a server proposes. @throws {AppError} CANCELLED when a later request replaced this one. */
  async propose(serverId: ServerId, ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
    if (argumentLooksSecret(ask.argument, ask.value)) return { values: [], hasMore: false }
    const question: CompletionAsk = { ...ask, chosen: argumentsWithoutSecrets(ask.chosen) }
    const key = canonicalJson(question)
    const asker = this.#askerOf(serverId)
    const { clock } = this.#deps
    const known = asker.answers.get(key)
    asker.asking?.abort(new AppError('CANCELLED', { reason: 'completion.superseded' }))
    if (known && clock.now() < known.until) return known.completion
    const asking = new AbortController()
    asker.asking = asking
    const either = AbortSignal.any([signal, asking.signal])
    try {
      const wait = asker.nextAt - clock.now()
      if (wait > 0) await paused(clock, wait, either)
      asker.nextAt = clock.now() + PAUSE_MS
      const completion = await this.#deps.source.complete(serverId, question, either)
      this.#keep(asker, key, completion)
      return completion
    } finally {
      if (asker.asking === asking) asker.asking = undefined
    }
  }

  [Symbol.dispose](): void {
    this.#stop()
    for (const { asking } of this.#askers.values()) asking?.abort(new AppError('CANCELLED', { reason: 'completion.quit' }))
  }

  #keep(asker: Asker, key: string, completion: Completion): void {
    asker.answers.delete(key)
    asker.answers.set(key, { completion, until: this.#deps.clock.now() + FRESH_MS })
    const oldest = asker.answers.keys().next()
    if (asker.answers.size > KEPT_PER_SERVER && !oldest.done) asker.answers.delete(oldest.value)
  }

  #askerOf(serverId: ServerId): Asker {
    const known = this.#askers.get(serverId)
    if (known) return known
    const asker: Asker = { answers: new Map(), asking: undefined, nextAt: 0 }
    this.#askers.set(serverId, asker)
    return asker
  }
}

async function paused(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } catch (thrown) {
    const reason: unknown = signal.reason
    throw reason instanceof AppError ? reason : thrown
  }
}
