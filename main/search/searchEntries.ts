import * as z from 'zod'
import type { FoundKind } from '../../shared/search/searchHit'
import type { ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import type { SearchFilters } from '../../shared/rpc/search'
import { json, ownObject, ownText } from '../storage/columnSchemas'
import type { Database } from '../storage/database'
import { ATTACHMENT_CHARACTERS, callPiece, piecesOf, TEXT_CHARACTERS, textOf, type Piece } from './searchableText'

const PendingRow = z.object({ id: z.number(), pending: z.number() })
export type PendingEntry = z.infer<typeof PendingRow>

const attachment = json(ownObject<{ readonly name: string; readonly uri?: string; readonly content: readonly ContentBlock[] }>())
const ContentRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('title'), text: z.string() }),
  z.object({ kind: z.literal('text'), role: z.enum(['user', 'assistant']), text: z.string() }),
  z.object({ kind: z.literal('attachment'), json: attachment }),
  z.object({ kind: z.literal('file'), text: z.string() }),
  z.object({
    kind: z.literal('call'),
    tool: z.string().nullable(),
    title: z.string().nullable(),
    args: z.string().nullable(),
    result: json(ownObject<ToolResult>()).nullable(),
  }),
])

const FoundRow = z.object({
  id: z.number(),
  conversation: ownText<ConversationId>(),
  title: z.string(),
  at: z.number(),
  message: ownText<MessageId>().nullable(),
  part: ownText<PartId>().nullable(),
  model: ownText<ModelRef>().nullable(),
  server: ownText<ServerId>().nullable(),
  tool: z.string().nullable(),
  role: z.enum(['user', 'assistant']).nullable(),
  short: z.string().nullable(),
})
export interface FoundEntry extends Omit<z.infer<typeof FoundRow>, 'role' | 'short'> {
  /** What can be found of it, when that is a short text. Anything else is read with `pieces`. */
  readonly short: readonly Piece[] | undefined
}

/** Most texts are no longer: they are read together with what else is known of them. */
const SHORT_CHARACTERS = 4_000

/** Whose a part is. Whoever writes into the file may have put in something that is no JSON. */
const SERVER = `coalesce(call.server, CASE WHEN part.kind = 'attachment' AND json_valid(part.json) THEN json_extract(part.json, '$.serverId') END)`

/** Who wrote a part: the person also writes into an answer. */
const ROLE = `CASE part.kind WHEN 'steering' THEN 'user' ELSE message.role END`

/** The name of an attached file, and the text in it unless it was deleted. */
const FILE_TEXT = `json_extract(part.json, '$.file.name') ||
  coalesce((SELECT char(10) || substr(file.text, 1, ${TEXT_CHARACTERS}) FROM file WHERE file.sha256 = json_extract(part.json, '$.file.sha256')), '')`

const IdRow = z.object({ id: z.number() })
const FactRow = z.object({ value: z.string() })
/** Its name in the table of facts. */
const INDEX_ID = 'search index'
const CountRow = z.object({ count: z.number() })

/** Reads and marks what is to be indexed. Triggers of the database fill the tables. */
export class SearchEntries {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  /** The newest entries that are not in the index as they are. What a model is still writing waits for its end. */
  pending(most: number): readonly PendingEntry[] {
    const rows = this.#db.all(
      `SELECT search_entry.id, search_entry.pending FROM search_entry INDEXED BY search_entry_pending
       LEFT JOIN part ON part.id = search_entry.part LEFT JOIN message ON message.id = part.message
       WHERE search_entry.pending > 0 AND message.state IS NOT 'running' ORDER BY search_entry.id DESC LIMIT ?`,
      most,
    )
    return rows.map((row) => PendingRow.parse(row))
  }

  /** How many entries `pending` would return. Of many, few are still written: these are subtracted, so that nothing is looked up for each of the others. */
  countPending(): number {
    const row = this.#db.get(
      `SELECT (SELECT count(*) FROM search_entry WHERE pending > 0) -
         (SELECT count(*) FROM message JOIN part ON part.message = message.id JOIN search_entry ON search_entry.part = part.id
          WHERE message.state = 'running' AND search_entry.pending > 0) AS count`,
    )
    return CountRow.parse(row).count
  }

  /** Marks entries as indexed, except those that changed since they were read. */
  indexed(entries: readonly PendingEntry[]): void {
    this.#db.transaction(() => {
      for (const { id, pending } of entries) this.#db.run('UPDATE search_entry SET pending = 0 WHERE id = ? AND pending = ?', id, pending)
    })
  }

  /** Returns the id of the index that the marks speak of. Undefined before there was one. */
  indexId(): string | undefined {
    const row = this.#db.get('SELECT value FROM fact WHERE name = ?', INDEX_ID)
    return row && FactRow.parse(row).value
  }

  /** Marks all entries: the index is empty, and has this id. */
  markAll(indexId: string): void {
    this.#db.transaction(() => {
      this.#db.run('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', INDEX_ID, indexId)
      this.#db.run('UPDATE search_entry SET pending = pending + 1')
      this.#db.run('DELETE FROM search_removed')
    })
  }

  /** Entries above `after` that are gone, lowest first. Their words may still be in the file of the index. */
  removed(after: number, most: number): readonly number[] {
    return this.#db.all('SELECT id FROM search_removed WHERE id > ? ORDER BY id LIMIT ?', after, most).map((row) => IdRow.parse(row).id)
  }

  /** What is still there of those, without what was deleted of it, is to be indexed again. */
  forgetRemoved(ids: readonly number[]): void {
    const list = JSON.stringify(ids)
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM search_removed WHERE id IN (SELECT value FROM json_each(?))', list)
      this.#db.run('UPDATE search_entry SET pending = pending + 1 WHERE id IN (SELECT value FROM json_each(?))', list)
    })
  }

  /** What can be found of an entry. Empty when it is gone. */
  pieces(id: number): readonly Piece[] {
    const row = this.#db.get(
      `SELECT CASE part.kind WHEN 'steering' THEN 'text' ELSE coalesce(part.kind, 'title') END AS kind, ${ROLE} AS role, call.tool, call.title, coalesce(call.approved, call.asked_text, call.asked) AS args,
         call.result, CASE part.kind WHEN 'attachment' THEN part.json END AS json,
         CASE part.kind WHEN 'file' THEN ${FILE_TEXT}
           WHEN 'text' THEN substr(json_extract(part.json, '$.text'), 1, ${TEXT_CHARACTERS})
           WHEN 'steering' THEN substr(json_extract(part.json, '$.text'), 1, ${TEXT_CHARACTERS})
           ELSE conversation.title END AS text
       FROM search_entry LEFT JOIN part ON part.id = search_entry.part LEFT JOIN message ON message.id = part.message
       LEFT JOIN call ON call.part = part.id LEFT JOIN conversation ON conversation.id = search_entry.conversation
       WHERE search_entry.id = ?`,
      id,
    )
    return row ? piecesOfRow(ContentRow.parse(row)) : []
  }

  /** Those of some entries that are to be shown: not removed, and not filtered out. In no order. */
  found(ids: readonly number[], filters: SearchFilters): readonly FoundEntry[] {
    const rows = this.#db.all(
      `SELECT search_entry.id, conversation.id AS conversation, conversation.title, coalesce(message.created, conversation.created) AS at,
         message.id AS message, part.id AS part, message.model, call.tool, ${ROLE} AS role,
         ${SERVER} AS server,
         CASE WHEN part.kind IN ('text', 'steering') AND length(part.json) <= ${SHORT_CHARACTERS} AND json_valid(part.json) THEN json_extract(part.json, '$.text') END AS short
       FROM json_each(?1) AS given JOIN search_entry ON search_entry.id = given.value
       LEFT JOIN part ON part.id = search_entry.part LEFT JOIN message ON message.id = part.message
       JOIN conversation ON conversation.id = coalesce(message.conversation, search_entry.conversation)
       LEFT JOIN call ON call.part = part.id
       WHERE conversation.removed IS NULL AND (?2 IS NULL OR ${SERVER} = ?2) AND (?3 IS NULL OR call.tool = ?3) AND (?4 IS NULL OR message.model = ?4)
         AND (?5 IS NULL OR at >= ?5)
         AND (?6 = 0 OR EXISTS (SELECT 1 FROM part AS file WHERE file.message = message.id AND file.kind IN ('attachment', 'file')))`,
      JSON.stringify(ids),
      filters.serverId ?? null,
      filters.tool ?? null,
      filters.model ?? null,
      filters.since ?? null,
      filters.hasFile ? 1 : 0,
    )
    return rows.map((row) => {
      const { role, short, ...entry } = FoundRow.parse(row)
      return { ...entry, short: short === null || role === null ? undefined : piecesOf({ kind: textKind(role), text: short }) }
    })
  }
}

function piecesOfRow(row: z.infer<typeof ContentRow>): readonly Piece[] {
  switch (row.kind) {
    case 'title':
      return piecesOf({ kind: 'title', text: row.text })
    case 'text':
      return piecesOf({ kind: textKind(row.role), text: row.text })
    case 'attachment': {
      const { name, uri = '', content } = row.json
      return piecesOf({ kind: 'attachment', text: `${name}\n${uri}\n${textOf(content, ATTACHMENT_CHARACTERS)}` })
    }
    case 'file':
      return piecesOf({ kind: 'attachment', text: row.text })
    case 'call':
      // The row of a call is written after that of its part.
      if (row.tool === null) return []
      return [callPiece({ tool: row.tool, title: row.title ?? undefined, args: row.args ?? '', result: row.result ?? undefined })]
  }
}

function textKind(role: 'user' | 'assistant'): FoundKind {
  return role === 'user' ? 'userMessage' : 'answer'
}
