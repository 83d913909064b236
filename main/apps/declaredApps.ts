import type { AppGrant, DeclaredApp, DeclaredThing, UnreadApp } from '../../shared/domain/apps/app'
import type { Resource, Tool } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { AppGrants } from './appGrants'
import { effectiveGrant, noGrant } from './appPolicy'
import { readUiResource } from './readUiResource'
import { requireApps } from './requireApps'

/** More interfaces of one server nobody looks through. Each is a request to it. */
const MOST_READ = 50

interface ReadRequest {
  readonly serverId: ServerId
  readonly method: 'resources/read'
  readonly params: { readonly uri: string }
}

export interface DeclaredAppsDeps {
  readonly grants: Pick<AppGrants, 'find' | 'save'>
  readonly servers: {
    /** Asks for a person, outside of any conversation. Returns the answer as the server wrote it. @throws {AppError} */
    readonly ask: (request: ReadRequest, signal: AbortSignal) => Promise<Readonly<Record<string, unknown>>>
    readonly catalog: (serverId: ServerId) => { readonly tools: readonly Tool[]; readonly resources: readonly Resource[] }
  }
  /** @throws {AppError} NOT_FOUND */
  readonly serverOf: (serverId: ServerId) => ServerConfig
}

/** A grant from the page of a server. */
export interface DeclaredGrant extends Pick<DeclaredApp, 'resourceUri' | 'hash'> {
  readonly serverId: ServerId
  readonly thing: DeclaredThing
}

/** Owner of what the interfaces of servers were last read to declare, for the page of their server. A person grants them nothing else there. */
export class DeclaredApps {
  readonly #deps: DeclaredAppsDeps
  readonly #read = new Map<ServerId, readonly DeclaredApp[]>()

  constructor(deps: DeclaredAppsDeps) {
    this.#deps = deps
  }

  /** Reads the interfaces of a server, one after the other. @throws {AppError} see the contract (`apps.declared`). */
  async read(serverId: ServerId, signal: AbortSignal): Promise<readonly (DeclaredApp | UnreadApp)[]> {
    requireApps(serverId, this.#deps)
    const all: (DeclaredApp | UnreadApp)[] = []
    for (const [uri, tools] of this.#interfacesOf(serverId)) all.push(await this.#readOne(serverId, uri, tools, signal))
    this.#read.set(
      serverId,
      all.flatMap((one) => ('hash' in one ? [one] : [])),
    )
    return all
  }

  /** Grants one thing always, besides what was granted. @throws {AppError} see the contract (`apps.grantDeclared`). */
  grant({ serverId, resourceUri, hash, thing }: DeclaredGrant): void {
    requireApps(serverId, this.#deps)
    const seen = this.#read.get(serverId)?.find((one) => one.resourceUri === resourceUri && one.hash === hash)
    // What was read last is another page, or nothing was since Parley began.
    if (!seen) throw new AppError('CONFLICT', { reason: 'apps.outOfDate' })
    const subject = { serverId, uri: resourceUri, hash }
    const before = this.#deps.grants.find(subject) ?? noGrant
    const granted = effectiveGrant(seen.declared, withThing(before, thing))
    if (!has(granted, thing)) throw new AppError('CONFLICT', { reason: 'apps.notDeclared' })
    this.#deps.grants.save(subject, granted)
  }

  async #readOne(serverId: ServerId, uri: string, tools: readonly string[], signal: AbortSignal): Promise<DeclaredApp | UnreadApp> {
    const { servers, grants } = this.#deps
    try {
      const raw = await servers.ask({ serverId, method: 'resources/read', params: { uri } }, signal)
      const listed = servers.catalog(serverId).resources.find((resource) => resource.uri === uri)?.uiMeta
      const { hash, declared } = readUiResource(raw, { serverId, uri, listed })
      // What was granted to another page under this address is lost, so that nobody takes it for this one's.
      grants.find({ serverId, uri, hash })
      return { resourceUri: uri, tools, hash, declared }
    } catch (thrown) {
      signal.throwIfAborted()
      const error = AppError.from(thrown)
      if (error.code === 'SERVER_NOT_READY') throw error
      return { resourceUri: uri, tools, error: error.toData() }
    }
  }

  /** The interfaces that tools of a server name, each with the tools that it shows. */
  #interfacesOf(serverId: ServerId): ReadonlyMap<string, readonly string[]> {
    const interfaces = new Map<string, string[]>()
    for (const { name, ui } of this.#deps.servers.catalog(serverId).tools) {
      if (!ui || (interfaces.size >= MOST_READ && !interfaces.has(ui.resourceUri))) continue
      const tools = interfaces.get(ui.resourceUri)
      if (tools) tools.push(name)
      else interfaces.set(ui.resourceUri, [name])
    }
    return interfaces
  }
}

function withThing(grant: AppGrant, thing: DeclaredThing): AppGrant {
  return thing.kind === 'origin'
    ? { ...grant, origins: [...grant.origins, thing.origin] }
    : { ...grant, permissions: [...grant.permissions, thing.permission] }
}

function has({ origins, permissions }: AppGrant, thing: DeclaredThing): boolean {
  return thing.kind === 'origin' ? origins.includes(thing.origin) : permissions.includes(thing.permission)
}
