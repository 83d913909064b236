import type { SearchFilterOptions, SearchHit, SearchPage } from '../../shared/search/searchHit'
import type { ModelRef, ServerId } from '../../shared/domain/ids'
import { isOwnTool, ownServer } from '../../shared/domain/ownTool'
import { matchTerms, parseQuery, type SearchTerm } from '../../shared/search/searchQuery'
import { snippetOf } from '../../shared/search/snippet'
import type { SearchFilters } from '../../shared/rpc/search'
import * as z from 'zod'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import { ownText } from '../storage/columnSchemas'
import type { Database } from '../storage/database'
import { ftsMatchExpression } from './ftsMatchExpression'
import type { Piece } from './searchableText'
import type { FoundEntry } from './searchEntries'
import { NEWEST, type FoundRow, type SearchIndex } from './searchIndex'

const HITS_PER_PAGE = 20
/** So many rows of the index are looked at before others get a turn: few at first, because mostly these are a page. */
const FIRST_ROWS = HITS_PER_PAGE + 1
const ROWS_AT_ONCE = 200
const MOST_OPTIONS = 500

const ServerRow = z.object({ server: ownText<ServerId>() })
const ToolRow = z.object({ server: ownText<ServerId>(), tool: z.string() })
const ModelRow = z.object({ model: ownText<ModelRef>() })

export interface FindRequest {
  readonly query: string
  readonly filters?: SearchFilters | undefined
  /** `next` of the page before. */
  readonly cursor?: number | undefined
}

/** Finds what people and models wrote, what was called and what came of it. */
export class ConversationSearcher {
  readonly #index: SearchIndex
  readonly #db: Database

  constructor(index: SearchIndex, database: Database) {
    this.#index = index
    this.#db = database
  }

  /**
   * Returns a page of what was found, newest first.
   * @throws the reason of `signal` when it aborts.
   */
  async find({ query, filters = {}, cursor = NEWEST }: FindRequest, signal: AbortSignal): Promise<SearchPage> {
    const terms = parseQuery(query)
    // Asked last: the first look into an index may find that it has to be made anew.
    const pending = (): number => this.#index.entries.countPending()
    if (terms.length === 0) return { hits: [], pending: pending() }
    const expression = ftsMatchExpression(terms)
    const hits: SearchHit[] = []
    const seen = new Set<number>()
    const yielder = new EventLoopYielder()
    for (let before = cursor, most = FIRST_ROWS; ; most = ROWS_AT_ONCE) {
      signal.throwIfAborted()
      const rows = this.#index.match(expression, before, most)
      const entries = new Map(this.#index.entries.found(unique(rows), filters).map((entry) => [entry.id, entry]))
      for (const row of rows) {
        before = row.row
        const entry = entries.get(row.entry)
        if (!entry || seen.has(entry.id)) continue
        if (yielder.isDue()) await yielder.yieldTurn()
        const hit = this.#hitOf(entry, row, terms)
        if (!hit) continue
        seen.add(entry.id)
        hits.push(hit)
        // The older pieces of the same entry belong to it: the next page begins behind them.
        if (hits.length === HITS_PER_PAGE) {
          const isLast = row === rows.at(-1) && rows.length < most
          return { hits, ...(!isLast && { next: firstRowOf(row) }), pending: pending() }
        }
      }
      if (rows.length < most) return { hits, pending: pending() }
      await yielder.yieldTurn()
    }
  }

  /** What conversations can be filtered by: every server, tool and model that is in one. Steps over the indexes, not over all rows. */
  filterOptions(): SearchFilterOptions {
    const tools = this.#db
      .all(`SELECT DISTINCT server, tool FROM call ORDER BY server, tool LIMIT ${MOST_OPTIONS}`)
      .map((row) => ToolRow.parse(row))
      .filter(({ tool }) => !isOwnTool(tool))
      .map(({ server, tool }) => ({ serverId: server, tool }))
    // A server may be called as Parley's own tools have it.
    const isServer = (server: ServerId): boolean => server !== ownServer || tools.some(({ serverId }) => serverId === server)
    return {
      tools,
      servers: this.#db
        .all(
          `WITH RECURSIVE other (server) AS (SELECT min(server) FROM call UNION ALL
             SELECT (SELECT min(server) FROM call WHERE call.server > other.server) FROM other WHERE other.server IS NOT NULL)
           SELECT server FROM other WHERE server IS NOT NULL LIMIT ${MOST_OPTIONS}`,
        )
        .map((row) => ServerRow.parse(row).server)
        .filter(isServer),
      models: this.#db
        .all(
          `WITH RECURSIVE other (model) AS (SELECT min(model) FROM message WHERE model IS NOT NULL UNION ALL
             SELECT (SELECT min(model) FROM message WHERE message.model > other.model) FROM other WHERE other.model IS NOT NULL)
           SELECT model FROM other WHERE model IS NOT NULL LIMIT ${MOST_OPTIONS}`,
        )
        .map((row) => ModelRow.parse(row).model),
    }
  }

  /** Undefined when the text is no longer as it was indexed. */
  #hitOf(entry: FoundEntry, { piece: index }: FoundRow, terms: readonly SearchTerm[]): SearchHit | undefined {
    const piece = (entry.short ?? this.#index.entries.pieces(entry.id))[index]
    const found = piece && bestSection(piece, terms)
    if (!found) return undefined
    const { message, part, server, tool, model } = entry
    return {
      conversationId: entry.conversation,
      title: entry.title,
      kind: found.kind,
      at: entry.at,
      snippet: snippetOf(found.text, found.marks),
      ...(message !== null && part !== null && { place: { messageId: message, partId: part } }),
      ...(server !== null && { serverId: server }),
      ...(tool !== null && { tool }),
      ...(model !== null && { model }),
    }
  }
}

/** The section with all terms; else, because the terms may be spread over several, the first one with any. */
function bestSection(piece: Piece, terms: readonly SearchTerm[]) {
  const whole = piece.map((section) => ({ ...section, marks: matchTerms(section.text, terms) })).find(({ marks }) => marks.length > 0)
  if (whole) return whole
  const anyOf = (text: string) => terms.flatMap((term) => matchTerms(text, [term])).toSorted((one, other) => one.start - other.start)
  const spread = piece.map((section) => ({ ...section, marks: anyOf(section.text) }))
  const areAllThere = terms.every((term) => piece.some(({ text }) => matchTerms(text, [term]).length > 0))
  return areAllThere ? spread.find(({ marks }) => marks.length > 0) : undefined
}

function unique(rows: readonly FoundRow[]): readonly number[] {
  return [...new Set(rows.map(({ entry }) => entry))]
}

function firstRowOf({ row, piece }: FoundRow): number {
  return row - piece
}
