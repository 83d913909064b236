import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { Asker } from '../../shared/domain/question'
import type { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import { RateLimiter } from '../lib/rateLimiter'
import { declinedAtOnce, switchedOff } from './samplingErrors'
import type { SamplingPermissions } from './samplingPermissions'
import type { SamplingUsage } from './samplingUsage'

export interface SamplingBudgetDeps {
  readonly spend: SamplingUsage
  readonly limits: () => Limits
  readonly now: () => number
  readonly permissionsOf: (serverId: ServerId) => SamplingPermissions
}

/** How many calls are remembered. Older calls have ended long ago. */
const CALLS_KEPT = 1_000

/**
 * Checks a server's requests against its limits: the switch, the rate, the rounds of one call, and today's budget. It does not ask the
 * person.
 */
export class SamplingBudget {
  readonly #deps: SamplingBudgetDeps
  readonly #rate = new RateLimiter()
  readonly #rounds = new Map<CallId, number>()

  constructor(deps: SamplingBudgetDeps) {
    this.#deps = deps
  }

  permissionsOf(serverId: ServerId): SamplingPermissions {
    return this.#deps.permissionsOf(serverId)
  }

  /** Counts a request. @throws {AppError} DENIED because of the switch, the rate or the rounds */
  enter(asker: Asker): void {
    const { serverId } = asker
    const { off } = this.#deps.permissionsOf(serverId)
    if (off) throw switchedOff(off)
    const { samplingPerMinute, samplingPerCall } = this.#deps.limits()
    if (!this.#rate.take(serverId, this.#deps.now(), samplingPerMinute)) {
      throw declinedAtOnce('sampling.tooOften', { id: 'sampling.tooOften', params: { server: serverId, count: samplingPerMinute } })
    }
    this.#countRound(asker, samplingPerCall)
  }

  /** @throws {AppError} DENIED if today's budget of the server is too small for the request */
  checkBudget(serverId: ServerId, input: number): void {
    const refusal = this.#overBudget(serverId, input)
    if (refusal) throw refusal
  }

  /** How many tokens the answer to a request may use today. */
  roomFor(serverId: ServerId, input: number): number {
    return Math.max(0, this.#deps.permissionsOf(serverId).tokensPerDay - this.#deps.spend.today(serverId).tokens - input)
  }

  #overBudget(serverId: ServerId, input: number): AppError | undefined {
    const { callsPerDay, tokensPerDay } = this.#deps.permissionsOf(serverId)
    const { calls, tokens } = this.#deps.spend.today(serverId)
    const over = (why: Message): AppError => declinedAtOnce('sampling.overBudget', why)
    if (calls >= callsPerDay) return over({ id: 'sampling.noCallsLeft', params: { server: serverId, count: callsPerDay } })
    if (this.roomFor(serverId, input) > 0) return undefined
    const left = Math.max(0, tokensPerDay - tokens)
    if (left === 0) return over({ id: 'sampling.noTokensLeft', params: { server: serverId, count: tokensPerDay } })
    return over({ id: 'sampling.tooLong', params: { server: serverId, left, count: tokensPerDay, input } })
  }

  /**
   * Limits the rounds of a call, because a server with tools asks again after each one and could go on forever. If the call is ambiguous,
   * every possible call counts it.
   */
  #countRound({ serverId, callIds }: Asker, most: number): void {
    const counts = callIds.map((id) => this.#rounds.get(id) ?? 0)
    if (counts.length > 0 && counts.every((count) => count >= most)) {
      throw declinedAtOnce('sampling.tooManyRounds', { id: 'sampling.tooManyRounds', params: { server: serverId, count: most } })
    }
    for (const [index, id] of callIds.entries()) {
      this.#rounds.set(id, (counts[index] ?? 0) + 1)
      const oldest = this.#rounds.keys().next()
      if (this.#rounds.size > CALLS_KEPT && !oldest.done) this.#rounds.delete(oldest.value)
    }
  }
}
