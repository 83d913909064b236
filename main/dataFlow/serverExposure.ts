import type { Account } from '../../shared/domain/account'
import type { KnownExposure, ExposureByServer } from '../../shared/domain/dataFlow'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { Emitter } from '../lib/emitter'
import { saysItReachesOutside, inferExposure, noExposure, type ExposureTool } from './inferExposure'

/** Where what is known of servers comes from. */
export interface ExposureFacts {
  readonly servers: () => readonly ServerDefinition[]
  readonly toolsOf: (serverId: ServerId) => readonly ExposureTool[]
  /** Those of a server that has not run yet, as far as they matter. */
  readonly acceptedTools: (serverId: ServerId) => readonly ExposureTool[]
  readonly accounts: () => readonly Account[]
}

/** So many tools that said to reach outside are remembered of a server after it took them away. */
const REMEMBERED = 50

/** The owner of what counts of each server. Looked at again when a server, its tools or its accounts change, never for a call. */
export class ServerExposure {
  readonly changes = new Emitter<ExposureByServer>()
  readonly #facts: ExposureFacts
  /** What a server last offered: that it is stopped now changes nothing of what it brought. */
  readonly #tools = new Map<ServerId, readonly ExposureTool[]>()
  /** Servers that had something private. */
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

  /** Of a server that is gone it is not known any more: then it counts as having brought both. */
  of(serverId: ServerId): KnownExposure {
    return Object.hasOwn(this.#known, serverId) ? (this.#known[serverId] ?? noExposure) : noExposure
  }

  /** Something that marks are made of may be another now. */
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

  /** That somebody is signed out, or that a folder is no longer shared, takes nothing out of a conversation. */
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
    // A tool that is taken away, or says less now, makes nothing looser by itself.
    const gone = before.filter((tool) => saysItReachesOutside(tool) && !known.has(tool.name)).slice(0, REMEMBERED)
    const tools = offered.length > 0 ? [...offered, ...gone] : before
    this.#tools.set(serverId, tools)
    return tools
  }
}
