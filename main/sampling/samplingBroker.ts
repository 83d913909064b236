import type { CreateMessageResult } from '@modelcontextprotocol/client'
import type { ModelRef, ServerId } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/model'
import type { AnswerTo, Asker, QuestionKind, SamplingDetails, SamplingMessage } from '../../shared/domain/question'
import type { SamplingChoice } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { isRecord } from '../../shared/lib/json'
import type { Completion, CompletionRequest } from '../models/completeOnce'
import type { Outcome, QuestionBook } from '../questions/questionBook'
import { chooseModel } from './chooseModel'
import { parseSampling } from './parseSampling'

/** What sampling needs of the model registry: which models there are, and one answer of one of them, as text. */
export interface SamplingModels {
  models(): Models
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>
}

/**
 * Lets a server use the user's model, with a person before and after: nothing is sent before Run, and nothing goes to the server
 * before Send. It sees no conversation, and no conversation sees it.
 */
export class SamplingBroker {
  readonly #questions: QuestionBook
  readonly #models: SamplingModels
  readonly #choiceOf: (serverId: ServerId) => SamplingChoice

  constructor(deps: {
    readonly questions: QuestionBook
    readonly models: SamplingModels
    readonly choiceOf: (serverId: ServerId) => SamplingChoice
  }) {
    this.#questions = deps.questions
    this.#models = deps.models
    this.#choiceOf = deps.choiceOf
  }

  /** @throws {AppError} DENIED when the person, or the switch of this server, says no; INVALID_INPUT, CANCELLED, TIMED_OUT, MODEL_… */
  async sample(asker: Asker, params: unknown, signal: AbortSignal): Promise<CreateMessageResult> {
    if (this.#choiceOf(asker.serverId) === 'off') throw rejected()
    const { hints, ...request } = parseSampling(params)
    const details: SamplingDetails = { kind: 'sampling', ...request, models: chooseModel(this.#models.models(), hints), hints }
    const answer = answered(await this.#questions.ask(asker, details, { signal, check: (given) => checkRun(details, given) }))
    switch (answer.action) {
      case 'deny':
        throw rejected()
      case 'answerByHand':
        return toResult({ text: answer.text ?? '', model: 'a person', stopReason: 'endTurn' })
      case 'run':
        return this.#review(asker, await this.#run(details, answer, signal), signal)
      default:
        return assertNever(answer.action)
    }
  }

  async #run(details: SamplingDetails, answer: AnswerTo<'sampling'>, signal: AbortSignal) {
    const system = answer.systemPrompt ?? details.systemPrompt
    const completed = await this.#models.complete(
      {
        ref: modelOf(details, answer),
        ...(system !== undefined && system !== '' && { system }),
        messages: details.messages.map((message, index) => ({ role: message.role, content: answer.texts?.[index] ?? textOf(message) })),
        maxTokens: answer.maxTokens ?? details.maxTokens,
        ...(details.temperature !== undefined && { temperature: details.temperature }),
        stopSequences: details.stopSequences,
      },
      signal,
    )
    return { ...completed, stopReason: protocolStopReason(completed.stopReason) }
  }

  async #review(asker: Asker, completed: Completion, signal: AbortSignal): Promise<CreateMessageResult> {
    const { text, stopReason, model } = completed
    const answer = answered(await this.#questions.ask(asker, { kind: 'samplingReview', text, model, stopReason }, { signal }))
    if (answer.action === 'discard') throw rejected()
    return toResult({ text: answer.text ?? text, model: model.slice(model.indexOf('/') + 1), stopReason })
  }
}

/** The words and, through its code, the error number -1 that 2025-11-25 gives for a person's no. */
function rejected(): AppError {
  return new AppError('DENIED', 'User rejected sampling request')
}

function answered<K extends QuestionKind>(outcome: Outcome<K>): AnswerTo<K> {
  if (outcome.how === 'answered') return outcome.answer
  if (outcome.how === 'expired') throw new AppError('TIMED_OUT', 'Nobody answered in time')
  throw new AppError('CANCELLED', outcome.reason)
}

function checkRun(details: SamplingDetails, answer: AnswerTo<'sampling'>): void {
  if (answer.action === 'answerByHand' && (answer.text ?? '') === '') throw new AppError('INVALID_INPUT', 'The answer is empty')
  if (answer.action !== 'run') return
  modelOf(details, answer)
  if (answer.maxTokens !== undefined && answer.maxTokens > details.maxTokens) {
    throw new AppError('INVALID_INPUT', `The server takes an answer of at most ${details.maxTokens} tokens`)
  }
  if (answer.texts && answer.texts.length !== details.messages.length) {
    throw new AppError('INVALID_INPUT', 'Every message needs its text')
  }
  if (details.messages.some(({ content }) => content.some((block) => !isText(block)))) {
    throw new AppError('INVALID_INPUT', 'The request holds an image or sound, and Parley sends only text to a model for a server', {
      hint: 'Answer it by hand, or deny it.',
    })
  }
}

function modelOf(details: SamplingDetails, { model }: AnswerTo<'sampling'>): ModelRef {
  const chosen = model ?? details.models[0]
  if (chosen !== undefined && details.models.includes(chosen)) return chosen
  throw new AppError('MODEL_MISSING', chosen === undefined ? 'There is no model that could answer' : `There is no model ${chosen}`, {
    hint: 'Answer it by hand, or add a model in Settings.',
  })
}

function isText(block: unknown): block is { readonly type: 'text'; readonly text: string } {
  return isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string'
}

function textOf({ content }: SamplingMessage): string {
  return content.flatMap((block) => (isText(block) ? [block.text] : [])).join('\n\n')
}

function protocolStopReason(reason: string): string {
  if (reason === 'stop') return 'endTurn'
  return reason === 'length' ? 'maxTokens' : reason
}

function toResult({
  text,
  model,
  stopReason,
}: {
  readonly text: string
  readonly model: string
  readonly stopReason: string
}): CreateMessageResult {
  return { role: 'assistant', content: { type: 'text', text }, model, stopReason }
}
