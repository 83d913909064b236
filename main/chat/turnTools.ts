import { nameInApp } from '../../shared/domain/apps/appTool'
import type { Catalog, Tool } from '../../shared/domain/catalog'
import type { Call, ChosenAccounts } from '../../shared/domain/chat'
import type { ConnectionState, ConnectionStates } from '../../shared/domain/connectionState'
import { ServerId, type AccountId, type ConversationId } from '../../shared/domain/ids'
import { decideExtension } from '../../shared/domain/extensions/decideExtension'
import { appsExtension } from '../../shared/domain/extensions/extension'
import { isServerOn, isToolOn, NOTHING_SAID, type EffectiveSettings } from '../../shared/domain/projects/effectiveSettings'
import type { ServerConfig, ServerList } from '../../shared/domain/server'
import { toolTitle } from '../../shared/domain/toolTitle'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { toolNameForModel } from '../tools/toolNameForModel'
import type { ModelTool, ReadyServer } from '../tools/toolsForModel'
import { untilAborted } from '../lib/untilAborted'
import type { ServerInstructions } from './systemPrompt'

/** The part of the server registry that turns need. */
export interface ServerLookup {
  list(): ServerList
}

/** The part of the connection pool that turns need. */
export interface ConnectionLookup {
  states(): ConnectionStates
  /** Returns the state of a server under one of its accounts. */
  state(id: ServerId, accountId: AccountId): ConnectionState | undefined
  readonly stateChanges: Emitter<ConnectionStates>
  catalog(id: ServerId, accountId?: AccountId): Catalog
  /**
   * Prepares an account that will be used soon.
   * @throws {AppError} NOT_FOUND
   */
  prepare(id: ServerId, accountId: AccountId): void
  /** Reads lists again that servers no longer call fresh. Takes only a short time. */
  freshen(signal: AbortSignal): Promise<void>
}

/** The part of the store of accepted definitions that turns need. */
export interface AcceptedLookup {
  standing(id: ServerId, tool: Tool): 'accepted' | 'added' | 'changed'
  instructionsOff(id: ServerId, text: string): boolean
  /** @throws {AppError} when the tool has changed since the user accepted it. */
  requireAccepted(id: ServerId, tool: Tool): void
}

/** The part of the owner of apps' tools that turns need. */
export interface AppToolLookup {
  /** The tools of the open apps of a conversation, by the server of the app. */
  offeredIn(conversationId: ConversationId): readonly ReadyServer[]
  /** The tool that a model was offered under this name, also one whose app has ended. */
  named(conversationId: ConversationId, modelToolName: string): { readonly server: ServerConfig; readonly tool: Tool } | undefined
}

/** A call of a tool that the model was not offered. */
export interface NotOfferedCall {
  readonly modelToolName: string
  /** `definitionHash` is empty when no ready server had such a tool. */
  readonly call: Pick<Call, 'serverId' | 'tool' | 'definitionHash'>
}

/** What a conversation has of servers: the account at each, and what is switched off. */
export type ToolScope = Pick<EffectiveSettings, 'accounts' | 'switches'>

/** How much of a name that a model made up is kept. */
const MADE_UP_CHARACTERS = 200

/** Finds the tools that can be called now, from the servers' definitions and their live connections. */
export class TurnTools {
  readonly #servers: ServerLookup
  readonly #connections: ConnectionLookup
  readonly #definitions: AcceptedLookup

  constructor(servers: ServerLookup, connections: ConnectionLookup, definitions: AcceptedLookup) {
    this.#servers = servers
    this.#connections = connections
    this.#definitions = definitions
  }

  /**
   * Returns the ready servers in the order of `servers.json`, without tools that changed since the user accepted them, and without what is
   * switched off.
   */
  ready({ accounts, switches }: ToolScope = NOTHING_SAID): readonly ReadyServer[] {
    const isOffered = (serverId: ServerId, tool: Tool): boolean =>
      isToolOn(switches, serverId, tool.name) && this.#definitions.standing(serverId, tool) !== 'changed'
    return this.#servers
      .list()
      .servers.filter(({ id }) => isServerOn(switches, id) && this.#state(id, accounts)?.phase === 'ready')
      .map((server) => {
        const { tools } = this.#connections.catalog(server.id, accounts[server.id])
        return { server, tools: tools.filter((tool) => isOffered(server.id, tool)) }
      })
  }

  /** Returns the instructions of ready servers that have at least one tool in use. */
  notes(scope: ToolScope): readonly ServerInstructions[] {
    return this.ready(scope).flatMap(({ server, tools }) => {
      const state = this.#state(server.id, scope.accounts)
      const used = tools.some((tool) => !tool.appOnly && !server.disabledTools.includes(tool.name))
      if (!used || state?.phase !== 'ready' || !state.instructions) return []
      if (this.#definitions.instructionsOff(server.id, state.instructions)) return []
      return [{ serverId: server.id, instructions: state.instructions }]
    })
  }

  /**
   * Returns one tool of a ready server.
   * @throws {AppError} SERVER_NOT_READY, POLICY when the policy keeps the server from running, UNKNOWN_TOOL, or CONFLICT when the tool has changed.
   */
  find(serverId: ServerId, name: string, chosenAccounts: ChosenAccounts): { readonly server: ServerConfig; readonly tool: Tool } {
    const server = this.#configured(serverId)
    const state = this.#state(serverId, chosenAccounts)
    if (state?.phase !== 'ready') throw notReady(serverId, state)
    const tool = this.#offeredBy(serverId, name, chosenAccounts)
    if (!tool) throw new AppError('UNKNOWN_TOOL', { reason: 'chat.noTool', params: { serverId, tool: name } })
    this.#definitions.requireAccepted(serverId, tool)
    return { server, tool }
  }

  /**
   * Returns a tool that a model was offered, with its server as it is configured now: the answer may have taken long.
   * @throws {AppError} UNKNOWN_TOOL when the server was removed or the tool was switched off meanwhile
   */
  asConfigured({ server: { id }, tool }: Pick<ModelTool, 'server' | 'tool'>): Pick<ModelTool, 'server' | 'tool'> {
    const server = this.#configured(id)
    if (server.disabledTools.includes(tool.name)) throw this.#whyOff(id, tool)
    return { server, tool }
  }

  /**
   * Returns the tool behind a name for the model. A model may name one that it was not offered, because it is switched off, has changed or
   * is one too many. Undefined when no ready server has it.
   */
  named(modelToolName: string, chosenAccounts: ChosenAccounts): { readonly server: ServerConfig; readonly tool: Tool } | undefined {
    for (const server of this.#servers.list().servers) {
      if (this.#state(server.id, chosenAccounts)?.phase !== 'ready') continue
      const { tools } = this.#connections.catalog(server.id, chosenAccounts[server.id])
      const tool = tools.find(({ name }) => toolNameForModel(server.id, name) === modelToolName)
      if (tool) return { server, tool }
    }
    return undefined
  }

  /**
   * Returns why a model cannot call what it was not offered.
   * @param part as `named` described it. Its tool is not looked for by its name for the model again: that hashes the name of every tool.
   * @param near the names of tools that it may have meant
   */
  whyNotOffered({ modelToolName, call }: NotOfferedCall, { accounts, switches }: ToolScope, near: readonly string[]): AppError {
    if (!isToolOn(switches, call.serverId, call.tool)) return switchedOff(call)
    const known = call.definitionHash === '' ? undefined : this.#offeredBy(call.serverId, call.tool, accounts)
    if (known) return this.#whyOff(call.serverId, known)
    const away = this.#servers
      .list()
      .servers.find(({ id }) => modelToolName.startsWith(`${id}__`) && this.#state(id, accounts)?.phase !== 'ready')
    if (away) return notReady(away.id, this.#state(away.id, accounts))
    const params = { name: modelToolName.slice(0, MADE_UP_CHARACTERS), near, count: near.length }
    return new AppError('UNKNOWN_TOOL', { reason: 'chat.unknownTool', params })
  }

  /** Waits while a server is starting, as all servers are when Parley starts. */
  async settled(serverId: ServerId, chosenAccounts: ChosenAccounts, signal: AbortSignal): Promise<void> {
    const server = this.#servers.list().servers.find(({ id }) => id === serverId)
    if (!server?.enabled) return
    const accountId = chosenAccounts[serverId]
    if (accountId !== undefined) this.#open(serverId, accountId)
    const settled = Promise.withResolvers<void>()
    const settleIfDecided = (): void => {
      const state = this.#state(serverId, chosenAccounts)
      // A removed account is not starting.
      if (accountId !== undefined && !state) settled.resolve()
      if (!isOnItsWay(state)) settled.resolve()
    }
    const stop = this.#connections.stateChanges.subscribe(settleIfDecided)
    try {
      settleIfDecided()
      await untilAborted(settled.promise, signal)
    } finally {
      stop()
    }
  }

  /** Waits for servers that are starting and for lists that are no longer fresh. Call this before the tools are used. */
  async started(scope: ToolScope, graceMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
    for (const id of this.#switchedOn(scope)) {
      const accountId = scope.accounts[id]
      if (accountId !== undefined) this.#open(id, accountId)
    }
    await this.#running(scope, graceMs, clock, signal)
    await this.#connections.freshen(signal)
  }

  /** Waits for starting servers, for each at most `graceMs` after its start. So a message that is sent meanwhile finds their tools. */
  async #running(scope: ToolScope, graceMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const { accounts } = scope
    const left = this.#switchedOn(scope).flatMap((id) => {
      const state = this.#state(id, accounts)
      const ms = state?.phase === 'starting' ? state.since + graceMs - clock.now() : 0
      return ms > 0 ? [{ id, ms }] : []
    })
    if (left.length === 0) return
    const enough = new AbortController()
    const either = AbortSignal.any([signal, enough.signal])
    try {
      const all = Promise.all(left.map(({ id }) => this.settled(id, accounts, either)))
      await Promise.race([all, clock.sleep(Math.max(...left.map(({ ms }) => ms)), either)])
    } finally {
      enough.abort()
    }
  }

  #switchedOn({ switches }: ToolScope): readonly ServerId[] {
    return this.#servers.list().servers.flatMap(({ id }) => (isServerOn(switches, id) ? [id] : []))
  }

  /**
   * Prepares an account that will be used soon.
   * @throws {AppError} NOT_FOUND when the server has no such account.
   */
  prepare(serverId: ServerId, accountId: AccountId): void {
    this.#connections.prepare(serverId, accountId)
  }

  #configured(serverId: ServerId): ServerConfig {
    const server = this.#servers.list().servers.find(({ id }) => id === serverId)
    if (!server) throw new AppError('UNKNOWN_TOOL', { reason: 'chat.noServer', params: { serverId } })
    return server
  }

  #offeredBy(serverId: ServerId, name: string, chosenAccounts: ChosenAccounts): Tool | undefined {
    return this.#connections.catalog(serverId, chosenAccounts[serverId]).tools.find((offered) => offered.name === name)
  }

  #whyOff(serverId: ServerId, tool: Tool): AppError {
    try {
      this.#definitions.requireAccepted(serverId, tool)
    } catch (thrown) {
      return AppError.from(thrown)
    }
    return new AppError('UNKNOWN_TOOL', { reason: 'chat.toolNotOffered', params: { server: serverId, tool: tool.name } })
  }

  /** If the account is gone, only the tools of its server are missing. Another account is never used instead. */
  #open(serverId: ServerId, accountId: AccountId): void {
    try {
      this.prepare(serverId, accountId)
    } catch (thrown) {
      log('info', 'The account that a conversation uses cannot be used', { server: serverId, error: thrown })
    }
  }

  #state(serverId: ServerId, chosenAccounts: ChosenAccounts): ConnectionState | undefined {
    const accountId = chosenAccounts[serverId]
    return accountId === undefined ? this.#connections.states()[serverId] : this.#connections.state(serverId, accountId)
  }
}

/** What no start changes is told as it is: who forbids it, and whom to ask. */
function notReady(serverId: ServerId, state: ConnectionState | undefined): AppError {
  if (state && 'error' in state && state.error.code === 'POLICY') return AppError.fromData(state.error)
  return new AppError('SERVER_NOT_READY', { reason: 'chat.serverNotReady', params: { serverId } })
}

/** A tool, or its whole server, is switched off in the conversation or its project. */
export function switchedOff({ serverId, tool }: Pick<Call, 'serverId' | 'tool'>): AppError {
  return new AppError('UNKNOWN_TOOL', { reason: 'chat.toolSwitchedOff', params: { server: serverId, tool } })
}

/** The app that provided a tool is not open. */
export function appToolGone({ serverId, tool }: Pick<Call, 'serverId' | 'tool'>): AppError {
  return new AppError('UNKNOWN_TOOL', { reason: 'apps.toolGone', params: { server: serverId, tool: nameInApp(tool) } })
}

function isOnItsWay(state: ConnectionState | undefined): boolean {
  if (!state) return true
  return state.phase === 'starting' || (state.phase === 'stopped' && state.why !== 'byUser')
}

/**
 * Pure: guesses the server and tool for a name that a model made up, for the record of the failed call. Nothing is called by it.
 * @param known the servers whose tools the model was given. Of several that the name begins with, the longest is meant.
 */
export function guessTool(modelToolName: string, known: Iterable<ServerId>): Pick<Call, 'serverId' | 'tool' | 'definitionHash'> {
  const [meant] = [...known].filter((id) => modelToolName.startsWith(`${id}__`)).toSorted((one, other) => other.length - one.length)
  const cut = meant?.length ?? modelToolName.indexOf('__')
  const [server, tool] = cut > 0 ? [modelToolName.slice(0, cut), modelToolName.slice(cut + 2)] : ['unknown', modelToolName]
  return { serverId: ServerId.parse(server.slice(0, 200)), tool: tool.slice(0, 200), definitionHash: '' }
}

/** Returns the interface of a tool for the record of a call, if interfaces are on for its server. */
export function interfaceOf(server: ServerConfig, { ui }: Tool): Pick<Call, 'ui'> {
  return ui && decideExtension(appsExtension, server).on ? { ui } : {}
}

/** Returns the title of a tool for the record of a call. */
export function titleOf(tool: Tool): { readonly title?: string } {
  const title = toolTitle(tool)
  return title === undefined ? {} : { title }
}
