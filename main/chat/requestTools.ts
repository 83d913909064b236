import type { Call, ChatMessage } from '../../shared/domain/chat'
import { isAppTool } from '../../shared/domain/apps/appTool'
import { FIND_TOOLS, OWN_HASH, ownServer, ownToolCalled } from '../../shared/domain/ownTool'
import type { Limits } from '../../shared/domain/defaultLimits'
import { isServerOn, isToolOn } from '../../shared/domain/projects/effectiveSettings'
import type { CallId } from '../../shared/domain/ids'
import type { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { findTools, keptSearch } from '../ownTools/findTools'
import type { OwnTool } from '../ownTools/ownTool'
import { readResult, searchResult } from '../ownTools/resultTools'
import { toolsOfRequest, type ToolsOfRequest } from '../ownTools/toolsOfRequest'
import { argumentsForServer } from '../tools/schemaForModel'
import { suggestToolNames } from '../tools/suggestToolNames'
import { decideOffer, type ToolOffer, type ToolTaker } from '../tools/offerTools'
import { toolTraces } from '../tools/toolTraces'
import { enabledTools, type ModelTool, type OfferedTool } from '../tools/toolsForModel'
import { openResults, type ResultTexts } from './openResults'
import type { TurnContext } from './turnExecution'
import type { CallPart, ModelEvent } from './turnLoop'
import { appToolGone, guessTool, interfaceOf, switchedOff, titleOf, type AppToolLookup, type TurnTools } from './turnTools'

export interface RequestToolsDeps {
  readonly tools: TurnTools
  readonly appTools: AppToolLookup
  readonly limits: () => Limits
  readonly clock: Clock
  readonly store: { readonly results: ResultTexts }
}

/** How long after a server's start a turn waits for its tools. */
const STARTING_MS = 10_000

export interface RequestToolList {
  /** What the request carries: tools of servers and apps, and of Parley's own. */
  readonly listed: readonly OfferedTool[]
  /** Those of servers and apps among them. */
  readonly tools: readonly ModelTool[]
  /** Those of them that the model gets at the results of these searches. */
  readonly bySearch: ToolsOfRequest['loaded']
  readonly offer: ToolOffer
}

/** The tools of one turn: what each of its requests to the model carries, and what a name means that the model wrote. */
export class RequestTools {
  readonly #deps: RequestToolsDeps
  readonly #place: TurnContext
  /** What the last request followed. */
  #messages: readonly ChatMessage[]
  /** What the model may call after the last request, by its names for it. Undefined until one was made. */
  #offered: ReadonlyMap<string, ModelTool> | undefined
  /** Those that the last request carried. */
  #listed: readonly ModelTool[] = []
  #search: OwnTool | undefined
  readonly #kept = keptSearch()

  constructor(deps: RequestToolsDeps, place: TurnContext) {
    this.#deps = deps
    this.#place = place
    this.#messages = [...place.earlier, place.message]
  }

  /** Whether the model was offered tools in this run of the turn. */
  get wereOffered(): boolean {
    return this.#offered !== undefined
  }

  /**
   * Waits for servers that are starting. Returns the tools of the next request, which follows these messages.
   * @param hasLongResult Whether the model gets only the beginning of a result.
   * @param loadsAt Searches at whose results the model takes in what they found.
   */
  async next(
    messages: readonly ChatMessage[],
    {
      taker,
      hasLongResult,
      loadsAt,
    }: { readonly taker: ToolTaker; readonly hasLongResult: boolean; readonly loadsAt: ReadonlySet<CallId> },
    signal: AbortSignal,
  ): Promise<RequestToolList> {
    const { tools, appTools, limits, clock } = this.#deps
    const { conversationId } = this.#place
    const settings = this.#place.settings.current
    this.#messages = messages
    await tools.started(settings, STARTING_MS, clock, signal)
    const ready = tools.ready(settings)
    const ofApps = appTools.offeredIn(conversationId).filter(({ server }) => isServerOn(settings.switches, server.id))
    const forResults = hasLongResult ? this.#resultTools() : []
    const hasCalls = messages.some(({ parts }) => parts.some(({ kind }) => kind === 'call'))
    const offer = await decideOffer(ready, taker, limits(), signal, hasCalls || ofApps.length > 0)
    const request = toolsOfRequest({ ready, ofApps, offer, traces: messages.flatMap(toolTraces), forResults, loadsAt, kept: this.#kept })
    this.#search = request.search
    this.#offered = request.callable
    this.#listed = request.tools
    return { listed: request.listed, tools: request.tools, bySearch: request.loaded, offer }
  }

  /** Returns a tool of Parley's own. It can be called whether or not it was offered: the conversation may know it from before. */
  async own(tool: string, signal: AbortSignal): Promise<OwnTool | undefined> {
    if (tool !== FIND_TOOLS) return this.#resultTools().find((one) => one.tool.name === tool)
    if (this.#search) return this.#search
    const { tools, clock } = this.#deps
    // A turn that is resumed after a restart has not asked the model yet. Its servers are starting too.
    await tools.started(this.#place.settings.current, STARTING_MS, clock, signal)
    return (this.#search = findTools(enabledTools(tools.ready(this.#place.settings.current)), this.#kept))
  }

  #resultTools(): readonly OwnTool[] {
    const open = openResults(this.#messages, this.#deps.store.results)
    return [readResult(open), searchResult(open)]
  }

  /** The tool that the model calls so. */
  offered(modelToolName: string): ModelTool | undefined {
    return this.#offered?.get(modelToolName)
  }

  /** Passes on what the model says, with the arguments of its calls under the names that their servers know. */
  async *underServerNames(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    for await (const event of events) {
      const called = event.type === 'call' ? this.offered(event.modelToolName) : undefined
      if (event.type !== 'call' || !called) yield event
      else yield { ...event, arguments: argumentsForServer(called.tool.inputSchema, event.arguments) }
    }
  }

  /** Returns the server and tool behind a model's tool name, or the best guess if there is no such tool. */
  describe(modelToolName: string): Pick<Call, 'serverId' | 'tool' | 'title' | 'definitionHash' | 'ui'> {
    const { tools, appTools } = this.#deps
    const own = ownToolCalled(modelToolName)
    if (own !== undefined) return { serverId: ownServer, tool: own, definitionHash: OWN_HASH }
    const known =
      this.offered(modelToolName) ??
      tools.named(modelToolName, this.#place.settings.current.accounts) ??
      appTools.named(this.#place.conversationId, modelToolName)
    if (!known) return guessTool(modelToolName, new Set(Array.from(this.#offered?.values() ?? [], ({ server }) => server.id)))
    const { server, tool } = known
    return { serverId: server.id, tool: tool.name, ...titleOf(tool), definitionHash: tool.hash, ...interfaceOf(server, tool) }
  }

  /**
   * Returns what a call calls. Waits for its server where the turn was resumed, since all servers are starting then.
   * @throws {AppError} when the model was not offered it, or it is gone or was switched off since
   */
  async called(part: CallPart, signal: AbortSignal): Promise<Pick<ModelTool, 'server' | 'tool'>> {
    const { call } = part
    const offered = this.offered(part.modelToolName)
    if (offered) return isAppTool(offered.tool.name) ? offered : this.#deps.tools.asConfigured(offered)
    const { switches, accounts } = this.#place.settings.current
    if (call.startedBy === 'model' && call.definitionHash !== '' && !isToolOn(switches, call.serverId, call.tool)) throw switchedOff(call)
    // The tools of an app end with it, and with Parley.
    if (isAppTool(call.tool)) throw appToolGone(call)
    if (this.wereOffered || call.definitionHash === '') throw this.#notOffered(part)
    const { tools } = this.#deps
    await tools.settled(call.serverId, accounts, signal)
    return tools.find(call.serverId, call.tool, accounts)
  }

  #notOffered(part: CallPart): AppError {
    const near = suggestToolNames(part.modelToolName, this.#listed)
    return this.#deps.tools.whyNotOffered(part, this.#place.settings.current, near)
  }
}
