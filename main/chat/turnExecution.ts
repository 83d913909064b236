import type { ModelMessage } from 'ai'
import type { Call, ChatMessage, Part } from '../../shared/domain/chat'
import { PartId, type CallId, type ConversationId, type ModelRef, type AccountId, type ServerId } from '../../shared/domain/ids'
import { afterSummary } from '../../shared/domain/historySummary'
import { isOwnCall } from '../../shared/domain/ownTool'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { mediaLimits } from '../../shared/files/mediaLimits'
import { toolAddress } from '../../shared/mentions/toolMention'
import { throttle } from '../../shared/lib/throttle'
import { untilAborted } from '../lib/untilAborted'
import type { OpenModel } from '../models/openModel'
import { picturePlace } from '../models/picturePlace'
import { approveAndCallTool, type CallChange, type CallToolDeps, type ReportCall, type ToolCallRequest } from '../tools/approveAndCallTool'
import type { TaskStore } from '../calls/taskStore'
import type { SuspendedCallStore } from '../calls/suspendedCall'
import { runOwnTool } from '../ownTools/runOwnTool'
import { resumeTask } from '../tools/resumeTask'
import { resumeSuspendedCall } from '../tools/resumeSuspendedCall'
import { endpointOf } from '../tools/schema/endpointOf'
import { schemaRules } from '../tools/schema/schemaRules'
import type { ModelTool } from '../tools/toolsForModel'
import type { CallInputs } from '../appTools/callInputs'
import type { ContextMeter } from '../context/contextMeter'
import type { ConversationStore } from './conversationStore'
import { requestInstructions } from './ownSettings/requestInstructions'
import type { TurnSettings } from './ownSettings/turnSettings'
import { takenParameters } from './ownSettings/takenParameters'
import { carriedMedia } from './attachments/carriedMedia'
import type { FileSource } from './attachments/filesForModel'
import { volatileNeeds } from '../instructions/fillVariables'
import { modelHistory } from './modelHistory'
import { modelStepWithTelemetry } from './modelStepWithTelemetry'
import { contentForTelemetry } from '../telemetry/contentForTelemetry'
import { noTelemetry, type Telemetry } from '../telemetry/telemetry'
import type { CallPart, ModelEvent, SteeringPart, TurnDeps } from './turnLoop'
import { turnInputs, type TurnInputs } from './writingCalls'
import { callsAsText } from './calls/callsAsText'
import type { LoadedTools } from './calls/loadedTools'
import { longResults } from './summaries/longResults'
import { keepCallResult } from './results/keepCallResult'
import { RequestTools, type RequestToolsDeps } from './requestTools'
import { titleOf } from './turnTools'

export interface TurnExecutionDeps extends CallToolDeps, RequestToolsDeps {
  readonly store: ConversationStore
  /** The arguments of calls with an app, while a model writes them. */
  readonly callInputs: Pick<CallInputs, 'begin' | 'write' | 'complete' | 'end'>
  readonly openModel: (ref: ModelRef, signal: AbortSignal) => Promise<OpenModel>
  /** The calls that a server runs as tasks. A record is forgotten here, once the end of its call is on disk. */
  readonly taskStore: Pick<TaskStore, 'find' | 'forget'>
  /** The calls that wait for a person and can go on after a restart. */
  readonly suspendedCalls: Pick<SuspendedCallStore, 'find'>
  readonly files: FileSource
  /** Told what each request carries beside the messages. */
  readonly requestBegins: ContextMeter['requestBegins']
  /** Called before the first request of a turn: may write a summary of what was said before. Fails only when the turn is stopped. */
  readonly makeRoom: (conversationId: ConversationId, model: ModelRef, signal: AbortSignal) => Promise<void>
  /** Called when a call has ended and asks no more questions. */
  readonly onCallEnded: (callId: CallId) => void
  /** Absent: nothing is told. */
  readonly telemetry?: Telemetry
}

/** The input of one turn: the assistant message that the turn writes, and all messages before it. */
export interface TurnContext {
  readonly conversationId: ConversationId
  readonly settings: TurnSettings
  readonly earlier: readonly ChatMessage[]
  readonly message: ChatMessage
  /** How many steps earlier runs took, since the person last acted. */
  readonly stepsTaken: number
}

/** A server may report progress as often as it likes. The screen gets it at most this often. */
const PROGRESS_MS = 100

/** Does the work of one turn: asks the model, runs calls, and saves their whole results. */
export class TurnExecution implements TurnDeps {
  readonly #deps: TurnExecutionDeps
  readonly #place: TurnContext
  readonly #running = new Map<CallId, AbortController>()
  readonly #tools: RequestTools
  /** How many requests were answered to the end. */
  answered = 0
  readonly stepsTaken: number
  /** The last call of a tool of Parley's own. They run one after another: a model may make hundreds at once. */
  #ownCalls: Promise<unknown> = Promise.resolve()

  constructor(deps: TurnExecutionDeps, place: TurnContext) {
    this.#deps = deps
    this.#place = place
    this.stepsTaken = place.stepsTaken
    this.#tools = new RequestTools(deps, place)
  }

  get stepLimit(): number {
    return this.#deps.limits().stepsPerTurn
  }

  newId(): string {
    return this.#deps.clock.newId()
  }

  now(): number {
    return this.#deps.clock.now()
  }

  async *think(parts: readonly Part[], goesOn: boolean, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const limits = this.#deps.limits()
    const opened = await this.#openModel(signal)
    const { model: ref } = this.#place.message
    if (parts.length === 0 && ref !== undefined) await this.#deps.makeRoom(this.#place.conversationId, ref, signal)
    const messages = [...this.#place.earlier, { ...this.#place.message, parts }]
    const hasLongResult = messages.some(({ parts }) => parts.some((part) => part.kind === 'call' && this.#copyForModel(part.call)?.long))
    const carried = afterSummary(messages, this.#deps.store.summaries.list(this.#place.conversationId))
    const { deferral } = opened
    const loadsAt = new Set(deferral && callIdsIn(carried.messages))
    const { listed, tools, bySearch, offer } = await this.#tools.next(messages, { taker: opened, hasLongResult, loadsAt }, signal)
    const { descriptionBytes } = limits
    const loaded = deferral && { way: deferral, bySearch, descriptionBytes, rules: schemaRules(endpointOf(opened.model)) }
    const instructions = requestInstructions(this.#deps.tools, this.#place.settings.current, limits, offer)
    const parameters = await takenParameters(this.#place.settings.current.parameters, opened, signal)
    this.#deps.requestBegins(this.#place.message.id, instructions, listed)
    const history = await this.#history(carried, { goesOn, tools, loaded, model: opened }, signal)
    const events = modelStepWithTelemetry(
      this.telemetry,
      { conversationId: this.#place.conversationId },
      {
        model: opened.model,
        modelName: opened.name,
        providerName: opened.provider,
        instructions,
        parameters,
        messages: offer.most === 0 ? callsAsText(history) : history,
        tools: listed,
        loaded,
        descriptionBytes,
        cacheKey: this.#place.conversationId,
        quietMs: limits.callQuietMs,
      },
      signal,
    )
    yield* this.#tools.underServerNames(events)
    this.answered++
  }

  takeSteering(): SteeringPart | undefined {
    const { store } = this.#deps
    const next = store.queue.steering(this.#place.conversationId)
    if (!next) return undefined
    // Also a message: what was switched off before it is off.
    this.#place.settings.narrow()
    const part: SteeringPart = { id: PartId.parse(next.id), kind: 'steering', ...next.input }
    store.savePart(this.#place.message.id, part)
    return part
  }

  describe(modelToolName: string): Pick<Call, 'serverId' | 'tool' | 'title' | 'definitionHash' | 'ui'> {
    return this.#tools.describe(modelToolName)
  }

  async runCall(part: CallPart, report: ReportCall, signal: AbortSignal): Promise<CallChange> {
    const stopping = new AbortController()
    const ended = new AbortController()
    this.#running.set(part.call.id, stopping)
    try {
      const both = AbortSignal.any([signal, stopping.signal])
      const end = await this.#measured(part.call, () => this.#run(part, this.#throttled(report, ended.signal), both))
      ended.abort()
      return await keepCallResult(this.#deps, part.call, end)
    } catch (thrown) {
      const error = AppError.from(thrown)
      // A call that waited for approval when Parley ended can be made again once the policy allows its server.
      const state = error.code === 'POLICY' && !this.#tools.wereOffered ? 'cutOff' : 'failed'
      return { state, endedAt: this.now(), error: error.toData() }
    } finally {
      ended.abort()
      this.#running.delete(part.call.id)
      this.#deps.callInputs.end(part.call.id)
      // When Parley quits, the questions of a call stay: they are asked again at the next start.
      if (!isLeft(signal)) this.#deps.onCallEnded(part.call.id)
    }
  }

  get inputs(): TurnInputs {
    const { conversationId, message } = this.#place
    return turnInputs(this.#deps.callInputs, (modelToolName, call) => {
      const offered = this.#tools.offered(modelToolName)
      return (
        offered && { ...offered, ...(message.model && { model: message.model }), ...this.#account(call.serverId), conversationId, call }
      )
    })
  }

  /** Returns false when the turn is not running this call, or no longer. */
  stopCall(callId: CallId): boolean {
    const call = this.#running.get(callId)
    call?.abort(new AppError('CANCELLED', { reason: 'chat.callStopped' }))
    return call !== undefined
  }

  async #openModel(signal: AbortSignal): Promise<OpenModel> {
    const ref = this.#place.message.model
    if (ref === undefined) throw new AppError('MODEL_MISSING', { reason: 'chat.noModelChosen' })
    return await this.#deps.openModel(ref, signal)
  }

  async #history(
    { summary, summarized, messages }: ReturnType<typeof afterSummary>,
    {
      goesOn,
      tools,
      loaded,
      model,
    }: {
      readonly goesOn: boolean
      readonly tools: readonly ModelTool[]
      readonly loaded: LoadedTools | undefined
      readonly model: OpenModel
    },
    signal: AbortSignal,
  ): Promise<ModelMessage[]> {
    const { resultBytesToModel: limit, fileBytesToModel: nativeBytes } = this.#deps.limits()
    const { kind, model: name } = endpointOf(model.model)
    const taker = { takes: (mediaType: string): boolean => model.media.includes(mediaType), limits: mediaLimits(kind, name) }
    const media = { taker, source: this.#deps.files, place: () => picturePlace(model, signal), nativeBytes, textBytes: limit }
    return modelHistory(messages, {
      summary: summary && { text: summary.text, handles: longResults(summarized, (call) => this.#copyForModel(call)) },
      ...(await carriedMedia(messages, media, signal)),
      takes: taker.takes,
      copyForModel: (call) => this.#copyForModel(call),
      tools: new Map(tools.map(({ name, server, tool }) => [toolAddress(server.id, tool.name), name])),
      loaded,
      tells: volatileNeeds(this.#place.settings.current.instructions.map(({ text }) => text)),
      goesOn,
    })
  }

  #copyForModel(call: Call): ToolResult | undefined {
    return this.#deps.store.results.copyForModel(call, this.#deps.limits())
  }

  get telemetry(): Telemetry {
    return this.#deps.telemetry ?? noTelemetry
  }

  async #measured(call: Call, run: () => Promise<CallChange>): Promise<CallChange> {
    const { conversationId } = this.#place
    const span = this.telemetry.begin('tool', {
      conversationId,
      callId: call.id,
      // Whatever a model made up is not the name of a tool.
      ...(call.definitionHash === '' ? { tool: 'unknown' } : { tool: call.tool, serverId: call.serverId }),
      arguments: () => contentForTelemetry(call.asked),
    })
    try {
      const end = await span.within(run)
      const { result } = end
      span.end({ ...errorOf(end), ...(result && { result: () => contentForTelemetry(result.content) }) })
      return end
    } catch (thrown) {
      span.end({ error: AppError.from(thrown).code })
      throw thrown
    }
  }

  async #run(part: CallPart, report: ReportCall, signal: AbortSignal): Promise<CallChange> {
    const { call } = part
    const task = this.#deps.taskStore.find(call.id)?.task
    if (task) {
      const { conversationId } = this.#place
      const ids = { callId: call.id, serverId: call.serverId, conversationId, ...this.#account(call.serverId) }
      return await resumeTask(this.#deps, { ...ids, task }, report, signal)
    }
    if (this.#deps.suspendedCalls.find(call.id)) {
      const { conversationId } = this.#place
      return await resumeSuspendedCall(this.#deps, { callId: call.id, serverId: call.serverId, conversationId }, report, signal)
    }
    if (call.askedText !== undefined) throw this.#notJson(call)
    if (isOwnCall(call)) return await this.#runOwn(call, report, signal)
    const request = await this.#requestFor(part, signal)
    if (request.tool.hash !== call.definitionHash) void report({ definitionHash: request.tool.hash, ...titleOf(request.tool) })
    return await approveAndCallTool(this.#deps, request, report, signal)
  }

  async #runOwn(call: Call, report: ReportCall, signal: AbortSignal): Promise<CallChange> {
    const run = this.#ownCalls.then(async () => {
      const own = await this.#tools.own(call.tool, signal)
      if (!own) throw new AppError('UNKNOWN_TOOL', { reason: 'chat.unknownTool', params: { name: call.tool, near: [], count: 0 } })
      return await runOwnTool(this.#deps, own, call, report, signal)
    })
    this.#ownCalls = run.catch(() => undefined)
    return await untilAborted(run, signal)
  }

  async #requestFor(part: CallPart, signal: AbortSignal): Promise<ToolCallRequest> {
    const { call } = part
    return {
      callId: call.id,
      conversationId: this.#place.conversationId,
      ...(await this.#tools.called(part, signal)),
      ...this.#account(call.serverId),
      arguments: call.asked,
      ...(this.#place.message.model && { model: this.#place.message.model }),
      startedBy: call.startedBy,
    }
  }

  /** Returns the account for calls of a server, if it is not the default one. */
  #account(serverId: ServerId): { readonly accountId?: AccountId } {
    const accountId = this.#place.settings.current.accounts[serverId]
    return accountId === undefined ? {} : { accountId }
  }

  #notJson(call: Call): AppError {
    return new AppError('INVALID_ARGUMENTS', { reason: 'chat.notJson', params: { tool: call.tool } })
  }

  /** Reports progress at most once per PROGRESS_MS. Delayed progress is reported as soon as possible. A call that has ended reports nothing. */
  #throttled(report: ReportCall, ended: AbortSignal): ReportCall {
    const { clock } = this.#deps
    const reportProgress = throttle((change: CallChange) => void report(change), {
      ms: PROGRESS_MS,
      leading: true,
      after: (ms, run) => clock.after(ms, run),
    })
    ended.addEventListener('abort', reportProgress.cancel, { once: true })
    return async (change) => {
      if (ended.aborted) return
      if (change.progress) reportProgress(change)
      else await report(change)
    }
  }
}

/** The name of a call's failure for telemetry; a result that says that it is an error is one too (conventions for MCP). */
function errorOf({ state, error, result }: CallChange): { readonly error?: string } {
  if (error) return { error: error.code }
  if (result?.isError) return { error: 'tool_error' }
  return state === undefined || state === 'done' ? {} : { error: state.toUpperCase() }
}

function callIdsIn(messages: readonly ChatMessage[]): readonly CallId[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call.id] : [])))
}

function isLeft(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof AppError && signal.reason.code === 'INTERRUPTED'
}
