import type { Catalog } from '../../../../shared/domain/catalog'
import type { ConversationSummary } from '../../../../shared/domain/chat'
import type { ServerId } from '../../../../shared/domain/ids'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import type { ServerCatalog } from '../../../rpc/useCatalogs'

/** One row of the list behind "@". */
export type MentionEntry =
  | { readonly kind: 'resource'; readonly serverId: ServerId; readonly uri: string; readonly name: string; readonly description?: string }
  | { readonly kind: 'file'; readonly file: AttachedFile }
  | { readonly kind: 'conversation'; readonly conversation: ConversationSummary }
  | {
      readonly kind: 'tool'
      readonly serverId: ServerId
      readonly name: string
      readonly description?: string
      /** The server claims that the tool changes nothing. */
      readonly readsOnly?: boolean
    }

/** What can be mentioned. */
export interface Mentionable {
  readonly catalogs: readonly ServerCatalog[]
  readonly isDisabled: (serverId: ServerId, tool: string) => boolean
  readonly files: readonly AttachedFile[]
  readonly conversations: readonly ConversationSummary[]
}

/** How many of each kind are shown, so that a server with ten thousand resources hides nothing else. */
const SHOWN = 6
/** How much of a name is searched. */
const SEARCHED = 300

/**
 * Pure: finds what a person may mean by the text behind the "@": by kind, with names that begin so before those that contain it, and those
 * before others with it in their address or server. Also returns how many there are.
 */
export function mentionEntries(
  { catalogs, isDisabled, files, conversations }: Mentionable,
  query: string,
): { readonly entries: readonly MentionEntry[]; readonly found: number } {
  const wanted = query.toLowerCase()
  const kinds = [new Ranked(wanted), new Ranked(wanted), new Ranked(wanted), new Ranked(wanted)] as const
  const [resources, fileRows, conversationRows, tools] = kinds
  for (const { serverId, catalog } of catalogs) {
    for (const resource of catalog.resources)
      resources.add(resource.name, `${resource.title ?? ''} ${serverId} ${resource.uri}`, () => resourceEntry(serverId, resource))
    for (const tool of catalog.tools)
      if (tool.appOnly !== true && !isDisabled(serverId, tool.name))
        tools.add(tool.name, `${tool.title ?? ''} ${serverId}/${tool.name}`, () => toolEntry(serverId, tool))
  }
  for (const file of files) fileRows.add(file.name, '', () => ({ kind: 'file', file }))
  for (const conversation of conversations) conversationRows.add(conversation.title, '', () => ({ kind: 'conversation', conversation }))
  return { entries: kinds.flatMap((kind) => kind.first()), found: kinds.reduce((sum, { found }) => sum + found, 0) }
}

/** The entries of one kind that fit, the first of each rank only. */
class Ranked {
  readonly #wanted: string
  readonly #ranks: [(() => MentionEntry)[], (() => MentionEntry)[], (() => MentionEntry)[]] = [[], [], []]
  found = 0

  constructor(wanted: string) {
    this.#wanted = wanted
  }

  add(name: string, rest: string, entry: () => MentionEntry): void {
    const at = name.slice(0, SEARCHED).toLowerCase().indexOf(this.#wanted)
    if (at === -1 && !rest.slice(0, SEARCHED).toLowerCase().includes(this.#wanted)) return
    this.found++
    const rank = this.#ranks[at === 0 ? 0 : at > 0 ? 1 : 2]
    if (rank.length < SHOWN) rank.push(entry)
  }

  first(): readonly MentionEntry[] {
    return this.#ranks
      .flat()
      .slice(0, SHOWN)
      .map((entry) => entry())
  }
}

function resourceEntry(serverId: ServerId, { uri, name, title, description }: Catalog['resources'][number]): MentionEntry {
  const words = description ?? title
  return { kind: 'resource', serverId, uri, name, ...(words !== undefined && { description: words }) }
}

function toolEntry(serverId: ServerId, { name, title, description, annotations }: Catalog['tools'][number]): MentionEntry {
  const words = description ?? title
  return {
    kind: 'tool',
    serverId,
    name,
    ...(words !== undefined && { description: words }),
    ...(annotations?.readOnlyHint === true && { readsOnly: true }),
  }
}
