import type { QuestionId } from '../../../shared/domain/ids'
import type { Question, Questions } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import { errorMessage } from '../../../shared/i18n/errorText'
import type { Translator } from '../../../shared/i18n/translator'
import type { TypedHostClient } from '../../../main/rpc/typedHostClient'
import { askedLine, refusal, type QuestionAnswerer } from './questionAnswerer'
import type { SignInQuestion } from './questionAnswerer'

type AnswersQuestions = Pick<QuestionAnswerer, 'answer' | 'signIn'>

/** Where the results of questions are reported, and in which language. */
export interface AnswerLog {
  say(line: string): void
  readonly translator: Translator
}

/**
 * Answers every question, one after the other, until the signal aborts. A question that ends meanwhile does not block the next one. A
 * question without an answer is refused, and the refusal is reported. An answer that does not fit is reported and tried again, at most
 * three times; then the question is refused. What a policy declines is reported, too.
 */
export function answerAll(host: TypedHostClient, answerer: AnswersQuestions, log: AnswerLog, signal: AbortSignal): void {
  const { translator } = log
  const taken = new Map<QuestionId, AbortController>()
  let seen: ReadonlySet<QuestionId> | undefined
  let queue: Promise<void> = Promise.resolve()
  const leave = host.watch('questions', ({ open, ended }: Questions) => {
    for (const end of ended) {
      if (seen?.has(end.id) === false && end.reason.id === 'ends.declinedByPolicy')
        log.say(translator.t('terminal.declined', { server: end.asker.serverId, end: end.reason }))
    }
    // What ended before this command is told nowhere.
    seen = new Set(ended.map(({ id }) => id))
    const isOpen = new Set(open.map(({ id }) => id))
    for (const [id, ended] of taken) if (!isOpen.has(id)) ended.abort()
    for (const question of open) {
      if (taken.has(question.id)) continue
      const ended = new AbortController()
      taken.set(question.id, ended)
      const either = AbortSignal.any([signal, ended.signal])
      queue = queue
        .then(() => (either.aborted ? undefined : answerOne(host, answerer, question, log, either)))
        .catch((thrown: unknown) => {
          if (signal.aborted) return
          if (ended.signal.aborted) log.say(translator.t('terminal.noLongerAsked', { asked: askedLine(translator, question) }))
          else log.say(translator.t('terminal.notAnswered', { why: errorMessage(AppError.from(thrown)) }))
        })
    }
  })
  signal.addEventListener('abort', leave, { once: true })
}

/** How many answers that do not fit are tried. */
const TRIES = 3

async function answerOne(
  host: TypedHostClient,
  answerer: AnswersQuestions,
  question: Question,
  log: AnswerLog,
  signal: AbortSignal,
): Promise<void> {
  const { details } = question
  const { translator } = log
  const asked = askedLine(translator, question)
  if (details.kind === 'signIn') return signIn(host, answerer, { ...question, details }, log, signal)
  // The question ends when the server says that the page is done. Until then the call waits.
  if (details.kind === 'page' && details.opened) return log.say(translator.t('terminal.line', { text: asked }))
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await answerer.answer(question, signal)
    if (!answer) break
    try {
      await host.call('questions.answer', { questionId: question.id, answer })
      return
    } catch (thrown) {
      const error = AppError.from(thrown)
      // Folders that are not there, or may not be shared, are answers that do not fit, too.
      if (error.code !== 'INVALID_INPUT' && details.kind !== 'folders') throw error
      log.say(translator.t('terminal.doesNotFit', { asked, why: errorMessage(error) }))
    }
  }
  const { taken } = await host.call('questions.answer', { questionId: question.id, answer: refusal(question) })
  if (taken) log.say(translator.t('terminal.refused', { asked }))
}

/** Only the person's own sign-in can create tokens. A file cannot claim that a person is signed in. */
async function signIn(
  host: TypedHostClient,
  answerer: AnswersQuestions,
  question: SignInQuestion,
  log: AnswerLog,
  signal: AbortSignal,
): Promise<void> {
  if ((await answerer.signIn?.(question, host, signal)) === 'done') return
  const { taken } = await host.call('questions.answer', { questionId: question.id, answer: refusal(question) })
  if (taken && !answerer.signIn) log.say(log.translator.t('terminal.nobodyHere', { asked: askedLine(log.translator, question) }))
}
