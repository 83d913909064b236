import { t } from '../../i18n/t'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { connectionStatus, type ConnectionStates } from '../../../shared/domain/connectionState'
import type { ConversationId, QuestionId, ServerId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import type { ServerConfig } from '../../../shared/domain/server'
import type { ServerCatalog } from '../../rpc/useCatalogs'

/** One item that the palette can find. */
export type PaletteItem =
  | { readonly kind: 'question'; readonly id: QuestionId; readonly server: string; readonly label: string }
  | { readonly kind: 'server'; readonly id: ServerId; readonly note: string; readonly phase: ConnectionStates[ServerId] }
  | { readonly kind: 'tool' | 'prompt'; readonly server: ServerId; readonly name: string; readonly description?: string }
  /** @property project the name of its project */
  | {
      readonly kind: 'conversation'
      readonly id: ConversationId
      readonly title: string
      readonly updated: number
      readonly project?: string
    }
  /** @property also other words that people look for it with */
  | { readonly kind: 'action'; readonly label: string; readonly also?: string; readonly keys?: string; readonly run: () => void }

export interface PaletteGroup {
  readonly heading: string
  readonly items: readonly PaletteItem[]
  /** How many items match the query. Without one, as many as are shown. */
  readonly found: number
}

export interface PaletteSources {
  readonly questions: readonly Question[]
  readonly servers: readonly ServerConfig[]
  readonly states: ConnectionStates
  readonly catalogs: readonly ServerCatalog[]
  readonly conversations: readonly ConversationSummary[]
  readonly projectOf: ReadonlyMap<ConversationId, string>
  readonly actions: readonly Extract<PaletteItem, { kind: 'action' }>[]
  readonly asks: (question: Question) => string
}

const ITEMS_PER_GROUP = 6

/**
 * Returns the results of a query in groups. An item must contain every word of the query. Searches lists of any length, but shows only a
 * few results.
 */
export function paletteGroups(sources: PaletteSources, query: string): readonly PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups: readonly Pick<PaletteGroup, 'heading' | 'items'>[] = [
    { heading: t('commandPalette.waiting'), items: sources.questions.map((question) => questionItem(question, sources.asks)) },
    { heading: t('commandPalette.servers'), items: sources.servers.map((server) => serverItem(server, sources.states)) },
    // Without a query, the list would be far too long.
    { heading: t('commandPalette.toolsAndPrompts'), items: words.length === 0 ? [] : sources.catalogs.flatMap(catalogItems) },
    {
      heading: t('commandPalette.conversations'),
      items: sources.conversations.map((conversation) => conversationItem(conversation, sources.projectOf)),
    },
    { heading: t('commandPalette.do'), items: sources.actions },
  ]
  return groups.flatMap(({ heading, items }) => {
    const nearest = nearestItems(items, words)
    return nearest.items.length === 0 ? [] : [{ heading, ...nearest }]
  })
}

function nearestItems(items: readonly PaletteItem[], words: readonly string[]): Omit<PaletteGroup, 'heading'> {
  if (words.length === 0) {
    const first = items.slice(0, ITEMS_PER_GROUP)
    return { items: first, found: first.length }
  }
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, words)
    return rank === undefined ? [] : [{ item, rank }]
  })
  const nearest = ranked.toSorted((one, other) => one.rank - other.rank).slice(0, ITEMS_PER_GROUP)
  return { items: nearest.map(({ item }) => item), found: ranked.length }
}

function rankOf(item: PaletteItem, words: readonly string[]): number | undefined {
  const [name, more] = searchText(item)
  let rank = 0
  for (const word of words) {
    // The same name at every server comes before longer names at the first one.
    if (name === word) rank -= 1
    else if (name.startsWith(word)) continue
    else if (name.includes(word)) rank += 1
    else if (more.includes(word)) rank += 3
    else return undefined
  }
  return rank
}

function searchText(item: PaletteItem): readonly [string, string] {
  switch (item.kind) {
    case 'question':
      return [item.server.toLowerCase(), item.label.toLowerCase()]
    case 'server':
      return [item.id.toLowerCase(), 'server']
    case 'tool':
    case 'prompt':
      return [item.name.toLowerCase(), `${item.server}/${item.name} ${item.description ?? ''}`.toLowerCase()]
    case 'conversation':
      return [item.title.toLowerCase(), (item.project ?? '').toLowerCase()]
    case 'action':
      return [item.label.toLowerCase(), (item.also ?? '').toLowerCase()]
  }
}

function questionItem(question: Question, asks: PaletteSources['asks']): PaletteItem {
  return { kind: 'question', id: question.id, server: question.asker.serverId, label: asks(question) }
}

function serverItem({ id }: ServerConfig, states: ConnectionStates): PaletteItem {
  const phase = states[id] ?? { phase: 'stopped', why: 'notStarted' }
  const note =
    phase.phase === 'ready'
      ? t('commandPalette.readyWithTools', { count: phase.offers.tools })
      : t(`commandPalette.phase.${connectionStatus(phase)}`)
  return { kind: 'server', id, note, phase }
}

function catalogItems({ serverId, catalog }: ServerCatalog): readonly PaletteItem[] {
  const item =
    (kind: 'tool' | 'prompt') =>
    ({ name, description }: { readonly name: string; readonly description?: string }): PaletteItem => ({
      kind,
      server: serverId,
      name,
      ...(description !== undefined && { description }),
    })
  return [...catalog.tools.map(item('tool')), ...catalog.prompts.map(item('prompt'))]
}

function conversationItem({ id, title, updated }: ConversationSummary, projectOf: PaletteSources['projectOf']): PaletteItem {
  const project = projectOf.get(id)
  return { kind: 'conversation', id, title, updated, ...(project !== undefined && { project }) }
}
