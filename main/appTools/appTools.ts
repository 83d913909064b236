import type { AppEvent, AppId, AppToolAnswer } from '../../shared/domain/apps/app'
import { APP_RESULT_BYTES } from '../../shared/domain/apps/appProtocol'
import { APP_TOOL_CALL_MS, APP_TOOLS_MOST, nameInApp } from '../../shared/domain/apps/appTool'
import type { ReachedHosts, Tool } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ConversationId, ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { isSurelyLonger } from '../lib/jsonSize'
import { untilAborted } from '../lib/untilAborted'
import { parseToolResult, type StructuredContentChecker } from '../parsing/parseToolResult'
import type { ServerCall } from '../tools/approveAndCallTool'
import { toolNameForModel } from '../tools/toolNameForModel'
import type { ReadyServer } from '../tools/toolsForModel'
import type { AppToolPins } from './appToolPins'
import { parseAppTool } from './parseAppTool'

/** An open app that provides tools. */
export interface ProvidingApp {
  readonly appId: AppId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  readonly resourceUri: string
  /** The hosts that a person lets it reach. */
  readonly reaches: ReachedHosts
}

export interface AppToolsDeps {
  readonly clock: Clock
  readonly checker: StructuredContentChecker
  readonly limits: () => Limits
  readonly pins: AppToolPins
  /** Undefined for a server that is gone. */
  readonly serverOf: (serverId: ServerId) => ServerConfig | undefined
  readonly publish: (appId: AppId, event: AppEvent) => void
  /** Whether a page shows the app and hears its events. */
  readonly hasPage: (appId: AppId) => boolean
}

/** A tool of an app with its server, of which nothing that it claims is believed. */
export interface OfferedAppTool {
  readonly server: ServerConfig
  readonly tool: Tool
}

interface Provided {
  readonly app: ProvidingApp
  readonly tools: readonly Tool[]
}

interface Waiting {
  readonly appId: AppId
  readonly server: ServerId
  readonly answered: PromiseWithResolvers<JsonObject>
}

/** The names for models that are remembered after their app has gone. */
const MOST_NAMES = 1_000

/** The one owner of the tools that open apps provide, and of the calls that wait for an app. All of them end with their app. */
export class AppTools {
  readonly #deps: AppToolsDeps
  /** In the order in which the apps began. */
  readonly #provided = new Map<AppId, Provided>()
  readonly #waiting = new Map<string, Waiting>()
  /** What a model was offered, by conversation and the model's name for it. A model may call what is gone. */
  readonly #names = new Map<string, OfferedAppTool>()

  constructor(deps: AppToolsDeps) {
    this.#deps = deps
  }

  /** An app lists its tools, in place of those that it listed before. What cannot be used, or is too many, is left out. */
  provide(app: ProvidingApp, listed: readonly unknown[]): void {
    const { serverId, resourceUri, reaches } = app
    const limits = this.#deps.limits()
    const tools = new Map<string, Tool>()
    for (const raw of listed.slice(0, APP_TOOLS_MOST)) {
      const tool = parseAppTool(raw, { resourceUri, reaches }, limits)
      if (tool && !tools.has(tool.name)) tools.set(tool.name, tool)
    }
    this.#provided.set(app.appId, { app, tools: [...tools.values()] })
    this.#deps.pins.seen(serverId, resourceUri, this.#toolsOf(serverId, resourceUri))
  }

  /** The names that the app itself gives its tools. */
  listed(appId: AppId): readonly string[] {
    return this.#provided.get(appId)?.tools.map(({ name }) => nameInApp(name)) ?? []
  }

  /** An app has ended, and its tools with it. Calls that wait for it fail. */
  withdraw(appId: AppId): void {
    const provided = this.#provided.get(appId)
    if (!provided) return
    this.#provided.delete(appId)
    for (const { appId: of, server, answered } of this.#waiting.values()) if (of === appId) answered.reject(closed(server))
    const { serverId, resourceUri } = provided.app
    this.#deps.pins.seen(serverId, resourceUri, this.#toolsOf(serverId, resourceUri))
  }

  /** The tools of the open apps of a conversation. Of several apps of a server with a tool of the same name, the one that began last has it. */
  offeredIn(conversationId: ConversationId): readonly ReadyServer[] {
    const found = new Map<ServerId, Map<string, Tool>>()
    for (const { app, tools } of this.#latestFirst(conversationId)) {
      const ofServer = found.get(app.serverId) ?? new Map<string, Tool>()
      found.set(app.serverId, ofServer)
      for (const tool of tools) if (!ofServer.has(tool.name)) ofServer.set(tool.name, tool)
    }
    return [...found].flatMap(([serverId, tools]) => {
      const server = this.#serverOf(serverId)
      const offered = [...tools.values()].filter((tool) => this.#deps.pins.standing(serverId, tool) !== 'changed')
      if (!server || offered.length === 0) return []
      for (const tool of offered) this.#remember(conversationId, { server, tool })
      return [{ server, tools: offered }]
    })
  }

  /** Returns the tool that a model was offered in a conversation under this name, also one that is gone. */
  named(conversationId: ConversationId, modelToolName: string): OfferedAppTool | undefined {
    return this.#names.get(`${conversationId} ${modelToolName}`)
  }

  /**
   * Has the app run its tool, and returns the result, checked as a server's.
   * @throws {AppError} UNKNOWN_TOOL (no open app has the tool), CONFLICT (it is another tool now), TIMED_OUT, MESSAGE_TOO_LARGE (over 10 MB),
   * SERVER_ERROR (the app answered with an error), and the signal's reason.
   */
  async callTool(call: ServerCall, signal: AbortSignal): Promise<ToolResult> {
    const { app, tool } = this.#find(call)
    const raw = await this.#ask(app, tool, call.arguments, signal)
    if (isSurelyLonger(raw, APP_RESULT_BYTES)) {
      throw new AppError('MESSAGE_TOO_LARGE', { reason: 'apps.messageTooLarge', params: { most: APP_RESULT_BYTES / 1024 / 1024 } })
    }
    return parseToolResult(raw, tool, { serverId: app.serverId, checker: this.#deps.checker }, signal)
  }

  /** The app has answered a call. An answer that nobody waits for any more is nothing. */
  answer(appId: AppId, requestId: string, answer: AppToolAnswer): void {
    const waiting = this.#waiting.get(requestId)
    if (waiting?.appId !== appId) return
    const { answered, server } = waiting
    switch (answer.kind) {
      case 'result':
        return answered.resolve(answer.result)
      case 'error':
        return answered.reject(new AppError('SERVER_ERROR', { reason: 'apps.toolFailed', params: { server } }, { said: answer.message }))
      case 'tooLarge':
        return answered.reject(new AppError('MESSAGE_TOO_LARGE', { reason: 'apps.toolTooLarge', params: { server } }))
      case 'closed':
        return answered.reject(closed(server))
    }
  }

  async #ask(app: ProvidingApp, tool: Tool, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { clock, publish } = this.#deps
    const { appId, serverId } = app
    const requestId = clock.newId()
    const answered = Promise.withResolvers<JsonObject>()
    this.#waiting.set(requestId, { appId, server: serverId, answered })
    const stop = clock.after(APP_TOOL_CALL_MS, () =>
      answered.reject(
        new AppError('TIMED_OUT', { reason: 'apps.toolLate', params: { server: serverId, seconds: APP_TOOL_CALL_MS / 1_000 } }),
      ),
    )
    publish(appId, { type: 'callTool', requestId, tool: nameInApp(tool.name), arguments: args })
    try {
      return await untilAborted(answered.promise, signal)
    } catch (thrown) {
      // What it does of it from now on is for nobody.
      publish(appId, { type: 'cancelTool', requestId })
      throw thrown
    } finally {
      stop()
      this.#waiting.delete(requestId)
    }
  }

  /** @throws {AppError} UNKNOWN_TOOL, CONFLICT */
  #find({ conversationId, serverId, tool: name, definitionHash }: ServerCall): { readonly app: ProvidingApp; readonly tool: Tool } {
    const params = { server: serverId, tool: nameInApp(name) }
    for (const { app, tools } of conversationId === undefined ? [] : this.#latestFirst(conversationId)) {
      const tool = app.serverId === serverId ? tools.find((one) => one.name === name) : undefined
      if (!tool) continue
      if (tool.hash !== definitionHash || this.#deps.pins.standing(serverId, tool) === 'changed') {
        throw new AppError('CONFLICT', { reason: 'apps.toolChanged', params })
      }
      return { app, tool }
    }
    throw new AppError('UNKNOWN_TOOL', { reason: 'apps.toolGone', params })
  }

  #latestFirst(conversationId: ConversationId): readonly Provided[] {
    return [...this.#provided.values()]
      .filter(({ app }) => app.conversationId === conversationId && this.#deps.hasPage(app.appId))
      .toReversed()
  }

  /** What the open apps of one interface list: the app that began last says what a tool is. */
  #toolsOf(serverId: ServerId, resourceUri: string): readonly Tool[] {
    const same = [...this.#provided.values()].filter(({ app }) => app.serverId === serverId && app.resourceUri === resourceUri)
    return [...new Map(same.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool]))).values()]
  }

  /** What an app says of its tools is believed of no server. */
  #serverOf(serverId: ServerId): ServerConfig | undefined {
    const server = this.#deps.serverOf(serverId)
    return server && { ...server, trusted: false }
  }

  #remember(conversationId: ConversationId, offered: OfferedAppTool): void {
    const key = `${conversationId} ${toolNameForModel(offered.server.id, offered.tool.name)}`
    this.#names.delete(key)
    this.#names.set(key, offered)
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= MOST_NAMES) break
      this.#names.delete(oldest)
    }
  }
}

function closed(server: ServerId): AppError {
  return new AppError('NOT_FOUND', { reason: 'apps.toolClosed', params: { server } })
}
