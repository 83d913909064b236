import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Asker, EndedQuestion, QuestionDetails, QuestionKind } from '../../shared/domain/question'
import type { JsonValue } from '../../shared/lib/json'
import type { Message } from '../../shared/messages/message'
import { questionFingerprint } from './questionFingerprint'

/** A question that was open when Parley last ended, as its row tells of it. */
export interface OrphanedQuestion extends Pick<EndedQuestion, 'id' | 'asker' | 'kind' | 'tool'> {
  readonly created: number
  readonly expires: number
  readonly details: Readonly<Record<string, unknown>>
  readonly draft?: JsonValue
}

/** A question that ends, and why. */
export interface OrphanedEnd {
  readonly question: OrphanedQuestion
  readonly reason: Message
}

/** The questions that an earlier run of Parley left open. Each one is asked again by its call, or ends with the reason. */
export class OrphanedQuestions {
  #left: readonly OrphanedQuestion[]

  constructor(left: readonly OrphanedQuestion[]) {
    this.#left = left
  }

  /** Takes out every question that nobody will ask again, since its call does not go on. */
  sort(goOn: ReadonlySet<CallId>): readonly OrphanedEnd[] {
    return this.#takeOut((question) => whyItEnds(question, goOn))
  }

  /** The question that is asked again, where it was open: by the same call, and the same in all that a person was asked. */
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

  /** A call has ended: takes out what it had asked and did not ask again. */
  callEnded(callId: CallId): readonly OrphanedEnd[] {
    if (this.#left.length === 0) return []
    return this.#takeOut(({ asker }) => (asker.callIds.includes(callId) ? { id: 'ends.callEnded' } : undefined))
  }

  /** A server has another name now, or is gone under the old one. */
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

/** Kinds in which Parley, not a server, asks. */
const own: ReadonlySet<QuestionKind> = new Set(['approval', 'start', 'changed', 'signIn'])

/** Pure: why nobody will ask a question again; undefined where its call goes on and will. */
function whyItEnds({ asker, kind }: OrphanedQuestion, goOn: ReadonlySet<CallId>): Message | undefined {
  const goesOn = asker.callIds.some((callId) => goOn.has(callId))
  if (goesOn) return kind === 'samplingReview' ? { id: 'ends.quitReview', params: { server: asker.serverId } } : undefined
  if (asker.callIds.length === 0) return { id: 'ends.quit' }
  if (own.has(kind)) return { id: 'ends.quitCutOff' }
  // A prompt or a resource that somebody looked at: nobody does now.
  if (asker.conversationId === undefined) return { id: 'ends.quitUnwatched' }
  return { id: 'ends.quitNoResume', params: { server: asker.serverId } }
}
