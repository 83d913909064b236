import type { Catalog, Tool } from '../../shared/domain/catalog'
import type { Call } from '../../shared/domain/chat'
import type { ConnectionState, ConnectionStates } from '../../shared/domain/connection'
import { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition, ServerList } from '../../shared/domain/server'
import { toolTitle } from '../../shared/domain/toolTitle'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'
import type { ReadyServer } from '../tools/toolsForModel'
import { untilAborted } from '../lib/untilAborted'
import type { ServerNotes } from './instructionsFor'

/** The part of the server registry that turns need. */
export interface ServerBook {
  list(): ServerList
}

/** The part of the connection pool that tells what can be called. */
export interface ConnectionBook {
  states(): ConnectionStates
  readonly stateChanges: Emitter<ConnectionStates>
  catalog(id: ServerId): Catalog
  /** Reads again what servers no longer call fresh, within a short time. */
  freshen(signal: AbortSignal): Promise<void>
}

/** What can be called right now, looked up in the servers' definitions and their live connections. */
export class TurnTools {
  readonly #servers: ServerBook
  readonly #connections: ConnectionBook

  constructor(servers: ServerBook, connections: ConnectionBook) {
    this.#servers = servers
    this.#connections = connections
  }

  /** Servers that are ready, in the order of `servers.json`. */
  ready(): readonly ReadyServer[] {
    return this.#servers
      .list()
      .servers.filter((server) => this.#state(server)?.phase === 'ready')
      .map((server) => ({ server, tools: this.#connections.catalog(server.id).tools }))
  }

  /** What ready servers say about how to use them, where a tool of theirs is in use. */
  notes(): readonly ServerNotes[] {
    return this.ready().flatMap(({ server, tools }) => {
      const state = this.#state(server)
      const used = tools.some((tool) => !server.disabledTools.includes(tool.name))
      if (!used || state?.phase !== 'ready' || !state.instructions) return []
      return [{ serverId: server.id, instructions: state.instructions }]
    })
  }

  /** One tool of a server that is ready. @throws {AppError} SERVER_NOT_READY, UNKNOWN_TOOL */
  find(serverId: ServerId, name: string): { readonly server: ServerDefinition; readonly tool: Tool } {
    const server = this.#servers.list().servers.find(({ id }) => id === serverId)
    if (!server) throw new AppError('UNKNOWN_TOOL', `There is no server "${serverId}"`, { hint: 'It may have been removed.' })
    if (this.#state(server)?.phase !== 'ready') {
      throw new AppError('SERVER_NOT_READY', `The server "${serverId}" is not ready`, { hint: 'Start it under Servers, then try again.' })
    }
    const tool = this.#connections.catalog(serverId).tools.find((offered) => offered.name === name)
    if (!tool) throw new AppError('UNKNOWN_TOOL', `The server "${serverId}" offers no tool "${name}"`)
    return { server, tool }
  }

  /** Waits while a server is on its way up, as all are when Parley starts. */
  async settled(serverId: ServerId, signal: AbortSignal): Promise<void> {
    const server = this.#servers.list().servers.find(({ id }) => id === serverId)
    if (!server?.enabled) return
    const settled = Promise.withResolvers<void>()
    const look = (states: ConnectionStates): void => {
      if (!isOnItsWay(states[serverId])) settled.resolve()
    }
    const stop = this.#connections.stateChanges.subscribe(look)
    try {
      look(this.#connections.states())
      await untilAborted(settled.promise, signal)
    } finally {
      stop()
    }
  }

  /** What is offered is about to be used: waits for servers that are starting, and for lists that are no longer fresh. */
  async started(graceMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
    await this.#running(graceMs, clock, signal)
    await this.#connections.freshen(signal)
  }

  /** Waits while servers are starting, for each at most so long after its start, so that a message sent meanwhile finds their tools. */
  async #running(graceMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const left = this.#servers.list().servers.flatMap((server) => {
      const state = this.#state(server)
      const ms = state?.phase === 'starting' ? state.since + graceMs - clock.now() : 0
      return ms > 0 ? [{ id: server.id, ms }] : []
    })
    if (left.length === 0) return
    const enough = new AbortController()
    const either = AbortSignal.any([signal, enough.signal])
    try {
      const all = Promise.all(left.map(({ id }) => this.settled(id, either)))
      await Promise.race([all, clock.sleep(Math.max(...left.map(({ ms }) => ms)), either)])
    } finally {
      enough.abort()
    }
  }

  #state(server: ServerDefinition): ConnectionState | undefined {
    return this.#connections.states()[server.id]
  }
}

function isOnItsWay(state: ConnectionState | undefined): boolean {
  if (!state) return true
  return state.phase === 'starting' || (state.phase === 'stopped' && state.why !== 'byUser')
}

/** The best guess at whose tool a model meant that made up a name. */
export function guessTool(modelToolName: string): Pick<Call, 'serverId' | 'tool' | 'definitionHash'> {
  const cut = modelToolName.indexOf('__')
  const [server, tool] = cut > 0 ? [modelToolName.slice(0, cut), modelToolName.slice(cut + 2)] : ['unknown', modelToolName]
  return { serverId: ServerId.parse(server.slice(0, 200)), tool: tool.slice(0, 200), definitionHash: '' }
}

/** What a call keeps of its tool's name for people. */
export function titleOf(tool: Tool): { readonly title?: string } {
  const title = toolTitle(tool)
  return title === undefined ? {} : { title }
}
