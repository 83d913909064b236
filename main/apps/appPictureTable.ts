import * as z from 'zod'
import type { CallId, ConversationId } from '../../shared/domain/ids'
import type { Database } from '../storage/database'

/** How many of a conversation are kept: those that were taken last. */
const MOST_IN_CONVERSATION = 24

const PictureRow = z.object({ at: z.number(), jpeg: z.instanceof(Uint8Array) })

/** A picture as it was taken. */
export interface TakenPicture {
  readonly jpeg: Uint8Array
  readonly takenAt: number
}

/** How the apps of calls looked last, in one database: that on disk, or that of temporary conversations. A picture goes with its call. */
export class AppPictureTable {
  readonly #db: Pick<Database, 'get' | 'run' | 'transaction'>

  constructor(database: Pick<Database, 'get' | 'run' | 'transaction'>) {
    this.#db = database
  }

  /** Keeps the picture of a call that the conversation has. What is too many in the conversation by that goes. */
  save(conversationId: ConversationId, callId: CallId, { jpeg, takenAt }: TakenPicture): void {
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT INTO app_picture (call, at, jpeg) SELECT id, ?, ? FROM call WHERE id = ?
         ON CONFLICT (call) DO UPDATE SET at = excluded.at, jpeg = excluded.jpeg`,
        takenAt,
        jpeg,
        callId,
      )
      this.#db.run(
        `DELETE FROM app_picture WHERE call IN (SELECT app_picture.call FROM ${OF_CONVERSATION}
         ORDER BY app_picture.at DESC, app_picture.rowid DESC LIMIT -1 OFFSET ${MOST_IN_CONVERSATION})`,
        conversationId,
      )
    })
  }

  find(conversationId: ConversationId, callId: CallId): TakenPicture | undefined {
    const row = this.#db.get(`SELECT app_picture.at, app_picture.jpeg FROM ${OF_CONVERSATION} AND call.id = ?`, conversationId, callId)
    if (!row) return undefined
    const { at, jpeg } = PictureRow.parse(row)
    return { jpeg, takenAt: at }
  }
}

const OF_CONVERSATION = `app_picture JOIN call ON call.id = app_picture.call JOIN part ON part.id = call.part
  JOIN message ON message.id = part.message WHERE message.conversation = ?`
