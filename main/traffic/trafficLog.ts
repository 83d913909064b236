import * as z from 'zod'
import type { MessageRecord } from '../../shared/domain/messageRecord'
import type { CallId, ConnectionId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import { throttle } from '../../shared/lib/throttle'
import { systemClock } from '../lib/clock'
import { log } from '../lib/log'
import { hiddenTexts } from '../lib/redact'
import { ownText } from '../storage/columnSchemas'
import type { Database, Row } from '../storage/database'
import { TrafficWorkerSupervisor, type MessageRecordRow } from './trafficWorkerSupervisor'

const FLUSH_MS = 250
/** Messages go to the thread in batches, because many cost little more than a few. Calls can run between batches. */
const BATCH = 4_000
/** Limit for text that waits for the disk, so that a fast server cannot fill the memory. Above it, messages are not recorded. */
const WAITING_BYTES = 64 * 1024 * 1024

/** The part of the database that reads message records, and deletes those of deleted conversations. */
export type TrafficDatabase = Pick<Database, 'all' | 'get' | 'run' | 'erase'>

/** A message that is to be recorded. */
export interface NewMessageRecord extends Omit<MessageRecord, 'id'> {
  /** The text is incomplete, so it may end in the middle of a secret. */
  readonly cut?: boolean
}

/** Which messages of a server are wanted. */
export interface MessagePage {
  readonly limit: number
  readonly before?: number | undefined
  /** Those that came after this one, from there on. */
  readonly after?: number | undefined
  readonly connectionId?: ConnectionId | undefined
}

export interface TrafficLogDeps {
  readonly database: TrafficDatabase
  /** The file of the same database, for the writer thread. Absent if it may only be read: nothing is recorded then. */
  readonly file: string | undefined
  /** Absolute path of the compiled thread. */
  readonly script: string
  readonly limits: () => Limits
  /** Whether nothing is recorded now, because what is sent may belong to a temporary conversation. */
  readonly isPaused?: () => boolean
}

const RecordRow = z.object({
  id: z.number(),
  server: ownText<ServerId>(),
  connection: ownText<ConnectionId>(),
  call: ownText<CallId>().nullable(),
  at: z.number(),
  direction: z.enum(['sent', 'received']),
  bytes: z.number(),
  json: z.string(),
})

/** Owner of message records. A separate thread writes them in batches, limits them per server, and removes secrets. */
export class TrafficLog implements AsyncDisposable {
  readonly #deps: TrafficLogDeps
  #rows: MessageRecordRow[] = []
  readonly #sendSoon = throttle(() => this.#send(), { ms: FLUSH_MS, leading: false, after: systemClock.after })
  #thread: TrafficWorkerSupervisor | undefined
  #hidden: readonly string[] = []
  /** Size, in characters, of the texts that the thread has not written yet. */
  #bytesWaiting = 0
  #lost = 0
  #closed = false

  constructor(deps: TrafficLogDeps) {
    this.#deps = deps
  }

  record({ serverId, connectionId, callId, at, direction, bytes, json, cut = false }: NewMessageRecord): void {
    if (this.#closed || this.#deps.file === undefined || this.#deps.isPaused?.()) return
    if (this.#bytesWaiting > WAITING_BYTES) return void this.#lost++
    this.#bytesWaiting += json.length
    this.#rows.push([serverId, connectionId, callId ?? null, at, direction, bytes, json, cut])
    this.#sendSoon()
    if (this.#rows.length >= BATCH) this.flush()
  }

  /** Returns all messages of a call, in order. */
  async ofCall(callId: CallId): Promise<readonly MessageRecord[]> {
    await this.#written()
    // One index covers servers, ids and calls. A separate index of calls would cost more to write than the message itself.
    return this.#deps.database
      .all(
        'SELECT * FROM message_record WHERE id IN (SELECT id FROM message_record INDEXED BY message_record_server WHERE call = ?) ORDER BY id',
        callId,
      )
      .map(toMessageRecord)
  }

  /** Returns the last messages of a server or of one connection to it, those before `before`, or the first after `after`, oldest first. */
  async ofServer(
    serverId: ServerId,
    { limit, before = Number.MAX_SAFE_INTEGER, after, connectionId }: MessagePage,
  ): Promise<{ readonly records: readonly MessageRecord[]; readonly hasMore: boolean }> {
    await this.#written()
    const rows = this.#deps.database.all(
      `SELECT * FROM message_record WHERE server = ?1 AND id < ?2 AND id > ?3 AND (?4 IS NULL OR connection = ?4)
       ORDER BY id ${after === undefined ? 'DESC' : 'ASC'} LIMIT ?5`,
      serverId,
      before,
      after ?? 0,
      connectionId ?? null,
      limit + 1,
    )
    const records = rows.slice(0, limit).map(toMessageRecord)
    return { records: after === undefined ? records.toReversed() : records, hasMore: rows.length > limit }
  }

  /**
   * Deletes what went over the wire for the calls of conversations that were removed. Called at a start, right before these are gone for
   * good: what they were is not known any more then. The thread is not needed, because nothing of them is on its way to the disk.
   */
  forgetRemoved(): void {
    const { database, file } = this.#deps
    if (file === undefined || !database.get('SELECT 1 FROM conversation WHERE removed IS NOT NULL')) return
    database.erase(() =>
      database.run(
        `DELETE FROM message_record WHERE id IN (SELECT id FROM message_record INDEXED BY message_record_server WHERE call IN (
           SELECT call.id FROM conversation JOIN message ON message.conversation = conversation.id
           JOIN part ON part.message = message.id JOIN call ON call.part = part.id WHERE conversation.removed IS NOT NULL))`,
      ),
    )
  }

  /** Moves the records of a renamed server to its new name, when the thread reaches this order. */
  renameServer(from: ServerId, to: ServerId): void {
    if (this.#closed || this.#deps.file === undefined) return
    // Messages on their way to the disk are renamed after they arrive.
    this.flush()
    void this.#running(this.#deps.file).tell({ do: 'rename', from, to })
  }

  /** Sends waiting messages to the thread now. */
  flush(): void {
    this.#sendSoon.cancel()
    this.#send()
  }

  #send(): void {
    if (this.#lost > 0) log('warn', 'Messages came faster than they could be written, and are lost', { count: this.#lost })
    this.#lost = 0
    const rows = this.#rows
    const { file } = this.#deps
    if (rows.length === 0 || file === undefined) return
    this.#rows = []
    const thread = this.#running(file)
    const hidden = hiddenTexts()
    if (hidden !== this.#hidden) void thread.tell({ do: 'hide', texts: hidden })
    this.#hidden = hidden
    const bytes = rows.reduce((sum, row) => sum + row[6].length, 0)
    const { messageRecordsKept, messageRecordBytesKept, messageRecordBytesPerServer } = this.#deps.limits()
    void thread
      .tell({ do: 'write', rows, bounds: { messageRecordsKept, messageRecordBytesKept, messageRecordBytesPerServer } })
      .then(() => {
        this.#bytesWaiting -= bytes
      })
  }

  /** Writes what still waits, and ends the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.flush()
    this.#closed = true
    await this.#thread?.close()
  }

  async #written(): Promise<void> {
    this.flush()
    await this.#thread?.tell({ do: 'tell' })
  }

  #running(file: string): TrafficWorkerSupervisor {
    this.#thread ??= new TrafficWorkerSupervisor({ ...this.#deps, file })
    return this.#thread
  }
}

function toMessageRecord(found: Row): MessageRecord {
  const row = RecordRow.parse(found)
  return {
    id: row.id,
    serverId: row.server,
    connectionId: row.connection,
    ...(row.call !== null && { callId: row.call }),
    at: row.at,
    direction: row.direction,
    bytes: row.bytes,
    json: row.json,
  }
}
