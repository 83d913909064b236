import type { CallId, ModelRef, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Asker } from '../../shared/domain/question'
import { modelName } from '../../shared/domain/models/modelName'
import { AppError } from '../../shared/errors/appError'
import { PerServerRateLimiter } from '../lib/perServerRateLimiter'
import { declinedAtOnce, overBudget, switchedOff } from './samplingErrors'
import { offSentence, type SamplingPermissions } from './samplingPermissions'
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
  readonly #rate = new PerServerRateLimiter()
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

  /**
   * Checks what a person is about to run against everything that may have changed since the question was asked.
   * @throws {AppError} INVALID_INPUT, POLICY, or DENIED as `checkBudget`
   */
  checkRun(
    serverId: ServerId,
    { ref, input, maxTokens }: { readonly ref: ModelRef; readonly input: number; readonly maxTokens: number },
  ): void {
    const { off, models, forbids, caps } = this.#deps.permissionsOf(serverId)
    if (off) throw new AppError('INVALID_INPUT', { reason: 'sampling.offNow', params: { why: offSentence(off) } })
    const forbidden = forbids(ref)
    if (forbidden) throw forbidden
    if (models?.includes(ref) === false) {
      throw new AppError('INVALID_INPUT', { reason: 'sampling.modelNotAllowed', params: { server: serverId, model: modelName(ref) } })
    }
    this.checkBudget(serverId, input)
    const room = this.#roomFor(serverId, input)
    if (maxTokens <= room) return
    const cap = caps.tokensPerDay
    throw new AppError(
      'INVALID_INPUT',
      cap
        ? { reason: 'sampling.noRoomByPolicy', params: { room, server: serverId, by: cap.by, count: cap.most, ask: cap.ask } }
        : { reason: 'sampling.noRoom', params: { room, server: serverId } },
    )
  }

  /** How many tokens the answer to a request may use today. */
  #roomFor(serverId: ServerId, input: number): number {
    return Math.max(0, this.#deps.permissionsOf(serverId).tokensPerDay - this.#deps.spend.today(serverId).tokens - input)
  }

  #overBudget(serverId: ServerId, input: number): AppError | undefined {
    const { callsPerDay, tokensPerDay, caps } = this.#deps.permissionsOf(serverId)
    const { calls, tokens } = this.#deps.spend.today(serverId)
    const server = serverId
    if (calls >= callsPerDay) {
      return overBudget(
        [{ id: 'sampling.noCallsLeft', params: { server, count: callsPerDay } }, 'sampling.policyNoCallsLeft'],
        caps.callsPerDay,
      )
    }
    if (this.#roomFor(serverId, input) > 0) return undefined
    const left = Math.max(0, tokensPerDay - tokens)
    const count = tokensPerDay
    return left === 0
      ? overBudget([{ id: 'sampling.noTokensLeft', params: { server, count } }, 'sampling.policyNoTokensLeft'], caps.tokensPerDay)
      : overBudget([{ id: 'sampling.tooLong', params: { server, left, count, input } }, 'sampling.policyTooLong'], caps.tokensPerDay)
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
