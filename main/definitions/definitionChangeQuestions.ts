import type { ServerId } from '../../shared/domain/ids'
import type { AnswerTo, ChangedDetails } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { PerServerRateLimiter } from '../lib/perServerRateLimiter'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { QuestionStore } from '../questions/questionStore'

interface Asked {
  /** Identifies the changes that the question is about. */
  readonly key: string
  readonly withdraw: AbortController
}

/** How many questions per minute a constantly changing server causes. After that, it must be unchanged for a minute. */
const PER_MINUTE = 10
const REST_MS = 60_000

/** Owner of the questions about changed definitions: one per server, always about the newest changes. */
export class DefinitionChangeQuestions implements Disposable {
  readonly #questions: Pick<QuestionStore, 'ask'>
  readonly #clock: Clock
  readonly #asked = new Map<ServerId, Asked>()
  readonly #rate = new PerServerRateLimiter()
  readonly #later = new Map<ServerId, () => void>()

  constructor(questions: Pick<QuestionStore, 'ask'>, clock: Clock) {
    this.#questions = questions
    this.#clock = clock
  }

  /** Asks about these changes. A question about other changes is withdrawn; one about the same changes stays. */
  ask(
    serverId: ServerId,
    key: string,
    details: () => ChangedDetails,
    onAnswer: (answer: AnswerTo<'changed'>, shown: ChangedDetails) => void,
  ): void {
    if (this.#asked.get(serverId)?.key === key) return
    this.end(serverId, 'changedAgain')
    const asked: Asked = { key, withdraw: new AbortController() }
    this.#asked.set(serverId, asked)
    const open = (): void => this.#open(serverId, asked, details(), onAnswer)
    if (this.#rate.take(serverId, this.#clock.now(), PER_MINUTE)) return open()
    this.#later.set(serverId, this.#clock.after(REST_MS, open))
  }

  /** Withdraws the server's question. */
  end(serverId: ServerId, why: 'changedAgain' | 'serverRemoved' | 'serverReplaced' | 'asAccepted'): void {
    const asked = this.#asked.get(serverId)
    this.#asked.delete(serverId)
    this.#later.get(serverId)?.()
    this.#later.delete(serverId)
    asked?.withdraw.abort(new AppError('CANCELLED', { reason: `definitions.${why}`, params: { server: serverId } }))
  }

  [Symbol.dispose](): void {
    for (const forget of this.#later.values()) forget()
  }

  #open(
    serverId: ServerId,
    asked: Asked,
    shown: ChangedDetails,
    onAnswer: (answer: AnswerTo<'changed'>, shown: ChangedDetails) => void,
  ): void {
    this.#questions
      .ask({ serverId, callIds: [] }, shown, { signal: asked.withdraw.signal, check: (answer) => checkHashes(answer, shown) })
      .then((outcome) => {
        this.#forget(serverId, asked)
        if (outcome.how === 'answered') onAnswer(outcome.answer, shown)
      })
      .catch((thrown: unknown) => {
        this.#forget(serverId, asked)
        log('warn', 'What a server changed could not be asked about', { server: serverId, error: thrown })
      })
  }

  #forget(serverId: ServerId, asked: Asked): void {
    if (this.#asked.get(serverId) === asked) this.#asked.delete(serverId)
  }
}

function checkHashes({ action, hashes = [] }: AnswerTo<'changed'>, { changes }: ChangedDetails): void {
  const known = new Set(changes.map(({ after }) => after.hash))
  if (action === 'accept' && hashes.some((hash) => !known.has(hash))) {
    throw new AppError('INVALID_INPUT', { reason: 'definitions.notShown' })
  }
}

/** Pure: the changes, each definition once. */
export function onePerHash<C extends { readonly hash: string }>(changes: readonly C[]): readonly C[] {
  return [...new Map(changes.map((change) => [change.hash, change])).values()]
}
