import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import type { Call } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'
import { isOwnCall } from '../../shared/domain/ownTool'
import type { ResultPiece, ToolResult } from '../../shared/domain/toolResult'
import type { JsonObject } from '../../shared/lib/json'
import type { ReadableText } from '../ownTools/readableText'
import { jsonPieces } from '../lib/jsonPieces'
import { json } from '../storage/columnSchemas'
import type { Database } from '../storage/database'
import { isShort, resultInContext, type ResultLimits } from '../tools/resultInContext'
import { ResultRow } from './conversationRows'

/** In UTF-16 units. SQLite takes that in about a millisecond. */
const PIECE = 64 * 1024

/** What stands in the place of a whole result: its pieces have rows of their own. Until there were pieces, the result itself stood there. */
const Head = z.strictObject({ pieces: z.int() })
const HeadRow = z.object({ json: json(Head) })
const TextHeadRow = z.object({ json: json(z.object({ characters: z.int() })) })
/** A head is never longer. */
const HEAD_CHARACTERS = 40

/** The forms of a whole result: as Parley reads it, and as its server wrote it, for the interface of its server. */
export type WholeCopy = 'whole' | 'raw'

/** So many at one start. What is left then is removed at the next one. */
const MOST_SWEPT = 100
/** Comes after every character that an id can hold. */
const LAST = '~'

const IdRow = z.object({ id: z.string() })
const SweptRow = z.object({ head: z.string() })
const TextRow = z.object({ json: z.string() })
const PieceRow = z.object({ json: json(z.string()) })

/**
 * Owner of the copies of a result beside the one for the screen: the whole and its text, if the screen has only its beginning, what the model gets, if that
 * is something else, and what the server wrote, if it has an interface. A whole may have many megabytes, so it is written and read in pieces.
 */
export class ToolResultCopies {
  readonly #db: Database
  /** What models get of results. A turn asks for it at each of its steps. */
  readonly #inContext = new WeakMap<ToolResult, ToolResult>()

  constructor(database: Database) {
    this.#db = database
  }

  /**
   * Saves everything that came, in one of its two forms. Others have a turn between the pieces. It is there only when all of it is.
   * @throws what the disk says if it does not take all of it. Then it keeps nothing of it.
   */
  async saveWhole(callId: CallId, result: ToolResult | JsonObject, copy: WholeCopy = 'whole'): Promise<void> {
    let pieces = 0
    try {
      for (const piece of jsonPieces(result, PIECE)) {
        this.#save(callId, `${copy}:${pieces}`, piece)
        pieces++
        await turn()
      }
      this.#save(callId, copy, { pieces })
    } catch (thrown) {
      this.#remove(`${callId}:${copy}`)
      throw thrown
    }
  }

  /**
   * Saves a long result as the text that a model reads on in, piece by piece as `saveWhole` does.
   * @throws what the disk says if it does not take all of it
   */
  async saveText(callId: CallId, text: string): Promise<void> {
    let pieces = 0
    try {
      for (; pieces * PIECE < text.length; pieces++) {
        this.#save(callId, `text:${pieces}`, text.slice(pieces * PIECE, (pieces + 1) * PIECE))
        await turn()
      }
      this.#save(callId, 'text', { characters: text.length })
    } catch (thrown) {
      this.#remove(`${callId}:text`)
      throw thrown
    }
  }

  /** Returns the saved text of a long result, of which only what is read is loaded. Undefined if none was saved. */
  text(callId: CallId): ReadableText | undefined {
    const row = this.#db.get('SELECT json FROM part WHERE id = ?', `${callId}:text`)
    if (!row) return undefined
    const { characters } = TextHeadRow.parse(row).json
    const piece = (index: number): string => {
      const found = this.#db.get('SELECT json FROM part WHERE id = ?', `${callId}:text:${index}`)
      return found ? PieceRow.parse(found).json : ''
    }
    const slice = (from: number, to: number): string => {
      const first = Math.floor(from / PIECE)
      const count = Math.max(0, Math.ceil(Math.min(to, characters) / PIECE) - first)
      return Array.from({ length: count }, (_, index) => piece(first + index))
        .join('')
        .slice(from - first * PIECE, to - first * PIECE)
    }
    return { characters, slice }
  }

  /** Removes what a Parley that was killed has left of wholes that never became whole. Called before anything is saved. */
  sweep(): void {
    // Only ids are looked at, and these have an index of their own: the rows themselves may be large.
    const rows = this.#db.all(
      `SELECT substr(id, 1, length(id) - length(':0')) AS head FROM part AS piece WHERE (id LIKE '%:whole:0' OR id LIKE '%:raw:0' OR id LIKE '%:text:0')
         AND NOT EXISTS (SELECT 1 FROM part WHERE part.id = substr(piece.id, 1, length(piece.id) - length(':0'))) LIMIT ?`,
      MOST_SWEPT,
    )
    for (const row of rows) this.#remove(SweptRow.parse(row).head)
  }

  /** Returns one piece of the whole, counted from 0. Returns undefined if the whole was not saved, or does not have that many. */
  whole(callId: CallId, piece: number, copy: WholeCopy = 'whole'): ResultPiece | undefined {
    const row = this.#db.get('SELECT json FROM part WHERE id = ?', `${callId}:${copy}`)
    if (!row) return undefined
    const { json: text } = TextRow.parse(row)
    const head = text.length <= HEAD_CHARACTERS ? HeadRow.safeParse(row).data : undefined
    if (!head) return piece === 0 ? { json: text, pieces: 1 } : undefined
    const found = this.#db.get('SELECT json FROM part WHERE id = ?', `${callId}:${copy}:${piece}`)
    return found && { json: PieceRow.parse(found).json, pieces: head.json.pieces }
  }

  /** Returns a whole result as Parley read it. Undefined if it was not saved. */
  wholeResult(callId: CallId): ToolResult | undefined {
    const text = this.wholeText(callId, 'whole')
    return text === undefined ? undefined : ResultRow.parse({ json: text }).json
  }

  /** Returns a whole result, from all its pieces. Undefined if it was not saved. */
  wholeText(callId: CallId, copy: WholeCopy): string | undefined {
    const first = this.whole(callId, 0, copy)
    if (!first) return undefined
    const pieces = Array.from({ length: first.pieces - 1 }, (_, index) => this.whole(callId, index + 1, copy)?.json ?? '')
    return [first.json, ...pieces].join('')
  }

  /**
   * Gives a copied call the copies of the result of the call that it was copied from, one piece at each step, so that others can have a turn
   * between them. The head of a whole comes after its pieces: half a copy counts as none.
   */
  *copy(from: CallId, to: CallId): Generator<void> {
    const rows = this.#db.all('SELECT id FROM part WHERE id >= ? AND id < ? ORDER BY seq', `${from}:`, `${from}:${LAST}`)
    for (const row of rows) {
      const { id } = IdRow.parse(row)
      this.#db.run(
        `INSERT INTO part (id, message, seq, kind, json)
         SELECT ?, place.message, (SELECT max(seq) + 1 FROM part AS other WHERE other.message = place.message), 'result', copied.json
         FROM part AS copied, (SELECT part.message FROM call JOIN part ON part.id = call.part WHERE call.id = ?) AS place
         WHERE copied.id = ?`,
        `${to}${id.slice(from.length)}`,
        to,
        id,
      )
      yield
    }
  }

  saveForModel(callId: CallId, result: ToolResult): void {
    this.#save(callId, 'model', result)
  }

  /** Returns the copy of a call's result that a model gets. Undefined when the call has no result. */
  copyForModel(call: Pick<Call, 'id' | 'result' | 'tool' | 'definitionHash'>, limits: ResultLimits): ToolResult | undefined {
    const { id, result } = call
    if (!result || isOwnCall(call) || isShort(result, limits)) return result
    const known = this.#inContext.get(result) ?? this.forModel(id) ?? resultInContext(result, limits)
    this.#inContext.set(result, known)
    return known
  }

  /** Returns undefined if the model gets what the screen shows. */
  forModel(callId: CallId): ToolResult | undefined {
    const row = this.#db.get('SELECT json FROM part WHERE id = ?', `${callId}:model`)
    return row && ResultRow.parse(row).json
  }

  /** Removes the rows whose ids begin like this. */
  #remove(beginning: string): void {
    this.#db.run('DELETE FROM part WHERE id >= ? AND id < ?', beginning, `${beginning}${LAST}`)
  }

  #save(callId: CallId, copy: string, value: unknown): void {
    this.#db.run(
      `INSERT INTO part (id, message, seq, kind, json)
       SELECT ?, part.message, (SELECT max(seq) + 1 FROM part AS other WHERE other.message = part.message), 'result', ?
       FROM call JOIN part ON part.id = call.part WHERE call.id = ?
       ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
      `${callId}:${copy}`,
      JSON.stringify(value),
      callId,
    )
  }
}
