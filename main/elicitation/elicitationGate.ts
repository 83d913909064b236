import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { AnswerTo, Asker, EndedQuestion, FormDetails, PageDetails } from '../../shared/domain/question'
import type { ElicitationChoice } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { isPersonsRefusal } from '../../shared/domain/questionEnd'
import type { Message } from '../../shared/i18n/message'
import type { Outcome, QuestionStore } from '../questions/questionStore'
import { RepeatedRefusalLimiter } from '../questions/repeatedRefusalLimiter'
import { PerServerRateLimiter } from '../lib/perServerRateLimiter'
import { anyElicitation, forbiddenBy, type ElicitationPolicy } from './elicitationPolicy'

export interface ElicitationGateDeps {
  readonly questions: QuestionStore
  readonly limits: () => Limits
  readonly now: () => number
  /** Whether the user lets this server ask. */
  readonly choiceOf: (serverId: ServerId) => ElicitationChoice
  readonly policy?: () => ElicitationPolicy
}

interface Asked {
  readonly asker: Asker
  readonly details: FormDetails | PageDetails
}

interface Asking<K extends 'form' | 'page'> {
  readonly asker: Asker
  readonly details: Extract<FormDetails | PageDetails, { kind: K }>
  readonly check: (answer: AnswerTo<K>) => void
}

/** How many reported refusals are remembered, so that a server that asks endlessly does not fill the list of ended questions. */
const TOLD_KEPT = 1_000

/** Decides whether a server's question reaches the person. The user's choice, the policy, two refusals or the rate limit can stop it. */
export class ElicitationGate {
  readonly #deps: ElicitationGateDeps
  readonly #refused: RepeatedRefusalLimiter
  readonly #rate = new PerServerRateLimiter()
  readonly #open = new Map<AbortController, Asked>()
  readonly #told = new Set<string>()

  constructor(deps: ElicitationGateDeps) {
    this.#deps = deps
    this.#refused = new RepeatedRefusalLimiter({
      before: (callId) => deps.questions.endedIn(callId).filter(wasRefused).length,
      now: deps.now,
    })
  }

  /**
   * 'declined' without showing the question if it is not allowed, or no longer. @throws {AppError} CONFLICT if the server asks too often
   */
  async ask<K extends 'form' | 'page'>(asked: Asking<K>, signal: AbortSignal): Promise<Outcome<K> | 'declined'> {
    const { asker, details, check } = asked
    this.#refuseTooMany(asker.serverId)
    const whyNot = this.#whyNot(asked)
    if (whyNot !== undefined) {
      this.#tell(asked, whyNot)
      return 'declined'
    }
    const taken = new AbortController()
    this.#open.set(taken, asked)
    try {
      const outcome = await this.#deps.questions.ask<K>(asker, details, { signal: AbortSignal.any([signal, taken.signal]), check })
      if (outcome.how === 'answered' && isRefusal(outcome.answer)) this.#refused.count(asker)
      return taken.signal.aborted && outcome.how === 'withdrawn' ? 'declined' : outcome
    } finally {
      this.#open.delete(taken)
    }
  }

  /** Call it when the user or the policy changed what servers may ask. Questions that are no longer allowed are withdrawn. */
  lookAgain(): void {
    for (const [taken, { asker, details }] of this.#open) {
      const whyNot = this.#forbidden(asker.serverId, details)
      if (whyNot !== undefined) taken.abort(new AppError('DENIED', { reason: 'elicitation.notAllowed', params: { why: whyNot } }))
    }
  }

  #whyNot({ asker, details }: Asked): Message | undefined {
    const forbidden = this.#forbidden(asker.serverId, details)
    if (forbidden !== undefined) return this.#declinedAtOnce(asker.serverId, forbidden)
    if (!this.#refused.has(asker)) return undefined
    return { id: asker.callIds.length === 0 ? 'ends.declinedTwiceOutside' : 'ends.declinedTwice' }
  }

  #forbidden(serverId: ServerId, details: FormDetails | PageDetails): Message | undefined {
    if (this.#deps.choiceOf(serverId) === 'off') return { id: 'ends.stopAsking', params: { server: serverId } }
    return forbiddenBy(this.#deps.policy?.() ?? anyElicitation, details)
  }

  /** Names whom to ask where it is the policy that forbids it, and not the person. */
  #declinedAtOnce(serverId: ServerId, why: Message): Message {
    const ask = this.#deps.choiceOf(serverId) === 'off' ? undefined : this.#deps.policy?.().ask
    return ask ? { id: 'ends.declinedByPolicy', params: { why, ask } } : { id: 'ends.declinedAtOnce', params: { why } }
  }

  #tell({ asker, details }: Asked, why: Message): void {
    const key = JSON.stringify([asker.serverId, asker.callIds, why])
    if (this.#told.has(key)) return
    if (this.#told.size >= TOLD_KEPT) this.#told.clear()
    this.#told.add(key)
    this.#deps.questions.endAtOnce(asker, { kind: details.kind }, why)
  }

  #refuseTooMany(serverId: ServerId): void {
    const most = this.#deps.limits().elicitationsPerMinute
    if (this.#rate.take(serverId, this.#deps.now(), most)) return
    throw new AppError('CONFLICT', { reason: 'elicitation.tooOften', params: { server: serverId, count: most } })
  }
}

function isRefusal({ action }: AnswerTo<'form' | 'page'>): boolean {
  return action === 'decline' || action === 'cancel'
}

function wasRefused({ kind, how, reason }: EndedQuestion): boolean {
  return (kind === 'form' || kind === 'page') && how === 'answered' && isPersonsRefusal(reason)
}
