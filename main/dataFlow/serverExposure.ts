import type { Account } from '../../shared/domain/account'
import type { KnownExposure, ExposureByServer } from '../../shared/domain/dataFlow'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { Emitter } from '../lib/emitter'
import { saysItReachesOutside, inferExposure, removedServerExposure, type ExposureTool } from './inferExposure'

/** The sources of what is known about servers. */
export interface ExposureFacts {
  readonly servers: () => readonly ServerConfig[]
  readonly toolsOf: (serverId: ServerId) => readonly ExposureTool[]
  /** The accepted tools of a server that has not run yet. */
  readonly acceptedTools: (serverId: ServerId) => readonly ExposureTool[]
  readonly accounts: () => readonly Account[]
}

/** How many removed tools that declared to reach outside are remembered per server. */
const REMEMBERED = 50

/** Owner of the servers' exposure marks. They are updated when a server, its tools or its accounts change, never during a call. */
export class ServerExposure {
  readonly changes = new Emitter<ExposureByServer>()
  readonly #facts: ExposureFacts
  /** The tools that each server last offered. They still count after it stops. */
  readonly #tools = new Map<ServerId, readonly ExposureTool[]>()
  /** Servers that had private data. */
  readonly #private = new Set<ServerId>()
  #known: ExposureByServer = {}
  #told = ''

  constructor(facts: ExposureFacts) {
    this.#facts = facts
    this.look()
  }

  all(): ExposureByServer {
    return this.#known
  }

  /** The marks of a server. A removed server counts as having brought both private data and text from outside. */
  of(serverId: ServerId): KnownExposure {
    return Object.hasOwn(this.#known, serverId) ? (this.#known[serverId] ?? removedServerExposure) : removedServerExposure
  }

  /** Call it when something that marks depend on may have changed. */
  look(): void {
    const accounts = Map.groupBy(this.#facts.accounts(), ({ serverId }) => serverId)
    const known = this.#facts
      .servers()
      .map((server) => [
        server.id,
        this.#remembered(server.id, inferExposure(server, this.#toolsOf(server.id), accounts.get(server.id) ?? [])),
      ])
    this.#known = Object.fromEntries(known)
    const told = JSON.stringify(this.#known)
    if (told === this.#told) return
    this.#told = told
    this.changes.emit(this.#known)
  }

  /** Signing out, or no longer sharing a folder, removes nothing from a conversation, so the mark stays. */
  #remembered(serverId: ServerId, known: KnownExposure): KnownExposure {
    const { is, by } = known.readsPrivate
    if (is && by === 'guess') this.#private.add(serverId)
    if (is || by === 'you' || !this.#private.has(serverId)) return known
    return { ...known, readsPrivate: { is: true, by: 'guess', because: { id: 'dataFlow.because.sharedBefore' } } }
  }

  #toolsOf(serverId: ServerId): readonly ExposureTool[] {
    const offered = this.#facts.toolsOf(serverId)
    const before = this.#tools.get(serverId) ?? this.#facts.acceptedTools(serverId)
    const known = new Set(offered.filter(saysItReachesOutside).map(({ name }) => name))
    // A server cannot lower its own marks by removing a tool or changing its hints.
    const gone = before.filter((tool) => saysItReachesOutside(tool) && !known.has(tool.name)).slice(0, REMEMBERED)
    const tools = offered.length > 0 ? [...offered, ...gone] : before
    this.#tools.set(serverId, tools)
    return tools
  }
}
