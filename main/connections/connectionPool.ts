import { availableParallelism } from 'node:os'
import { emptyCatalog, type Catalog } from '../../shared/domain/catalog'
import type { ConnectionStates, ServerOutput } from '../../shared/domain/connection'
import { CallId, type ServerId } from '../../shared/domain/ids'
import type { ServerDefinition, ServerList } from '../../shared/domain/server'
import type { ToolResult } from '../../shared/domain/toolResult'
import { canonicalJson } from '../../shared/lib/json'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { CallRequest } from './activeCall'
import { AskingServers, type FactDatabase } from './askingServers'
import { ChildRecords, type ChildDatabase } from './childRecords'
import { Connection, type ConnectionDeps } from './connection'
import { Lane } from './lane'
import { promptText } from './promptText'

/** What the pool needs of the owner of server definitions. */
export interface Definitions {
  list(): ServerList
  /** @throws {AppError} NOT_FOUND */
  get(serverId: ServerId): ServerDefinition
  readonly changes: Emitter<ServerList>
}

export interface PoolDeps extends Omit<ConnectionDeps, 'children' | 'asking' | 'starts' | 'onState' | 'onCatalog'> {
  readonly registry: Definitions
  readonly database: ChildDatabase & FactDatabase
}

/** The one owner of live connections: at most one per server, started, stopped and closed here only. */
export class ConnectionPool {
  readonly stateChanges = new Emitter<ConnectionStates>()
  readonly catalogChanges = new Emitter<ServerId>()
  readonly #deps: PoolDeps
  readonly #connections = new Map<ServerId, Connection>()
  readonly #children: ChildRecords
  readonly #asking: AskingServers
  readonly #starts = new Lane(() => availableParallelism())
  readonly #unsubscribe: () => void
  /** What still follows a change of the configuration, such as the end of a server that was removed. */
  readonly #following = new Set<Promise<void>>()
  #running = false
  #closed = false

  constructor(deps: PoolDeps) {
    this.#deps = deps
    this.#children = new ChildRecords(deps.database)
    this.#asking = new AskingServers(deps.database)
    const ended = this.#children.endLeftovers()
    if (ended > 0) log('info', 'Ended servers of a Parley that was killed', { ended })
    for (const definition of deps.registry.list().servers) this.#add(definition)
    this.#unsubscribe = deps.registry.changes.subscribe((list) => this.#follow(list))
  }

  /** Starts every enabled server, and from now on each one that appears or is enabled. */
  startEnabled(): void {
    this.#running = true
    for (const connection of this.#connections.values()) if (connection.definition.enabled) this.#startQuietly(connection)
  }

  /** Starts a server that a person wants now, before those that wait. @throws {AppError} when it does not become ready. */
  start(serverId: ServerId): Promise<void> {
    return this.#get(serverId).start({ byPerson: true })
  }

  stop(serverId: ServerId): Promise<void> {
    return this.#get(serverId).stop()
  }

  async restart(serverId: ServerId): Promise<void> {
    const connection = this.#get(serverId)
    await connection.stop()
    await connection.start({ byPerson: true })
  }

  refresh(serverId: ServerId): Promise<void> {
    return this.#get(serverId).refresh()
  }

  states(): ConnectionStates {
    return Object.fromEntries([...this.#connections].map(([serverId, connection]) => [serverId, connection.state]))
  }

  /** What a server offers, as far as is known: empty before it was ready. */
  catalog(serverId: ServerId): Catalog {
    return this.#connections.get(serverId)?.catalog ?? emptyCatalog
  }

  output(serverId: ServerId): ServerOutput {
    return this.#get(serverId).output()
  }

  /** Runs a tool and answers what the server asks meanwhile. @throws {AppError} when no result came; what the tool itself calls an error is a result. */
  async callTool(request: CallRequest, signal: AbortSignal): Promise<ToolResult> {
    return this.#get(request.serverId).callTool(request, signal)
  }

  /** The text of a prompt, filled in by its server. */
  async getPrompt(serverId: ServerId, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
    const callId = CallId.parse(this.#deps.clock.newId())
    const request = { serverId, callId, onProgress: ignore, onWaiting: ignore }
    const result = await this.#get(serverId).request(request, { method: 'prompts/get', params: { name, arguments: args } }, signal)
    return promptText(result)
  }

  /** Ends every server with all its helpers, within five seconds. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    this.#running = false
    this.#unsubscribe()
    await Promise.allSettled([...[...this.#connections.values()].map((connection) => connection.stop()), ...this.#following])
    this.#deps.frames.flush()
  }

  #get(serverId: ServerId): Connection {
    // The registry says what is wrong when there is no such server.
    return this.#connections.get(serverId) ?? this.#add(this.#deps.registry.get(serverId))
  }

  #add(definition: ServerDefinition): Connection {
    const connection = new Connection(definition, {
      ...this.#deps,
      children: this.#children,
      asking: this.#asking,
      starts: this.#starts,
      onState: () => this.#publish(),
      onCatalog: () => this.catalogChanges.emit(definition.id),
    })
    this.#connections.set(definition.id, connection)
    return connection
  }

  /** Brings the connections in line with what the user has configured. */
  #follow(list: ServerList): void {
    const wanted = new Map(list.servers.map((definition) => [definition.id, definition]))
    for (const [serverId, connection] of this.#connections) {
      if (wanted.has(serverId)) continue
      this.#connections.delete(serverId)
      this.#quietly(connection.serverId, connection.stop())
    }
    for (const definition of wanted.values()) this.#quietly(definition.id, this.#followOne(definition))
    this.#publish()
  }

  async #followOne(definition: ServerDefinition): Promise<void> {
    const connection = this.#connections.get(definition.id)
    if (!connection) return this.#startQuietly(this.#add(definition))
    const before = connection.definition
    const relaunched = canonicalJson(before.launch) !== canonicalJson(definition.launch)
    const updated = connection.update(definition)
    if (!definition.enabled && before.enabled) await connection.stop()
    else if (relaunched && definition.enabled) {
      await connection.stop()
      this.#startQuietly(connection)
    } else if (definition.enabled && !before.enabled) this.#startQuietly(connection)
    await updated
  }

  #startQuietly(connection: Connection): void {
    if (!this.#running || !connection.definition.enabled) return
    // How it failed is in its state.
    connection.start({ byPerson: false }).catch(ignore)
  }

  #quietly(serverId: ServerId, work: Promise<void>): void {
    const following = work
      .catch((thrown: unknown) => log('warn', 'A change of a server could not be followed', { server: serverId, error: thrown }))
      .finally(() => this.#following.delete(following))
    this.#following.add(following)
  }

  #publish(): void {
    if (!this.#closed) this.stateChanges.emit(this.states())
  }
}

function ignore(): void {
  // Nobody watches.
}
