import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Asker, EndedQuestion, QuestionDetails, QuestionKind } from '../../shared/domain/question'
import type { JsonValue } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'
import { questionFingerprint } from './questionFingerprint'

/** A question that was open when Parley last quit, from its row. */
export interface OrphanedQuestion extends Pick<EndedQuestion, 'id' | 'asker' | 'kind' | 'tool' | 'byApp'> {
  readonly created: number
  readonly expires: number
  readonly details: QuestionDetails
  readonly draft?: JsonValue
}

/** A question that ends, with the reason. */
export interface OrphanedEnd {
  readonly question: OrphanedQuestion
  readonly reason: Message
}

/** The questions that an earlier run left open. Each is asked again by its call, or ends with a reason. */
export class OrphanedQuestions {
  #left: readonly OrphanedQuestion[]

  constructor(left: readonly OrphanedQuestion[]) {
    this.#left = left
  }

  /** Removes and returns every question whose call does not continue, because nobody will ask it again. */
  sort(goOn: ReadonlySet<CallId>): readonly OrphanedEnd[] {
    return this.#takeOut((question) => whyItEnds(question, goOn))
  }

  /** Removes and returns the open question that is now asked again, by the same call and with the same content. */
  take(asker: Asker, details: QuestionDetails): OrphanedQuestion | undefined {
    if (this.#left.length === 0) return undefined
    const { kind } = details
    const words = questionFingerprint(kind, details)
    const found = this.#left.find(
      (left) =>
        left.kind === kind &&
        left.asker.serverId === asker.serverId &&
        isSame(left.asker.callIds, asker.callIds) &&
        words !== undefined &&
        questionFingerprint(kind, left.details) === words,
    )
    if (found) this.#left = this.#left.filter((left) => left !== found)
    return found
  }

  /** Call it when a call has ended: removes and returns the questions that it did not ask again. */
  callEnded(callId: CallId): readonly OrphanedEnd[] {
    if (this.#left.length === 0) return []
    return this.#takeOut(({ asker }) => (asker.callIds.includes(callId) ? { id: 'ends.callEnded' } : undefined))
  }

  /** Call it when a server was renamed or removed: removes and returns its questions. */
  serverRenamed(from: ServerId, reason: Message): readonly OrphanedEnd[] {
    return this.#takeOut(({ asker }) => (asker.serverId === from ? reason : undefined))
  }

  #takeOut(whyOf: (question: OrphanedQuestion) => Message | undefined): readonly OrphanedEnd[] {
    const ends = this.#left.flatMap((question) => {
      const reason = whyOf(question)
      return reason === undefined ? [] : [{ question, reason }]
    })
    this.#left = this.#left.filter((question) => !ends.some((end) => end.question === question))
    return ends
  }
}

function isSame(one: readonly CallId[], other: readonly CallId[]): boolean {
  return one.length === other.length && one.every((callId, index) => callId === other[index])
}

/** The kinds of questions that Parley asks, not a server. */
const own: ReadonlySet<QuestionKind> = new Set(['approval', 'start', 'changed', 'signIn'])

/** Pure: why nobody will ask a question again; undefined if its call continues and will. */
function whyItEnds({ asker, kind }: OrphanedQuestion, goOn: ReadonlySet<CallId>): Message | undefined {
  const goesOn = asker.callIds.some((callId) => goOn.has(callId))
  if (goesOn) return kind === 'samplingReview' ? { id: 'ends.quitReview', params: { server: asker.serverId } } : undefined
  if (asker.callIds.length === 0) return { id: 'ends.quit' }
  if (own.has(kind)) return { id: 'ends.quitCutOff' }
  // Asked while someone looked at a prompt or a resource, and nobody does now.
  if (asker.conversationId === undefined) return { id: 'ends.quitUnwatched' }
  return { id: 'ends.quitNoResume', params: { server: asker.serverId } }
}
