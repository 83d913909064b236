import type { QuestionId } from '../../../shared/domain/ids'
import type { Question, Questions } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import { errorText } from '../../../shared/messages/errorText'
import { english } from '../../../shared/messages/translator'
import type { TypedClient } from '../../../main/rpc/typedClient'
import { askedLine, refusal, type Answerer } from './answerer'
import type { SignInQuestion } from './signInAtTerminal'

/**
 * Answers every question that is asked, one after the other, until the signal aborts. One that ends meanwhile holds up no other. A question
 * without an answer is refused, and said so; an answer that does not fit is told and asked for again where somebody is there, else refused.
 */
export function answerAll(host: TypedClient, answerer: Answerer, say: (line: string) => void, signal: AbortSignal): void {
  const taken = new Map<QuestionId, AbortController>()
  let queue: Promise<void> = Promise.resolve()
  const leave = host.watch('questions', ({ open }: Questions) => {
    const isOpen = new Set(open.map(({ id }) => id))
    for (const [id, ended] of taken) if (!isOpen.has(id)) ended.abort()
    for (const question of open) {
      if (taken.has(question.id)) continue
      const ended = new AbortController()
      taken.set(question.id, ended)
      const either = AbortSignal.any([signal, ended.signal])
      queue = queue
        .then(() => (either.aborted ? undefined : answerOne(host, answerer, question, say, either)))
        .catch((thrown: unknown) => {
          if (signal.aborted) return
          if (ended.signal.aborted) say(`${askedLine(question)}: this is no longer asked.`)
          else say(`A question could not be answered: ${errorText(english, AppError.from(thrown)).message}`)
        })
    }
  })
  signal.addEventListener('abort', leave, { once: true })
}

/** As often as an answer is tried that does not fit. */
const TRIES = 3

async function answerOne(
  host: TypedClient,
  answerer: Answerer,
  question: Question,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { details } = question
  if (details.kind === 'signIn') return signIn(host, answerer, { ...question, details }, say, signal)
  // It ends by itself when the server says that the page is done; until then the call waits.
  if (details.kind === 'page' && details.opened) return say(`${askedLine(question)}.`)
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await answerer.answer(question, signal)
    if (!answer) break
    try {
      await host.call('questions.answer', { questionId: question.id, answer })
      return
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.code !== 'INVALID_INPUT') throw error
      say(`${askedLine(question)}: the answer does not fit. ${errorText(english, error).message}`)
    }
  }
  const { taken } = await host.call('questions.answer', { questionId: question.id, answer: refusal(question) })
  if (taken) say(`${askedLine(question)}: refused, because there is no answer to it (--answers FILE gives some).`)
}

/** Tokens of a person come about by nothing but their own sign-in: a file cannot say that somebody is signed in. */
async function signIn(
  host: TypedClient,
  answerer: Answerer,
  question: SignInQuestion,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if ((await answerer.signIn?.(question, host, signal)) === 'done') return
  const { taken } = await host.call('questions.answer', { questionId: question.id, answer: refusal(question) })
  if (taken && !answerer.signIn) say(`${askedLine(question)}: not now, because nobody can be asked here.`)
}
