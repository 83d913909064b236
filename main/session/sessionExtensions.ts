import type { ServerCapabilities } from '@modelcontextprotocol/client'
import type { DeclaredExtensions, Era } from '../../shared/domain/connectionState'
import { claimedExtensions } from '../../shared/domain/extensions/decideExtension'
import type { ServerConfig } from '../../shared/domain/server'
import { extensions as allExtensions, type AddedResult, type Extension } from './extensionHandlers'

type Raw = Readonly<Record<string, unknown>>

/** More extensions are no server's. */
const DECLARED_KEPT = 50
const NAME_CHARACTERS = 200

/** The extensions that Parley claims to one server of one era, and what they add to the protocol there. */
export class SessionExtensions {
  /** The names of those that Parley claims. */
  readonly claimed: ReadonlySet<string>
  readonly #all: readonly Extension[]
  readonly #spoken: readonly Extension[]

  constructor(all: readonly Extension[], server: ServerConfig, era: Era) {
    this.#all = all
    this.#spoken = claimedExtensions(all, server, era)
    this.claimed = new Set(this.#spoken.map(({ id }) => id))
  }

  /** The kinds of results, besides those of the protocol, with which a server may answer this request. */
  resultTypes(method: string): ReadonlySet<string> {
    return new Set(
      this.#spoken.flatMap(({ results = {} }) =>
        Object.entries(results).flatMap(([type, { answers }]) => (answers.includes(method) ? [type] : [])),
      ),
    )
  }

  /** Reads a result of a kind that `resultTypes` named. */
  read(result: Raw, type: string): Raw {
    const read = this.#spoken.map(({ results }) => own(results, type)).find((added) => added !== undefined)?.read
    return read ? read(result) : result
  }

  /** The extension that Parley has code for, but does not claim here, and to which this kind of result belongs. */
  switchedOff(type: string): string | undefined {
    return this.#all.find(({ id, results }) => !this.claimed.has(id) && own<AddedResult>(results, type) !== undefined)?.id
  }

  /** What hears a notification that an extension adds; undefined if none that is claimed does. */
  listener(method: string): NonNullable<Extension['notifications']>[string] | undefined {
    return this.#spoken.map(({ notifications }) => own(notifications, method)).find((hears) => hears !== undefined)
  }

  /** What answers the requests that the claimed extensions add, by method. */
  answerers(): ReadonlyMap<string, NonNullable<Extension['requests']>[string]> {
    return new Map(this.#spoken.flatMap(({ requests = {} }) => Object.entries(requests)))
  }

  /** Pure: what a server says it can do, without the extensions that Parley does not claim. Nothing else of them is used. */
  usable({ extensions, ...rest }: ServerCapabilities): ServerCapabilities {
    const both = Object.entries(extensions ?? {}).filter(([id]) => this.claimed.has(id))
    return { ...rest, ...(both.length > 0 && { extensions: Object.fromEntries(both) }) }
  }
}

/** Returns what Parley claims to a server of each era. Until its greeting has ended, the era of a server is not known. */
export function createSessionExtensions(server: ServerConfig, all: readonly Extension[] = allExtensions): (era: Era) => SessionExtensions {
  const byEra = { '2025': new SessionExtensions(all, server, '2025'), '2026': new SessionExtensions(all, server, '2026') }
  return (era) => byEra[era]
}

/** Pure: the names of the extensions that a server declares, for the screen. */
export function declaredExtensions({ extensions }: ServerCapabilities): DeclaredExtensions | undefined {
  const ids = Object.keys(extensions ?? {})
  if (ids.length === 0) return undefined
  return {
    ids: ids.slice(0, DECLARED_KEPT).map((id) => (id.length > NAME_CHARACTERS ? `${id.slice(0, NAME_CHARACTERS)}…` : id)),
    more: Math.max(0, ids.length - DECLARED_KEPT),
  }
}

function own<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}
