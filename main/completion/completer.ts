import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import type { ServerId } from '../../shared/domain/ids'
import { looksSecret } from '../../shared/domain/secretPatterns'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'

/** The same question within this time has the same answer. */
const FRESH_MS = 60_000
const KEPT_PER_SERVER = 200
/** A person types slower than this; whatever asks faster waits. */
const PAUSE_MS = 100

/** The part of the connection pool that completes. */
export interface CompletionSource {
  complete(serverId: ServerId, ask: CompletionAsk, signal: AbortSignal): Promise<Completion>
  /** What a server offers has changed, and with it perhaps what it proposes. */
  readonly catalogChanges: Emitter<ServerId>
}

export interface CompleterDeps {
  readonly source: CompletionSource
  readonly clock: Clock
}

/** What is known and under way for one server. */
interface Desk {
  readonly answers: Map<string, { readonly completion: Completion; readonly until: number }>
  asking: AbortController | undefined
  nextAt: number
}

/**
 * Asks servers for values while a person types: one request at a time for each server, the older one is cancelled, no faster than a person
 * types, and not twice for the same. What looks like a secret is never sent while it is typed (2025-11-25, completion).
 */
export class Completer implements Disposable {
  readonly #deps: CompleterDeps
  readonly #desks = new Map<ServerId, Desk>()
  readonly #stop: () => void

  constructor(deps: CompleterDeps) {
    this.#deps = deps
    this.#stop = deps.source.catalogChanges.subscribe((serverId) => this.#desks.get(serverId)?.answers.clear())
  }

  /** @throws {AppError} CANCELLED when a later question took its place. */
  async propose(serverId: ServerId, ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
    if (isSecret(ask.argument, ask.value || 'anything')) return { values: [], hasMore: false }
    const withoutSecrets = Object.entries(ask.chosen).filter(([name, value]) => value !== '' && !isSecret(name, value))
    const question: CompletionAsk = { ...ask, chosen: Object.fromEntries(withoutSecrets) }
    const key = canonicalJson(question)
    const desk = this.#desk(serverId)
    const { clock } = this.#deps
    const known = desk.answers.get(key)
    desk.asking?.abort(new AppError('CANCELLED', 'A later question took its place'))
    if (known && clock.now() < known.until) return known.completion
    const asking = new AbortController()
    desk.asking = asking
    const either = AbortSignal.any([signal, asking.signal])
    try {
      const wait = desk.nextAt - clock.now()
      if (wait > 0) await paused(clock, wait, either)
      desk.nextAt = clock.now() + PAUSE_MS
      const completion = await this.#deps.source.complete(serverId, question, either)
      this.#keep(desk, key, completion)
      return completion
    } finally {
      if (desk.asking === asking) desk.asking = undefined
    }
  }

  [Symbol.dispose](): void {
    this.#stop()
    for (const { asking } of this.#desks.values()) asking?.abort(new AppError('CANCELLED', 'Parley quit'))
  }

  #keep(desk: Desk, key: string, completion: Completion): void {
    desk.answers.delete(key)
    desk.answers.set(key, { completion, until: this.#deps.clock.now() + FRESH_MS })
    const oldest = desk.answers.keys().next()
    if (desk.answers.size > KEPT_PER_SERVER && !oldest.done) desk.answers.delete(oldest.value)
  }

  #desk(serverId: ServerId): Desk {
    const known = this.#desks.get(serverId)
    if (known) return known
    const desk: Desk = { answers: new Map(), asking: undefined, nextAt: 0 }
    this.#desks.set(serverId, desk)
    return desk
  }
}

/** By its name or by what was typed. A mere `key` is more often the key of an entry than one to a door. */
function isSecret(name: string, value: string): boolean {
  return looksSecret(name === 'key' ? '' : name, value)
}

async function paused(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } catch (thrown) {
    const reason: unknown = signal.reason
    throw reason instanceof AppError ? reason : thrown
  }
}
