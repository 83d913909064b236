import { setImmediate as turn } from 'node:timers/promises'
import type { ModelMessage } from 'ai'
import type { Call, ChosenAccounts, ChatMessage, Part } from '../../shared/domain/chat'
import { PartId, type CallId, type ConversationId, type ModelRef, type AccountId, type ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import { isAppTool } from '../../shared/domain/apps/appTool'
import { APP_RESULT_BYTES } from '../../shared/domain/apps/appProtocol'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import { toolAddress } from '../../shared/mentions/toolMention'
import { throttle } from '../../shared/lib/throttle'
import { log } from '../lib/log'
import type { OpenModel } from '../models/openModel'
import { picturePlace } from '../models/picturePlace'
import { approveAndCallTool, type CallChange, type CallToolDeps, type ReportCall, type ToolCallRequest } from '../tools/approveAndCallTool'
import type { TaskStore } from '../calls/taskStore'
import type { SuspendedCallStore } from '../calls/suspendedCall'
import { truncateResult } from '../tools/truncateResult'
import { resumeTask } from '../tools/resumeTask'
import { resumeSuspendedCall } from '../tools/resumeSuspendedCall'
import { mentionedTools } from '../tools/mentionedTools'
import { suggestToolNames } from '../tools/suggestToolNames'
import { toolsForModel, type ModelTool } from '../tools/toolsForModel'
import type { CallInputs } from '../appTools/callInputs'
import type { ConversationStore } from './conversationStore'
import type { WholeCopy } from './toolResultCopies'
import { systemPrompt } from './systemPrompt'
import { readFilesForModel, type FileSource } from './attachments/filesForModel'
import { callsWithPictures } from './callsWithPictures'
import { modelHistory } from './modelHistory'
import { modelStepWithTelemetry } from './modelStepWithTelemetry'
import { contentForTelemetry } from '../telemetry/contentForTelemetry'
import { noTelemetry, type Telemetry } from '../telemetry/telemetry'
import type { CallPart, ModelEvent, SteeringPart, TurnDeps } from './turnLoop'
import { turnInputs, type TurnInputs } from './writingCalls'
import { appToolGone, guessTool, interfaceOf, titleOf, type AppToolLookup, type TurnTools } from './turnTools'

export interface TurnExecutionDeps extends CallToolDeps {
  readonly store: ConversationStore
  readonly tools: TurnTools
  readonly appTools: AppToolLookup
  /** The arguments of calls with an app, while a model writes them. */
  readonly callInputs: Pick<CallInputs, 'begin' | 'write' | 'complete' | 'end'>
  readonly openModel: (ref: ModelRef, signal: AbortSignal) => Promise<OpenModel>
  readonly limits: () => Limits
  /** The calls that a server runs as tasks. A record is forgotten here, once the end of its call is on disk. */
  readonly taskStore: Pick<TaskStore, 'find' | 'forget'>
  /** The calls that wait for a person and can go on after a restart. */
  readonly suspendedCalls: Pick<SuspendedCallStore, 'find'>
  readonly files: FileSource
  /** Called when a call has ended and asks no more questions. */
  readonly onCallEnded: (callId: CallId) => void
  /** Absent: nothing is told. */
  readonly telemetry?: Telemetry
}

/** The input of one turn: the assistant message that the turn writes, and all messages before it. */
export interface TurnContext {
  readonly conversationId: ConversationId
  /** The accounts that were chosen when the turn began. */
  readonly chosenAccounts: ChosenAccounts
  readonly earlier: readonly ChatMessage[]
  readonly message: ChatMessage
}

/** A server may report progress as often as it likes. The screen gets it at most this often. */
const PROGRESS_MS = 100

/** How long after a server's start a turn waits for its tools. */
const STARTING_MS = 10_000

/** Does the work of one turn: asks the model, runs calls, and saves their whole results. */
export class TurnExecution implements TurnDeps {
  readonly #deps: TurnExecutionDeps
  readonly #place: TurnContext
  readonly #running = new Map<CallId, AbortController>()
  /** The tools of the last request to the model, by their names for the model. Undefined until one was made. */
  #offered: ReadonlyMap<string, ModelTool> | undefined

  constructor(deps: TurnExecutionDeps, place: TurnContext) {
    this.#deps = deps
    this.#place = place
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
    const { chosenAccounts } = this.#place
    await this.#deps.tools.started(chosenAccounts, STARTING_MS, this.#deps.clock, signal)
    const ready = [...this.#deps.tools.ready(chosenAccounts), ...this.#deps.appTools.offeredIn(this.#place.conversationId)]
    const messages = [...this.#place.earlier, { ...this.#place.message, parts }]
    const { tools } = toolsForModel(ready, limits.toolsToModel, mentionedTools(messages, ready))
    this.#offered = new Map(tools.map((offered) => [offered.name, offered]))
    yield* modelStepWithTelemetry(
      this.telemetry,
      { conversationId: this.#place.conversationId },
      {
        model: opened.model,
        modelName: opened.name,
        providerName: opened.provider,
        instructions: systemPrompt(this.#deps.tools.notes(chosenAccounts), limits.descriptionBytes),
        messages: await this.#history(messages, { goesOn, tools, model: opened }, signal),
        tools,
        descriptionBytes: limits.descriptionBytes,
        quietMs: limits.callQuietMs,
      },
      signal,
    )
  }

  takeSteering(): SteeringPart | undefined {
    const { store } = this.#deps
    const next = store.queue.steering(this.#place.conversationId)
    if (!next) return undefined
    const part: SteeringPart = { id: PartId.parse(next.id), kind: 'steering', ...next.input }
    store.savePart(this.#place.message.id, part)
    return part
  }

  describe(modelToolName: string): Pick<Call, 'serverId' | 'tool' | 'title' | 'definitionHash' | 'ui'> {
    const known =
      this.#offered?.get(modelToolName) ??
      this.#deps.tools.named(modelToolName, this.#place.chosenAccounts) ??
      this.#deps.appTools.named(this.#place.conversationId, modelToolName)
    if (!known) return guessTool(modelToolName, new Set(Array.from(this.#offered?.values() ?? [], ({ server }) => server.id)))
    const { server, tool } = known
    return { serverId: server.id, tool: tool.name, ...titleOf(tool), definitionHash: tool.hash, ...interfaceOf(server, tool) }
  }

  async runCall(part: CallPart, report: ReportCall, signal: AbortSignal): Promise<CallChange> {
    const stopping = new AbortController()
    const ended = new AbortController()
    this.#running.set(part.call.id, stopping)
    try {
      const both = AbortSignal.any([signal, stopping.signal])
      const end = await this.#measured(part.call, () => this.#run(part, this.#throttled(report, ended.signal), both))
      ended.abort()
      return await this.#keepResult(part.call, end)
    } catch (thrown) {
      const error = AppError.from(thrown)
      // A call that waited for approval when Parley ended can be made again once the policy allows its server.
      const state = error.code === 'POLICY' && !this.#offered ? 'cutOff' : 'failed'
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
      const offered = this.#offered?.get(modelToolName)
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
    messages: readonly ChatMessage[],
    { goesOn, tools, model }: { readonly goesOn: boolean; readonly tools: readonly ModelTool[]; readonly model: OpenModel },
    signal: AbortSignal,
  ): Promise<ModelMessage[]> {
    const { resultBytesToModel: limit, fileBytesToModel: nativeBytes } = this.#deps.limits()
    const takes = (mediaType: string): boolean => model.media.includes(mediaType)
    return modelHistory(messages, {
      pictures: callsWithPictures(messages).size === 0 ? 'nowhere' : await picturePlace(model, signal),
      takes,
      files: await readFilesForModel(messages, this.#deps.files, { takes, nativeBytes, textBytes: limit }, signal),
      copyForModel: (call) => this.#copyForModel(call, limit),
      tools: new Map(tools.map(({ name, server, tool }) => [toolAddress(server.id, tool.name), name])),
      goesOn,
    })
  }

  #copyForModel(call: Call, limit: number): ToolResult | undefined {
    const { result } = call
    if (!result || result.bytes <= limit) return result
    return this.#deps.store.results.forModel(call.id) ?? truncateResult(result, limit)
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
    const request = await this.#requestFor(part, signal)
    if (request.tool.hash !== call.definitionHash) void report({ definitionHash: request.tool.hash, ...titleOf(request.tool) })
    return await approveAndCallTool(this.#deps, request, report, signal)
  }

  async #requestFor(part: CallPart, signal: AbortSignal): Promise<ToolCallRequest> {
    const { call } = part
    const offered = this.#offered?.get(part.modelToolName)
    if (!offered) {
      // The tools of an app end with it, and with Parley.
      if (isAppTool(call.tool)) throw appToolGone(call)
      // A turn that is resumed after a restart has not asked the model yet. Its servers are starting too.
      if (this.#offered || call.definitionHash === '') throw this.#notOffered(part)
      await this.#deps.tools.settled(call.serverId, this.#place.chosenAccounts, signal)
    }
    return {
      callId: call.id,
      conversationId: this.#place.conversationId,
      ...(offered ?? this.#deps.tools.find(call.serverId, call.tool, this.#place.chosenAccounts)),
      ...this.#account(call.serverId),
      arguments: call.asked,
      ...(this.#place.message.model && { model: this.#place.message.model }),
      startedBy: call.startedBy,
    }
  }

  /** Returns the account for calls of a server, if it is not the default one. */
  #account(serverId: ServerId): { readonly accountId?: AccountId } {
    const accountId = this.#place.chosenAccounts[serverId]
    return accountId === undefined ? {} : { accountId }
  }

  #notJson(call: Call): AppError {
    return new AppError('INVALID_ARGUMENTS', { reason: 'chat.notJson', params: { tool: call.tool } })
  }

  #notOffered(part: CallPart): AppError {
    const near = suggestToolNames(part.modelToolName, [...(this.#offered?.values() ?? [])])
    return this.#deps.tools.whyNotOffered(part, this.#place.chosenAccounts, near)
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

  /** Keeps the part for the screen with the call, and saves the whole result beside it. */
  async #keepResult(call: Call, change: CallChange): Promise<CallChange> {
    if (!change.result) return change
    const { raw, ...result } = change.result
    const { state = call.state } = change
    const limits = this.#deps.limits()
    // Its message was parsed just now. What follows is a piece of work of its own.
    if (result.bytes > limits.resultBytesToScreen) await turn()
    const shown = truncateResult(result, limits.resultBytesToScreen)
    // The pieces of the whole take their time. If Parley ends meanwhile, the call has run all the same, and must not run again.
    if (shown.cut || raw) this.#keepEnd(call.id, { ...change, state, result: shown })
    if (result.bytes > limits.resultBytesToModel && limits.resultBytesToModel !== limits.resultBytesToScreen) {
      this.#deps.store.results.saveForModel(call.id, truncateResult(result, limits.resultBytesToModel))
    }
    if (shown.cut) await this.#saveCopy(call.id, 'whole', result)
    if (raw && call.ui && result.bytes <= APP_RESULT_BYTES) await this.#saveCopy(call.id, 'raw', raw)
    return { ...change, result: shown }
  }

  #keepEnd(callId: CallId, end: Parameters<ConversationStore['endCall']>[1]): void {
    this.#deps.store.endCall(callId, end)
    this.#deps.taskStore.forget(callId)
  }

  /** What the disk does not take is missing only behind "Show all", or in an app: the call has ended, and a model must not believe that it failed. */
  async #saveCopy(callId: CallId, copy: WholeCopy, result: ToolResult | JsonObject): Promise<void> {
    try {
      await this.#deps.store.results.saveWhole(callId, result, copy)
    } catch (thrown) {
      log('error', 'A whole result could not be kept', { call: callId, copy, error: thrown })
    }
  }
}

/** The name of a call's failure for telemetry; a result that says that it is an error is one too (conventions for MCP). */
function errorOf({ state, error, result }: CallChange): { readonly error?: string } {
  if (error) return { error: error.code }
  if (result?.isError) return { error: 'tool_error' }
  return state === undefined || state === 'done' ? {} : { error: state.toUpperCase() }
}

function isLeft(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof AppError && signal.reason.code === 'INTERRUPTED'
}
