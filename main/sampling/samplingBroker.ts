import { estimateTokens } from '../../shared/lib/estimateTokens'
import type { ModelRef, ServerId } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/model'
import type { AnswerTo, Asker, QuestionKind, SamplingDetails, SamplingReviewDetails } from '../../shared/domain/question'
import type { SamplingEdit } from '../../shared/domain/sampling'
import { samplingEdit } from '../../shared/sampling/samplingEdit'
import { withMedia } from '../../shared/sampling/samplingMedia'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { errorMessage } from '../../shared/messages/errorText'
import { isMessage } from '../../shared/messages/message'
import type { Clock } from '../lib/clock'
import type { Generation, GenerationRequest } from '../models/generateOnce'
import { questionEnded, type Outcome, type QuestionStore } from '../questions/questionStore'
import { modelsWithoutMedia, unsupportedMedia } from './modelsWithoutMedia'
import { selectModel } from './selectModel'
import { checkEdited, parseSampling } from './parseSampling'
import { declined } from './samplingErrors'
import { blocksOf, checkAnswer, freshIds, protocolStopReason, toResult, type SamplingResult } from './samplingAnswer'
import { offSentence } from './samplingPermissions'
import { SamplingBudget, type SamplingBudgetDeps } from './samplingBudget'

/** What sampling needs of the model registry: which models there are, what they can be sent, and one answer of one of them. */
export interface SamplingModels {
  models(): Models
  mediaOf(ref: ModelRef): readonly string[]
  complete(request: GenerationRequest, signal: AbortSignal): Promise<Generation>
}

export interface SamplingDeps extends Omit<SamplingBudgetDeps, 'now'> {
  readonly questions: QuestionStore
  readonly models: SamplingModels
  readonly clock: Clock
}

/** One request as it is to run. */
interface Plan {
  readonly ref: ModelRef
  readonly request: SamplingEdit
  readonly maxTokens: number
  /** About what it takes to send it. */
  readonly input: number
}

type Written = Omit<SamplingReviewDetails, 'kind' | 'asked' | 'problem'>
/** What a person made of a request that ran: a result, or a way back to it. */
type Reviewed = { readonly result: SamplingResult } | { readonly edited: SamplingEdit }

/** How often a model may fail before the server is told. */
const FAILURES = 3
/** A server that asks without end tells its refusals once in so long. */
const TOLD_MS = 10 * 60_000
/** About what a quick model writes: nobody counts what it had written when it was stopped. */
const TOKENS_PER_SECOND = 100

/**
 * Lets a server use the user's model, with a person before and after: nothing is sent before Run, and nothing goes to the server before
 * Send. It sees no conversation, and no conversation sees it; the tools that it brings are its own to run.
 */
export class SamplingBroker {
  readonly #deps: SamplingDeps
  readonly #gate: SamplingBudget
  readonly #told = new Map<string, number>()

  constructor(deps: SamplingDeps) {
    this.#deps = deps
    this.#gate = new SamplingBudget({ ...deps, now: () => deps.clock.now() })
  }

  /**
   * @throws {AppError} DENIED when the person, the switch or today's budget of this server says no, with what a server of the 2025 era is
   * told as its cause; INVALID_INPUT, CANCELLED, TIMED_OUT, MODEL_…
   */
  async sample(asker: Asker, params: unknown, signal: AbortSignal): Promise<SamplingResult> {
    const details = this.#admit(asker, params)
    let failures = 0
    let again: Pick<SamplingDetails, 'edited' | 'problem'> = {}
    for (;;) {
      const asked: SamplingDetails = { ...details, ...again }
      const answer = answered(
        await this.#deps.questions.ask(asker, asked, { signal, check: (given) => this.#check(asker.serverId, asked, given) }),
      )
      if (answer.action === 'deny') throw declined(asker.serverId)
      if (answer.action === 'answerByHand') return byHand(asked, answer)
      const plan = planOf(asked, answer)
      try {
        const reviewed = await this.#review(asker, asked, plan, signal)
        if ('result' in reviewed) return reviewed.result
        again = { edited: reviewed.edited }
      } catch (thrown) {
        const problem = modelProblem(thrown)
        if (!problem || ++failures >= FAILURES || signal.aborted) throw thrown
        again = { edited: plan.request, problem: problem.toData() }
      }
    }
  }

  /** What is put before the person; whatever is refused without them is said in the list of what has ended. */
  #admit(asker: Asker, params: unknown): SamplingDetails {
    try {
      this.#gate.enter(asker)
      const { priorities, ...request } = parseSampling(params)
      this.#gate.checkBudget(asker.serverId, inputOf(request))
      const permissions = this.#gate.permissionsOf(asker.serverId)
      const media = (ref: ModelRef): readonly string[] => this.#deps.models.mediaOf(ref)
      const all = this.#deps.models.models()
      const providers = all.providers.map((provider) => ({ ...provider, models: provider.models.filter(permissions.allows) }))
      const choice = selectModel(
        { ...all, providers },
        {
          hints: request.hints,
          priorities,
          allowed: permissions.models,
          fits: (ref) => unsupportedMedia(request.messages, media(ref)) === undefined,
        },
      )
      const blind = modelsWithoutMedia(request.messages, choice.models, media)
      return { kind: 'sampling', ...request, ...(priorities && { priorities }), ...choice, ...(blind.length > 0 && { blind }) }
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'DENIED') this.#tell(asker, thrown)
      throw thrown
    }
  }

  #tell(asker: Asker, refusal: AppError): void {
    // How much is left, and how long this request is, says nothing new; that another limit is met does.
    const why = refusal.params?.['why']
    const told = JSON.stringify([asker.serverId, refusal.reason, isMessage(why) ? why.id : ''])
    const now = this.#deps.clock.now()
    if (now - (this.#told.get(told) ?? -Infinity) < TOLD_MS) return
    this.#told.set(told, now)
    this.#deps.questions.endAtOnce(asker, 'sampling', errorMessage(refusal))
  }

  #check(serverId: ServerId, details: SamplingDetails, answer: AnswerTo<'sampling'>): void {
    if (answer.action === 'answerByHand') return checkAnswer(blocksOf(answer), { tools: [...(details.tools ?? [])] })
    if (answer.action !== 'run') return
    const plan = planOf(details, answer)
    if (plan.maxTokens > details.maxTokens) {
      throw new AppError('INVALID_INPUT', { reason: 'sampling.tooManyTokens', params: { most: details.maxTokens } })
    }
    const unseen = unsupportedMedia(withMedia(plan.request.messages, details.messages), this.#deps.models.mediaOf(plan.ref))
    if (unseen !== undefined) {
      throw new AppError('INVALID_INPUT', { reason: 'sampling.cannotSend', params: { model: nameOf(plan.ref), media: unseen } })
    }
    this.#checkRoom(serverId, plan)
  }

  /** It may have been asked while there was room, or allowed. */
  #checkRoom(serverId: ServerId, plan: Plan): void {
    const permissions = this.#gate.permissionsOf(serverId)
    if (permissions.off) throw new AppError('INVALID_INPUT', { reason: 'sampling.offNow', params: { why: offSentence(permissions.off) } })
    if (!permissions.allows(plan.ref)) {
      throw new AppError('INVALID_INPUT', { reason: 'sampling.modelNotAllowed', params: { server: serverId, model: nameOf(plan.ref) } })
    }
    this.#gate.checkBudget(serverId, plan.input)
    const room = this.#gate.roomFor(serverId, plan.input)
    if (plan.maxTokens <= room) return
    throw new AppError('INVALID_INPUT', { reason: 'sampling.noRoom', params: { room, server: serverId } })
  }

  /** Runs it, and puts the answer before the person, as often as they want it again. */
  async #review(asker: Asker, details: SamplingDetails, plan: Plan, signal: AbortSignal): Promise<Reviewed> {
    let written = await this.#run(asker.serverId, details, plan, signal)
    let problem: AppError | undefined
    for (;;) {
      const asked = { kind: 'samplingReview' as const, ...written, asked: plan.request, ...(problem && { problem: problem.toData() }) }
      const shown = written.content
      const check = (given: AnswerTo<'samplingReview'>): void => {
        if (given.action === 'again') this.#checkRoom(asker.serverId, plan)
        if (given.action === 'send') checkAnswer(blocksOf(given, shown), plan.request)
      }
      const answer = answered(await this.#deps.questions.ask(asker, asked, { signal, check }))
      switch (answer.action) {
        case 'discard':
          throw declined(asker.serverId)
        case 'edit':
          return { edited: plan.request }
        case 'send':
          return {
            result: toResult(blocksOf(answer, shown), {
              model: nameOf(written.model),
              stopReason: written.stopReason,
              hasTools: details.tools !== undefined,
            }),
          }
        case 'again':
          break
        default:
          assertNever(answer.action)
      }
      try {
        written = await this.#run(asker.serverId, details, plan, signal)
        problem = undefined
      } catch (thrown) {
        // What it wrote before is still there to be sent.
        problem = modelProblem(thrown)
        if (!problem || signal.aborted) throw thrown
      }
    }
  }

  async #run(serverId: ServerId, details: SamplingDetails, plan: Plan, signal: AbortSignal): Promise<Written> {
    const { clock, spend, models } = this.#deps
    const begun = clock.now()
    // Another request may have been run in the same moment.
    this.#checkRoom(serverId, plan)
    const reserved = spend.reserve(serverId, { input: plan.input, output: plan.maxTokens })
    try {
      const { content, model, stopReason, tokens } = await models.complete(toCompletion(details, plan), signal)
      const estimate = { input: plan.input, output: Math.min(plan.maxTokens, estimateTokens(content)) }
      reserved.settle({ counted: tokens, estimate })
      const estimated = tokens?.input === undefined || tokens.output === undefined
      return {
        content: freshIds(content, usedIds(plan.request), () => clock.newId()),
        model,
        stopReason: protocolStopReason(stopReason),
        tokens: { ...estimate, ...tokens },
        ...(estimated && { estimated }),
        tookMs: clock.now() - begun,
      }
    } catch (thrown) {
      // A model that was stopped in the middle has read the request and written on; one that could not be reached has taken nothing.
      const written = Math.ceil((Math.max(0, clock.now() - begun) / 1_000) * TOKENS_PER_SECOND)
      const isBroken = signal.aborted || (thrown instanceof AppError && thrown.code === 'MODEL_CUT_OFF')
      if (isBroken) reserved.settle({ counted: undefined, estimate: { input: plan.input, output: Math.min(plan.maxTokens, written) } })
      else reserved.release()
      throw thrown
    }
  }
}

/** About how long a request is for a model. */
function inputOf(request: Pick<SamplingEdit, 'systemPrompt'> & { readonly messages: unknown; readonly tools?: unknown }): number {
  return estimateTokens([request.systemPrompt, request.messages, request.tools])
}

/** The request as it would run: as the server wrote it, or as the person made it. @throws {AppError} INVALID_INPUT, MODEL_MISSING */
function planOf(details: SamplingDetails, answer: AnswerTo<'sampling'>): Plan {
  const request = answer.request ?? details.edited ?? samplingEdit(details)
  checkEdited(request)
  const input = inputOf({ ...request, messages: withMedia(request.messages, details.messages) })
  return { ref: modelOf(details, answer), request, maxTokens: answer.maxTokens ?? details.maxTokens, input }
}

function toCompletion(details: SamplingDetails, { ref, request, maxTokens }: Plan): GenerationRequest {
  const { systemPrompt, messages, tools, toolChoice, temperature, stopSequences = [] } = request
  return {
    ref,
    ...(systemPrompt !== undefined && systemPrompt !== '' && { system: systemPrompt }),
    messages: withMedia(messages, details.messages),
    maxTokens,
    ...(temperature !== undefined && { temperature }),
    stopSequences,
    ...(tools && tools.length > 0 && { tools, ...(toolChoice && { toolChoice }) }),
  }
}

function byHand(details: SamplingDetails, answer: AnswerTo<'sampling'>): SamplingResult {
  return toResult(blocksOf(answer), { model: 'a person', stopReason: 'endTurn', hasTools: details.tools !== undefined })
}

function answered<K extends QuestionKind>(outcome: Outcome<K>): AnswerTo<K> {
  if (outcome.how === 'answered') return outcome.answer
  throw questionEnded(outcome)
}

/** What a person can mend: another model, a key, a shorter request. */
function modelProblem(thrown: unknown): AppError | undefined {
  return thrown instanceof AppError && (thrown.code.startsWith('MODEL_') || thrown.code.startsWith('SECRET')) ? thrown : undefined
}

function modelOf(details: SamplingDetails, { model }: AnswerTo<'sampling'>): ModelRef {
  const chosen = model ?? details.models[0]
  if (chosen !== undefined && details.models.includes(chosen)) return chosen
  if (chosen === undefined) throw new AppError('MODEL_MISSING', { reason: 'sampling.noModel' })
  throw new AppError('MODEL_MISSING', { reason: 'sampling.unknownModel', params: { model: chosen } })
}

function usedIds({ messages }: SamplingEdit): ReadonlySet<string> {
  return new Set(messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))))
}

/** The name of a model without its provider: what the server is told wrote the answer. */
function nameOf(ref: ModelRef): string {
  return ref.slice(ref.indexOf('/') + 1)
}
