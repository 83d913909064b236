import type { Limits } from '../../shared/domain/defaultLimits'
import type { AppError } from '../../shared/errors/appError'
import { backoffDelay } from '../../shared/lib/backoffDelay'
import type { Clock } from '../lib/clock'
import { mayPass } from '../session/explainSdkError'

const RESTART = { firstMs: 500, mostMs: Infinity }
const RETRY = { firstMs: 2_000, mostMs: 60_000 }

export type RestartDecision =
  { readonly next: 'retry'; readonly delay: number } | { readonly next: 'giveUp'; readonly crashes: number } | { readonly next: 'stay' }

/**
 * Decides what follows a failure. A local server that ends is restarted a few times. An address that is down is retried with growing
 * pauses.
 */
export class RestartPolicy {
  readonly #clock: Clock
  readonly #limits: () => Limits
  #crashes: number[] = []
  #unreached = 0

  constructor(clock: Clock, limits: () => Limits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Resets the counts, because a person started the server. */
  forget(): void {
    this.#crashes = []
    this.#unreached = 0
  }

  judge(error: AppError, kind: 'stdio' | 'http'): RestartDecision {
    if (kind === 'http') return this.#judgeAddress(error)
    // A server that stopped answering is ended and restarted like one that crashed.
    if (error.code !== 'SERVER_EXITED' && error.code !== 'INTERRUPTED') return { next: 'stay' }
    const { restartsBeforeCrashLoop, crashLoopMs } = this.#limits()
    const now = this.#clock.now()
    this.#crashes = [...this.#crashes.filter((at) => now - at < crashLoopMs), now]
    const crashes = this.#crashes.length
    return crashes > restartsBeforeCrashLoop ? { next: 'giveUp', crashes } : { next: 'retry', delay: backoffDelay(crashes - 1, RESTART) }
  }

  #judgeAddress(error: AppError): RestartDecision {
    // Only an unreachable address may recover by itself. A wrong answer needs a person.
    if (!mayPass(error)) return { next: 'stay' }
    return { next: 'retry', delay: backoffDelay(this.#unreached++, RETRY) }
  }
}
