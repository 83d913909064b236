import MiniSearch from 'minisearch'
import type { ServerId } from '../../shared/domain/ids'
import type { Tool } from '../../shared/domain/catalog'
import { isRecord } from '../../shared/lib/json'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import { searchTerms } from './searchTerms'
import { normalizeText } from '../../shared/lib/limitCombiningMarks'

export interface FindableTool {
  readonly serverId: ServerId
  readonly tool: Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'annotations'>
}

/** So much of a description is searched, in UTF-16 code units: what a tool does stands at its beginning, and servers write it as long as they like. */
const DESCRIPTION_CHARACTERS = 1_000
const ARGUMENTS = 40
const ARGUMENT_CHARACTERS = 120
/** The rank of a query counts as 1 / (this + rank), so that no single query decides (reciprocal rank fusion, Cormack et al. 2009). */
const FUSION = 10
/** One letter may become as many as 18 where its parts are told apart. Three are the parts of a Korean one. */
const PARTS = 3
/** So many words of a query count. */
const QUERY_TERMS = 20
/** How much a word counts by where it stands. */
const WEIGHTS = { name: 3, title: 2, server: 1.5, description: 1, arguments: 0.5 } as const
type Field = keyof typeof WEIGHTS
type Entry = Readonly<Record<Field, string>> & { readonly id: number }
const fields = Object.keys(WEIGHTS)

/** An index of tools by their words (BM25). Building it is linear in the number of tools. */
export class ToolSearchIndex<T extends FindableTool> {
  readonly #tools: readonly T[]
  readonly #index: MiniSearch<Entry>

  private constructor(tools: readonly T[]) {
    this.#tools = tools
    this.#index = new MiniSearch<Entry>({
      fields,
      tokenize: searchTerms,
      // They are terms already.
      processTerm: (term) => term,
      searchOptions: { boost: WEIGHTS, tokenize: (query) => [...new Set(searchTerms(query))].slice(0, QUERY_TERMS) },
    })
  }

  /** Builds an index. Others have a turn meanwhile: there may be thousands of tools. */
  static async build<T extends FindableTool>(tools: readonly T[]): Promise<ToolSearchIndex<T>> {
    const built = new ToolSearchIndex(tools)
    const yielder = new EventLoopYielder()
    for (const [id, tool] of tools.entries()) {
      if (yielder.isDue()) await yielder.yieldTurn()
      built.#index.add(entryOf(tool, id))
    }
    return built
  }

  /**
   * Finds the tools that fit best, best first. Several queries say the same in other words: what several find comes before what one finds.
   * Others have a turn between two queries.
   * @param limit at most so many
   */
  async find(queries: readonly string[], limit: number): Promise<readonly T[]> {
    const scores = new Map<number, number>()
    const yielder = new EventLoopYielder()
    for (const query of queries) {
      if (yielder.isDue()) await yielder.yieldTurn()
      const found = this.#index.search(query)
      found.forEach(({ id }, rank) => scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + rank)))
    }
    const best = [...scores].toSorted(([one, first], [other, second]) => second - first || one - other).slice(0, limit)
    return best.flatMap(([id]) => this.#tools[id] ?? [])
  }
}

/** The index of the tools that were searched last: a turn may search several times, and thousands of tools take a third of a second. */
export class KeptToolIndex<T extends FindableTool> {
  #last: { readonly tools: readonly T[]; readonly index: Promise<ToolSearchIndex<T>> } | undefined

  /** Returns the index of these tools. It is built anew when one of them is another than last time. */
  of(tools: readonly T[]): Promise<ToolSearchIndex<T>> {
    if (!this.#last || !areSame(this.#last.tools, tools)) this.#last = { tools, index: ToolSearchIndex.build(tools) }
    return this.#last.index
  }
}

/** A definition never changes: a server that changes its tools brings others. */
function areSame(before: readonly FindableTool[], now: readonly FindableTool[]): boolean {
  return before.length === now.length && before.every(({ serverId, tool }, at) => serverId === now[at]?.serverId && tool === now[at]?.tool)
}

function entryOf({ serverId, tool }: FindableTool, id: number): Entry {
  return {
    id,
    name: tool.name,
    title: tool.title ?? tool.annotations?.title ?? '',
    server: serverId,
    description: beginning(tool.description ?? '', DESCRIPTION_CHARACTERS),
    arguments: argumentWords(tool).join(' '),
  }
}

/** The names of a tool's arguments, with the beginning of what is said of each. */
function argumentWords({ inputSchema }: FindableTool['tool']): readonly string[] {
  const { properties } = inputSchema
  if (!isRecord(properties)) return []
  return Object.entries(properties)
    .slice(0, ARGUMENTS)
    .map(([name, schema]) => {
      const description = isRecord(schema) && typeof schema['description'] === 'string' ? schema['description'] : ''
      return `${beginning(name, ARGUMENT_CHARACTERS)} ${beginning(description, ARGUMENT_CHARACTERS)}`
    })
}

/** Also of what `searchTerms` makes of it. */
function beginning(text: string, most: number): string {
  return normalizeText(text.slice(0, most), 'NFKD').slice(0, PARTS * most)
}
