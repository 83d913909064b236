import { estimateTokens } from '../../shared/context/estimateTokens'
import type { Call, ChatMessage, Part } from '../../shared/domain/chat'
import { isServerOn, type EffectiveSettings } from '../../shared/domain/projects/effectiveSettings'
import type { ContextBudget } from '../../shared/domain/usage/context'
import type { ConversationId, FileHash, MessageId, ModelRef, PartId, ProjectId } from '../../shared/domain/ids'
import { summaryInUse, type HistorySummary } from '../../shared/domain/historySummary'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { UsageSum } from '../../shared/domain/usage/usage'
import type { AttachedFile } from '../../shared/files/attachedFile'
import type { FileTaker } from '../../shared/files/howSent'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import { readResult, searchResult } from '../ownTools/resultTools'
import { toolsOfRequest } from '../ownTools/toolsOfRequest'
import { decideOffer, type ToolOffer, type ToolTaker } from '../tools/offerTools'
import { toolTraces, type ToolTrace } from '../tools/toolTraces'
import type { ModelTool, OfferedTool, ReadyServer } from '../tools/toolsForModel'
import { contextBudget, type ContextParts } from './contextBudget'
import { estimateFile } from './estimateFile'
import { estimateTool, toolsByServer } from './estimateFixed'
import { planSummary, type PlannedMessage, type SummaryPlan } from './planSummary'
import { addEstimates, estimatePart, NOTHING, PICTURE_TOKENS, type PartEstimate } from './estimatePart'

/** The part of the store of conversations that the meter needs. */
export interface MeteredConversations {
  /** The messages in front, the first one first. */
  path(id: ConversationId): readonly MessageId[]
  messages(wanted: readonly MessageId[]): ChatMessage[]
  readonly summaries: { list(id: ConversationId): readonly HistorySummary[] }
  readonly usage: {
    ofConversation(id: ConversationId): UsageSum
    /** The input of the last request for each of these messages, where this model answered it. */
    lastInputs(ids: readonly MessageId[], model: ModelRef): ReadonlyMap<MessageId, number>
  }
}

export interface ContextMeterDeps {
  readonly conversations: MeteredConversations
  /** @throws {AppError} NOT_FOUND */
  readonly settings: (place: Pick<ContextWanted, 'conversationId' | 'projectId'>) => EffectiveSettings
  readonly ready: (settings: EffectiveSettings) => readonly ReadyServer[]
  /** The tools of the open apps of a conversation. */
  readonly ofApps: (conversationId: ConversationId) => readonly ReadyServer[]
  readonly taker: (model: ModelRef) => ToolTaker
  readonly instructions: (settings: EffectiveSettings, offer: ToolOffer) => string
  /** The copy of a call's result that the model gets. */
  readonly copyForModel: (call: Call) => ToolResult | undefined
  readonly files: { find(sha256: FileHash): AttachedFile | undefined; text(sha256: FileHash): string | undefined }
  /** The endpoint of a model, as far as files matter to it. Undefined for a model that is gone. */
  readonly fileTaker: (model: ModelRef) => FileTaker | undefined
  readonly limits: () => Pick<Limits, 'toolsListed' | 'toolsToModel' | 'descriptionBytes' | 'resultBytesToModel'>
}

export interface ContextWanted {
  readonly conversationId?: ConversationId | undefined
  /** Of a new conversation: the project in which it begins. */
  readonly projectId?: ProjectId | undefined
  readonly model?: ModelRef | undefined
  /** The files of the message that is being written. */
  readonly files?: readonly FileHash[] | undefined
}

/** Messages are read and estimated in portions. */
const AT_ONCE = 8
/** The estimates of so many messages, calls and files are kept. */
const MOST_KEPT = 20_000
/** What so many requests carried is remembered. */
const MOST_REQUESTS = 500
/** How far back a counted request is looked for. */
const MEASURED_WITHIN = 30
/** Of results, a request carries at most so many pictures (main/chat/callsWithPictures.ts). */
const MOST_PICTURES = 20
/** A longer text was not typed. The tools that it names are left out here, so that the texts of a conversation are not held in memory. */
const LONGEST_TYPED = 10_000
/** What a request carries where a result is long. Here nothing is read with them. */
const forResults = [readResult(() => undefined), searchResult(() => undefined)]

/** What a request carries beside messages. */
interface Fixed {
  readonly instructions: string
  readonly tools: readonly (OfferedTool | ModelTool)[]
}

interface MessageEstimate extends PartEstimate, Pick<ChatMessage, 'id' | 'role' | 'created'> {
  /** Where tools come up in it. */
  readonly traces: readonly ToolTrace[]
  /** What the last request for the message contained of it: all but what the model wrote in answer to that request. */
  readonly sent: PartEstimate
  /** The model had said its last word: nothing was added to the message after its last request. */
  readonly rested: boolean
}

/** The messages in front of a conversation: those that a summary stands for, and all after them. */
interface EstimatedPath {
  readonly summarized: readonly MessageEstimate[]
  readonly path: readonly MessageEstimate[]
  readonly summary?: HistorySummary
  /** When a summary was written or changed last. */
  readonly since: number
}

/** An endpoint that takes no files as they are. */
const TAKES_NONE: FileTaker = { takes: () => false, limits: {} }
/** What a summary takes itself, about. */
const ABOUT_A_SUMMARY = 1_000

const NO_MESSAGES: EstimatedPath = { summarized: [], path: [], since: -Infinity }

/** Says what fills the next request of a conversation. What a message takes is estimated once; only the last message may still change. */
export class ContextMeter {
  readonly #deps: ContextMeterDeps
  readonly #messages = new Map<MessageId, MessageEstimate>()
  readonly #texts = new Map<FileHash, number>()
  /** Calls that have ended: the message that is being written may have many. */
  readonly #calls = new Map<PartId, PartEstimate>()
  /**
   * What the last request for a message carried beside messages, in tokens: the tools themselves would stay in memory after their server has
   * others. After a restart it is taken for what a request carries now.
   */
  readonly #requests = new Map<MessageId, Promise<number>>()

  constructor(deps: ContextMeterDeps) {
    this.#deps = deps
  }

  /** A request begins, with these instructions and tools. */
  requestBegins(messageId: MessageId, instructions: string, tools: Fixed['tools']): void {
    const tokens = this.#fixedTokens({ instructions, tools }, new EventLoopYielder()).then(total)
    keep(this.#requests, messageId, tokens, MOST_REQUESTS)
  }

  /**
   * Returns what fills the next request, with the files of the message that is being written.
   * @throws {AppError} NOT_FOUND
   */
  async budget({ conversationId, projectId, model, files = [] }: ContextWanted, signal: AbortSignal): Promise<ContextBudget> {
    const { conversations } = this.#deps
    const yielder = new EventLoopYielder()
    const whole = conversationId === undefined ? NO_MESSAGES : await this.#estimates(conversationId, yielder, signal)
    const { path: estimates, summary } = whole
    const settings = this.#deps.settings({ conversationId, projectId })
    const now = await this.#fixed({ conversationId, model, settings }, [...whole.summarized, ...estimates], signal)
    const taker = this.#fileTaker(model)
    const written = files.flatMap((sha256) => this.#deps.files.find(sha256) ?? [])
    const fixed = await this.#fixedTokens(now, yielder, signal)
    const parts: ContextParts = {
      ...fixed,
      ...withText(this.#filled(estimates, written, taker), summary?.text),
      messages: estimates.length,
    }
    const newest = model === undefined ? undefined : this.#newestCounted(whole, model)
    const measured = newest && {
      counted: newest.input,
      estimated:
        ((await this.#requests.get(newest.answer.id)) ?? total(fixed)) +
        spoken(withText(this.#filled([...newest.before, newest.answer.sent], [], taker), summary?.text)),
    }
    const used = conversationId === undefined ? undefined : conversations.usage.ofConversation(conversationId)
    const planned = planSummary(this.#planned(whole, taker), whole.summarized.length, await this.#window(model, signal))
    return {
      ...contextBudget(parts, measured),
      ...(settings.parameters.maxOutputTokens !== undefined && { answer: settings.parameters.maxOutputTokens }),
      ...(planned && { summary: { messages: planned.messages, tokens: planned.tokens - ABOUT_A_SUMMARY } }),
      ...(used && { used }),
    }
  }

  /**
   * Returns what of a conversation a summary for this model would stand for. Undefined where there is too little.
   * @throws {AppError} NOT_FOUND
   */
  async planSummary(conversationId: ConversationId, model: ModelRef, signal: AbortSignal): Promise<SummaryPlan | undefined> {
    const whole = await this.#estimates(conversationId, new EventLoopYielder(), signal)
    return planSummary(this.#planned(whole, this.#fileTaker(model)), whole.summarized.length, await this.#window(model, signal))
  }

  #planned({ summarized, path }: EstimatedPath, taker: FileTaker): readonly PlannedMessage[] {
    const tokens = (one: MessageEstimate): number => spoken(this.#filled([one], [], taker))
    return [...summarized.map((one) => ({ ...one, tokens: 0 })), ...path.map((one) => ({ ...one, tokens: tokens(one) }))]
  }

  async #window(model: ModelRef | undefined, signal: AbortSignal): Promise<number | undefined> {
    return model === undefined ? undefined : (await this.#deps.taker(model).facts?.(signal))?.context
  }

  /**
   * What the next request carries beside messages, as `chat/requestTools.ts` chooses it. Left out is what is not known before it is sent: the
   * tools of servers that are still starting, and those that only the message that is being written names.
   */
  async #fixed(
    { conversationId, model, settings }: Pick<ContextWanted, 'conversationId' | 'model'> & { readonly settings: EffectiveSettings },
    estimates: readonly MessageEstimate[],
    signal: AbortSignal,
  ): Promise<Fixed> {
    const { ready: readyWith, ofApps, taker, limits, instructions } = this.#deps
    const ready = readyWith(settings)
    const open = conversationId === undefined ? [] : ofApps(conversationId)
    const apps = open.filter(({ server }) => isServerOn(settings.switches, server.id))
    const hasOthers = apps.length > 0 || estimates.some(({ calls }) => calls > 0)
    const offer = await decideOffer(ready, model === undefined ? {} : taker(model), limits(), signal, hasOthers)
    const { listed } = toolsOfRequest({
      ready,
      ofApps: apps,
      offer,
      traces: estimates.flatMap(({ traces }) => traces),
      forResults: estimates.some(({ long }) => long) ? forResults : [],
    })
    return { instructions: instructions(settings, offer), tools: listed }
  }

  #fileTaker(model: ModelRef | undefined): FileTaker {
    return (model && this.#deps.fileTaker(model)) ?? TAKES_NONE
  }

  /** What these messages take together, with the files of one that is being written. */
  #filled(estimates: readonly PartEstimate[], written: readonly AttachedFile[], taker: FileTaker) {
    const sum = estimates.reduce<PartEstimate>((one, other) => addEstimates(one, { ...other, files: [] }), NOTHING)
    const files = [...estimates.flatMap((one) => one.files), ...written]
    const fileTokens = files.map((file) => estimateFile(file, taker, (one) => this.#textTokens(one)))
    return {
      history: sum.history,
      attachments: fileTokens.reduce((all, tokens) => all + tokens, sum.attachments),
      attached: sum.attached + written.length,
      results: sum.results + Math.min(MOST_PICTURES, sum.pictures) * PICTURE_TOKENS,
      calls: sum.calls,
      largest: sum.largest,
    }
  }

  async #fixedTokens({ instructions, tools }: Fixed, yielder: EventLoopYielder, signal?: AbortSignal) {
    const { descriptionBytes } = this.#deps.limits()
    for (const tool of tools) {
      await pause(yielder, signal)
      estimateTool(tool, descriptionBytes)
    }
    return { instructions: estimateTokens(instructions), tools: toolsByServer(tools, (tool) => estimateTool(tool, descriptionBytes)) }
  }

  async #estimates(conversationId: ConversationId, yielder: EventLoopYielder, signal: AbortSignal): Promise<EstimatedPath> {
    const { conversations } = this.#deps
    const path = conversations.path(conversationId)
    const last = path.at(-1)
    const unknown = path.filter((id) => id === last || !this.#messages.has(id))
    const found = new Map<MessageId, MessageEstimate>()
    for (let start = 0; start < unknown.length; start += AT_ONCE) {
      await pause(yielder, signal)
      for (const message of conversations.messages(unknown.slice(start, start + AT_ONCE))) {
        found.set(message.id, await this.#estimate(message, yielder, signal))
      }
    }
    for (const [id, estimate] of found) if (id !== last) keep(this.#messages, id, estimate, MOST_KEPT)
    const all = path.flatMap((id) => found.get(id) ?? this.#messages.get(id) ?? [])
    const summaries = conversations.summaries.list(conversationId)
    const summary = summaryInUse(path, summaries)
    const after = summary ? all.findIndex(({ id }) => id === summary.through) + 1 : 0
    const since = Math.max(-Infinity, ...summaries.map(({ changed }) => changed))
    return { summarized: all.slice(0, after), path: all.slice(after), ...(summary && { summary }), since }
  }

  async #estimate(
    { id, role, state, created, parts }: ChatMessage,
    yielder: EventLoopYielder,
    signal: AbortSignal,
  ): Promise<MessageEstimate> {
    let sum = NOTHING
    let sent = NOTHING
    for (const part of parts) {
      await pause(yielder, signal)
      sum = addEstimates(sum, this.#partEstimate(part))
      // A request follows a call, and what a person said into the answer.
      if (part.kind === 'call' || part.kind === 'steering') sent = sum
    }
    const rested = state === 'done' && parts.at(-1)?.kind === 'text'
    const traces = toolTraces({ role, parts }).filter((trace) => !('said' in trace) || isMention(trace.said))
    return { ...sum, id, role, created, traces, sent, rested }
  }

  #partEstimate(part: Part): PartEstimate {
    const known = this.#calls.get(part.id)
    if (known) return known
    const estimate = estimatePart(part, this.#deps.copyForModel)
    if (part.kind === 'call' && part.call.state === 'done') keep(this.#calls, part.id, estimate, MOST_KEPT)
    return estimate
  }

  /** The newest answer at rest to whose last request the provider of this model counted the input, with that count. */
  #newestCounted({ path: estimates, since }: EstimatedPath, model: ModelRef) {
    // What was sent before a summary was written or changed is something else than what is sent now.
    const rested = estimates.slice(-MEASURED_WITHIN).filter((one) => one.rested && one.created > since)
    const counted = this.#deps.conversations.usage.lastInputs(
      rested.map(({ id }) => id),
      model,
    )
    const index = estimates.findLastIndex((one) => rested.includes(one) && counted.has(one.id))
    const answer = estimates[index]
    const input = answer && counted.get(answer.id)
    return answer === undefined || input === undefined ? undefined : { before: estimates.slice(0, index), answer, input }
  }

  #textTokens({ sha256 }: AttachedFile): number {
    const before = this.#texts.get(sha256)
    if (before !== undefined) return before
    const text = this.#deps.files.text(sha256)
    if (text === undefined) return 0
    const tokens = estimateTokens(text.slice(0, this.#deps.limits().resultBytesToModel))
    keep(this.#texts, sha256, tokens, MOST_KEPT)
    return tokens
  }
}

/** What the request says around it; each of its lines has a mark. */
const AROUND_A_SUMMARY = 60

const withText = <F extends { readonly history: number }>(filled: F, text: string | undefined): F =>
  text === undefined ? filled : { ...filled, history: filled.history + Math.round(estimateTokens(text) * 1.1) + AROUND_A_SUMMARY }

const isMention = (said: string): boolean => said.length <= LONGEST_TYPED && said.includes('@')

const total = ({ instructions, tools }: Pick<ContextParts, 'instructions' | 'tools'>): number =>
  tools.reduce((sum, { tokens }) => sum + tokens, instructions)

const spoken = ({ history, attachments, results }: Pick<ContextParts, 'history' | 'attachments' | 'results'>): number =>
  history + attachments + results

/** Lets others have a turn when it is time, and ends when nobody wants the answer any more. */
async function pause(yielder: EventLoopYielder, signal?: AbortSignal): Promise<void> {
  if (!yielder.isDue()) return
  await yielder.yieldTurn()
  signal?.throwIfAborted()
}

/** The oldest entry goes when there are too many. */
function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
