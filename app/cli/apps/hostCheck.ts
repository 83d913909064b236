import { AppError, type ErrorCode } from '../../../shared/errors/appError'
import { ConcurrencyLimiter } from '../../../main/lib/concurrencyLimiter'

/** How long a declared host has to answer anything at all. */
const ANSWERS_WITHIN_MS = 10_000
/** Hosts that are asked at the same time. */
const LANES = 8
/** Hosts that are asked in one check. A server could name thousands, of others. */
const MOST_HOSTS = 50

/** Asks an origin for anything. It rejects where there is no answer. */
type AskHost = (origin: string, init: { readonly method: 'HEAD'; readonly signal: AbortSignal }) => Promise<unknown>

/** A refusal to ask, or to follow, says nothing of the host. */
const silent: ReadonlySet<ErrorCode> = new Set(['SERVER_UNREACHABLE', 'TIMED_OUT'])

/** Finds out which hosts answer nothing at all. Each is asked once, whichever apps declare it, and no more than a few at a time. */
export class HostCheck {
  readonly #ask: AskHost
  readonly #signal: AbortSignal
  readonly #limiter = new ConcurrencyLimiter(() => LANES)
  readonly #answers = new Map<string, Promise<boolean>>()
  readonly #unasked = new Set<string>()

  constructor(ask: AskHost, signal: AbortSignal) {
    this.#ask = ask
    this.#signal = signal
  }

  /** How many hosts were not asked, because there are too many. */
  get unasked(): number {
    return this.#unasked.size
  }

  /** Returns those that answer nothing. What a wildcard stands for has no address of its own. */
  async silentOf(origins: readonly string[]): Promise<readonly string[]> {
    const named = origins.filter((origin) => !origin.includes('*'))
    const answers = await Promise.all(named.map((origin) => this.#answerOf(origin)))
    return named.filter((_origin, at) => answers[at] === false)
  }

  #answerOf(origin: string): Promise<boolean | undefined> {
    const known = this.#answers.get(origin)
    if (known) return known
    if (this.#answers.size >= MOST_HOSTS) {
      this.#unasked.add(origin)
      return Promise.resolve(undefined)
    }
    const answer = this.#askOnce(origin)
    this.#answers.set(origin, answer)
    return answer
  }

  async #askOnce(origin: string): Promise<boolean> {
    const leave = await this.#limiter.enter(this.#signal)
    try {
      await this.#ask(origin, { method: 'HEAD', signal: AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]) })
      return true
    } catch (thrown) {
      this.#signal.throwIfAborted()
      return !silent.has(AppError.from(thrown).code)
    } finally {
      leave()
    }
  }
}
