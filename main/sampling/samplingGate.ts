import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { Asker } from '../../shared/domain/question'
import type { AppError } from '../../shared/errors/appError'
import { RequestRate } from '../lib/requestRate'
import { declinedAtOnce, switchedOff } from './samplingErrors'
import type { SamplingRules } from './samplingRules'
import type { SamplingUsage } from './samplingUsage'

export interface SamplingGateDeps {
  readonly spend: SamplingUsage
  readonly limits: () => Limits
  readonly now: () => number
  readonly rulesOf: (serverId: ServerId) => SamplingRules
}

/** A call that is older than so many others that used a model has ended long ago. */
const CALLS_KEPT = 1_000

/** Stands between servers and the user's models: the switch, the pace, the rounds of one call, and today's budget. It asks nobody. */
export class SamplingGate {
  readonly #deps: SamplingGateDeps
  readonly #rate = new RequestRate()
  readonly #rounds = new Map<CallId, number>()

  constructor(deps: SamplingGateDeps) {
    this.#deps = deps
  }

  rulesOf(serverId: ServerId): SamplingRules {
    return this.#deps.rulesOf(serverId)
  }

  /** Counts one more request. @throws {AppError} DENIED where the switch, the pace or the rounds say no. */
  enter(asker: Asker): void {
    const { serverId } = asker
    const { off } = this.#deps.rulesOf(serverId)
    if (off) throw switchedOff(off)
    const { samplingPerMinute, samplingPerCall } = this.#deps.limits()
    if (!this.#rate.take(serverId, this.#deps.now(), samplingPerMinute)) {
      throw declinedAtOnce(`${serverId} asked for your model ${samplingPerMinute} times within a minute`, 'Try again in a minute.')
    }
    this.#countRound(asker, samplingPerCall)
  }

  /** @throws {AppError} DENIED where today's budget of a server has no room for a request. */
  checkBudget(serverId: ServerId, input: number): void {
    const refusal = this.#overBudget(serverId, input)
    if (refusal) throw refusal
  }

  /** How many tokens the answer to a request may have today. */
  roomFor(serverId: ServerId, input: number): number {
    return Math.max(0, this.#deps.rulesOf(serverId).tokensPerDay - this.#deps.spend.today(serverId).tokens - input)
  }

  #overBudget(serverId: ServerId, input: number): AppError | undefined {
    const { callsPerDay, tokensPerDay } = this.#deps.rulesOf(serverId)
    const { calls, tokens } = this.#deps.spend.today(serverId)
    const hint = `Raise it on the page of ${serverId}, under About, or wait until midnight.`
    if (calls >= callsPerDay) {
      return declinedAtOnce(`${serverId} has used all of its ${words(callsPerDay, 'answer')} of your model for today`, hint)
    }
    if (this.roomFor(serverId, input) > 0) return undefined
    const left = Math.max(0, tokensPerDay - tokens)
    return declinedAtOnce(
      `${serverId} has ${left === 0 ? 'none' : left.toLocaleString('en')} of its ${words(tokensPerDay, 'token')} left for today${left === 0 ? '' : `, and this request is about ${input.toLocaleString('en')} long`}`,
      hint,
    )
  }

  /** A server that brings tools asks again after each; it could go on for ever. Where the call cannot be told apart, it counts for each. */
  #countRound({ serverId, callIds }: Asker, most: number): void {
    const counts = callIds.map((id) => this.#rounds.get(id) ?? 0)
    if (counts.length > 0 && counts.every((count) => count >= most)) {
      throw declinedAtOnce(
        `${serverId} asked for your model ${most} times in one call`,
        'Raise “samplingPerCall” under “limits” in settings.json if that is what it needs.',
      )
    }
    for (const [index, id] of callIds.entries()) {
      this.#rounds.set(id, (counts[index] ?? 0) + 1)
      const oldest = this.#rounds.keys().next()
      if (this.#rounds.size > CALLS_KEPT && !oldest.done) this.#rounds.delete(oldest.value)
    }
  }
}

function words(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}
