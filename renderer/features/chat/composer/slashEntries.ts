import type { Prompt, Skill, Tool } from '../../../../shared/domain/catalog'
import type { ServerId } from '../../../../shared/domain/ids'
import type { ServerCatalog } from '../../../rpc/useCatalogs'

/** One row of the slash menu. */
export interface SlashEntry {
  readonly kind: 'prompt' | 'skill' | 'tool'
  readonly serverId: ServerId
  readonly name: string
  readonly description?: string
  /** The number of a prompt's arguments or of a skill's files. */
  readonly count?: number
  /** The server claims that the tool changes nothing. */
  readonly readsOnly?: boolean
}

const ENTRIES_SHOWN = 50

/** Prompts come before skills, and skills before tools. */
const ranks = { prompt: 0, skill: 10, tool: 20 } as const satisfies Record<SlashEntry['kind'], number>

/** Pure: finds entries for the text after the slash, by kind, with the closest names first. Also returns the total number. */
export function slashEntries(
  catalogs: readonly ServerCatalog[],
  isDisabled: (serverId: ServerId, tool: string) => boolean,
  query: string,
): { readonly entries: readonly SlashEntry[]; readonly found: number; readonly total: number } {
  const all = catalogs.flatMap(({ serverId, catalog }) => [
    ...catalog.prompts.map((prompt) => promptEntry(serverId, prompt)),
    ...catalog.skills.map((skill) => skillEntry(serverId, skill)),
    ...catalog.tools.filter((tool) => !isDisabled(serverId, tool.name)).map((tool) => toolEntry(serverId, tool)),
  ])
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = all.flatMap((entry) => {
    const rank = rankOf(entry, words)
    return rank === undefined ? [] : [{ entry, rank: rank + ranks[entry.kind] }]
  })
  const entries = ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, ENTRIES_SHOWN)
    .map(({ entry }) => entry)
  return { entries, found: ranked.length, total: all.length }
}

function promptEntry(serverId: ServerId, { name, title, description, arguments: args }: Prompt): SlashEntry {
  const words = description ?? title
  return {
    kind: 'prompt',
    serverId,
    name,
    ...(words !== undefined && { description: words }),
    ...(args.length > 0 && { count: args.length }),
  }
}

function skillEntry(serverId: ServerId, { name, description, files }: Skill): SlashEntry {
  return { kind: 'skill', serverId, name, ...(description !== undefined && { description }), count: files.length }
}

function toolEntry(serverId: ServerId, { name, title, description, annotations }: Tool): SlashEntry {
  const words = description ?? title
  return {
    kind: 'tool',
    serverId,
    name,
    ...(words !== undefined && { description: words }),
    ...(annotations?.readOnlyHint === true && { readsOnly: true }),
  }
}

function rankOf(entry: SlashEntry, words: readonly string[]): number | undefined {
  const name = entry.name.toLowerCase()
  // The conversation names a tool so: "notes/echo".
  const rest = `${entry.serverId}/${entry.name} ${entry.description ?? ''}`.toLowerCase()
  let rank = 0
  for (const word of words) {
    // The same name at every server comes before longer names at the first one.
    if (name === word) rank -= 1
    else if (name.startsWith(word)) continue
    else if (name.includes(word)) rank += 1
    else if (rest.includes(word)) rank += 2
    else return undefined
  }
  return rank
}
