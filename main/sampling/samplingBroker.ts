import { estimateTokens } from '../../shared/sampling/estimateTokens'
import type { ModelRef, ServerId } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/models/modelProvider'
import type { AnswerTo, Asker, EndedQuestion, QuestionKind, SamplingDetails, SamplingReviewDetails } from '../../shared/domain/question'
import type { SamplingEdit } from '../../shared/domain/sampling'
import { toSamplingEdit } from '../../shared/sampling/toSamplingEdit'
import { withMedia } from '../../shared/sampling/samplingMedia'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { isMessage } from '../../shared/i18n/message'
import type { Clock } from '../lib/clock'
import type { Generation, GenerationRequest } from '../models/generateOnce'
import { questionEndedError, type Outcome, type QuestionStore } from '../questions/questionStore'
import { RepeatedRefusalLimiter } from '../questions/repeatedRefusalLimiter'
import type { Telemetry } from '../telemetry/telemetry'
import { completionWithTelemetry } from './completionWithTelemetry'
import { modelsWithoutMedia, unsupportedMedia } from './unsupportedMedia'
import { selectModel } from './selectModel'
import { checkEdited, parseSamplingRequest } from './parseSamplingRequest'
import { declined, declinedAtOnce, endedByPolicy, endOf, switchedOff } from './samplingErrors'
import { blocksOf, checkAnswer, freshIds, protocolStopReason, toCreateMessageResult, type SamplingResult } from './toCreateMessageResult'
import { withoutForbidden, type SamplingOff } from './samplingPermissions'
import { SamplingBudget, type SamplingBudgetDeps } from './samplingBudget'

/** What sampling needs from the model registry: the models, what each can receive, and one answer. */
export interface SamplingModels {
  models(): Models
  mediaOf(ref: ModelRef): readonly string[]
  complete(request: GenerationRequest, signal: AbortSignal): Promise<Generation>
}

export interface SamplingDeps extends Omit<SamplingBudgetDeps, 'now'> {
  readonly questions: QuestionStore
  readonly models: SamplingModels
  readonly telemetry: Telemetry
  readonly clock: Clock
  /** Whether a server asks in a temporary chat, or may do so. */
  readonly isTemporary: (asker: Asker) => boolean
}

/** Who asks for the user's model: a server, or its interface (MCP Apps). */
export interface SamplingAsker extends Asker {
  readonly byApp?: true
}

/** One request, ready to run. */
interface Plan {
  readonly ref: ModelRef
  readonly request: SamplingEdit
  readonly maxTokens: number
  /** Estimated input tokens. */
  readonly input: number
}

type Written = Omit<SamplingReviewDetails, 'kind' | 'byApp' | 'asked' | 'problem'>
/** The person's decision about an answer: send a result, or change the request. */
type Reviewed = { readonly result: SamplingResult } | { readonly edited: SamplingEdit }

/** How many model failures are allowed before the server gets the error. */
const FAILURES = 3
/** How often the refusals of a server that asks endlessly are reported. */
const TOLD_MS = 10 * 60_000
/** Roughly the speed of a quick model. Used to estimate the output of a stopped request, which nobody counts. */
const TOKENS_PER_SECOND = 100

/**
 * Lets a server use the user's model. A person reviews the request before it runs and the answer before it is sent. The request and the
 * conversation cannot see each other. The server runs its own tools.
 */
export class SamplingBroker {
  readonly #deps: SamplingDeps
  readonly #gate: SamplingBudget
  readonly #told = new Map<string, number>()
  readonly #refused: RepeatedRefusalLimiter
  /** The requests that wait, with what ends them when the server may no longer ask. */
  readonly #open = new Map<(off: SamplingOff) => void, ServerId>()

  constructor(deps: SamplingDeps) {
    this.#deps = deps
    this.#refused = new RepeatedRefusalLimiter({
      before: (callId) => deps.questions.endedIn(callId).filter(wasRefused).length,
      now: () => deps.clock.now(),
    })
    this.#gate = new SamplingBudget({ ...deps, now: () => deps.clock.now() })
  }

  /**
   * @throws {AppError} DENIED if the person, the switch or the server's budget refuses; its cause is what a server of the 2025 era
   * receives. INVALID_INPUT, CANCELLED, TIMED_OUT, MODEL_…
   */
  async sample({ byApp, ...asker }: SamplingAsker, params: unknown, signal: AbortSignal): Promise<SamplingResult> {
    const details = this.#admit(asker, byApp, params)
    const taken = new AbortController()
    let refusal: AppError | undefined
    const take = (off: SamplingOff): void => {
      refusal = switchedOff(off)
      // What the person reads where the question was also says whom to ask.
      taken.abort(off.by === 'policy' ? endedByPolicy(off) : refusal)
    }
    this.#open.set(take, asker.serverId)
    try {
      return await this.#ask(asker, details, AbortSignal.any([signal, taken.signal]))
    } catch (thrown) {
      throw refusal ?? thrown
    } finally {
      this.#open.delete(take)
    }
  }

  /** Call it when the user or the policy changed what servers may ask. Requests that are no longer allowed end as if sampling did not exist. */
  lookAgain(): void {
    for (const [take, serverId] of this.#open) {
      const { off } = this.#gate.permissionsOf(serverId)
      if (off) take(off)
    }
  }

  async #ask(asker: Asker, details: SamplingDetails, signal: AbortSignal): Promise<SamplingResult> {
    let failures = 0
    let again: Pick<SamplingDetails, 'edited' | 'problem'> = {}
    for (;;) {
      const asked: SamplingDetails = { ...details, ...again }
      const answer = answered(
        await this.#deps.questions.ask(asker, asked, { signal, check: (given) => this.#check(asker.serverId, asked, given) }),
      )
      if (answer.action === 'deny') throw this.#refuse(asker)
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

  /** The details for the person. A refusal without a question is recorded in the list of ended questions. */
  #admit(asker: Asker, byApp: SamplingAsker['byApp'], params: unknown): SamplingDetails {
    try {
      this.#gate.enter(asker)
      if (this.#refused.has(asker)) {
        throw declinedAtOnce('sampling.declinedTwice', { id: 'sampling.declinedTwice', params: { server: asker.serverId } })
      }
      const { priorities, ...request } = parseSamplingRequest(params)
      this.#gate.checkBudget(asker.serverId, inputOf(request))
      const permissions = this.#gate.permissionsOf(asker.serverId)
      const media = (ref: ModelRef): readonly string[] => this.#deps.models.mediaOf(ref)
      const all = this.#deps.models.models()
      const { left, withheld } = withoutForbidden(all, permissions)
      const choice = selectModel(left, {
        hints: request.hints,
        priorities,
        allowed: permissions.models,
        fits: (ref) => unsupportedMedia(request.messages, media(ref)) === undefined,
      })
      const blind = modelsWithoutMedia(request.messages, choice.models, media)
      return {
        kind: 'sampling',
        ...(byApp && { byApp }),
        ...request,
        ...(priorities && { priorities }),
        ...choice,
        ...(blind.length > 0 && { blind }),
        ...(withheld && { withheld }),
      }
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'DENIED') this.#tell(asker, byApp, thrown)
      throw thrown
    }
  }

  #refuse(asker: Asker): AppError {
    this.#refused.count(asker)
    return declined(asker.serverId)
  }

  #tell(asker: Asker, byApp: SamplingAsker['byApp'], refusal: AppError): void {
    // The same refusal with other numbers is not reported again. Another limit is.
    const why = refusal.params?.['why']
    const told = JSON.stringify([asker.serverId, byApp, refusal.reason, isMessage(why) ? why.id : ''])
    const now = this.#deps.clock.now()
    if (now - (this.#told.get(told) ?? -Infinity) < TOLD_MS) return
    this.#told.set(told, now)
    this.#deps.questions.endAtOnce(asker, { kind: 'sampling', ...(byApp && { byApp }) }, endOf(refusal))
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
    this.#gate.checkRun(serverId, plan)
  }

  /** Runs a request and shows the answer to the person. They can run it again any number of times. */
  async #review(asker: Asker, details: SamplingDetails, plan: Plan, signal: AbortSignal): Promise<Reviewed> {
    let written = await this.#run(asker, details, plan, signal)
    let problem: AppError | undefined
    for (;;) {
      const asked = {
        kind: 'samplingReview' as const,
        ...(details.byApp && { byApp: details.byApp }),
        ...written,
        asked: plan.request,
        ...(problem && { problem: problem.toData() }),
      }
      const shown = written.content
      const check = (given: AnswerTo<'samplingReview'>): void => {
        if (given.action === 'again') this.#gate.checkRun(asker.serverId, plan)
        if (given.action === 'send') checkAnswer(blocksOf(given, shown), plan.request)
      }
      const answer = answered(await this.#deps.questions.ask(asker, asked, { signal, check }))
      switch (answer.action) {
        case 'discard':
          throw this.#refuse(asker)
        case 'edit':
          return { edited: plan.request }
        case 'send':
          return {
            result: toCreateMessageResult(blocksOf(answer, shown), {
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
        written = await this.#run(asker, details, plan, signal)
        problem = undefined
      } catch (thrown) {
        // The previous answer can still be sent.
        problem = modelProblem(thrown)
        if (!problem || signal.aborted) throw thrown
      }
    }
  }

  async #run(asker: Asker, details: SamplingDetails, plan: Plan, signal: AbortSignal): Promise<Written> {
    const { serverId } = asker
    const { clock, spend, isTemporary } = this.#deps
    const begun = clock.now()
    // Another request may have run meanwhile.
    this.#gate.checkRun(serverId, plan)
    const reserved = spend.reserve(serverId, { input: plan.input, output: plan.maxTokens })
    try {
      const request = { ...toCompletion(details, plan), ...(isTemporary(asker) && { temporary: true as const }) }
      const { content, model, stopReason, tokens } = await completionWithTelemetry(this.#deps, asker, request, signal)
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
      // A model that was stopped has read the request and written some tokens. One that could not be reached used nothing.
      const written = Math.ceil((Math.max(0, clock.now() - begun) / 1_000) * TOKENS_PER_SECOND)
      const isBroken = signal.aborted || (thrown instanceof AppError && thrown.code === 'MODEL_CUT_OFF')
      if (isBroken) reserved.settle({ counted: undefined, estimate: { input: plan.input, output: Math.min(plan.maxTokens, written) } })
      else reserved.release()
      throw thrown
    }
  }
}

function wasRefused({ kind, how, reason }: EndedQuestion): boolean {
  return (
    how === 'answered' &&
    ((kind === 'sampling' && reason.id === 'ends.deny') || (kind === 'samplingReview' && reason.id === 'ends.discard'))
  )
}

/** The estimated input tokens of a request. */
function inputOf(request: Pick<SamplingEdit, 'systemPrompt'> & { readonly messages: unknown; readonly tools?: unknown }): number {
  return estimateTokens([request.systemPrompt, request.messages, request.tools])
}

/** The request to run, as the server wrote it or as the person edited it. @throws {AppError} INVALID_INPUT, MODEL_MISSING */
function planOf(details: SamplingDetails, answer: AnswerTo<'sampling'>): Plan {
  const request = answer.request ?? details.edited ?? toSamplingEdit(details)
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
  return toCreateMessageResult(blocksOf(answer), { model: 'a person', stopReason: 'endTurn', hasTools: details.tools !== undefined })
}

function answered<K extends QuestionKind>(outcome: Outcome<K>): AnswerTo<K> {
  if (outcome.how === 'answered') return outcome.answer
  throw questionEndedError(outcome)
}

/** The error if a person can fix it: with another model, a key or a shorter request. */
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

/** A model's name without its provider, as reported to the server. */
function nameOf(ref: ModelRef): string {
  return ref.slice(ref.indexOf('/') + 1)
}
