import * as z from 'zod'
import { placeQueued } from '../../../shared/domain/queue/placeQueued'
import { MOST_QUEUED, MOST_QUEUED_BYTES, type QueuedMessage } from '../../../shared/domain/queue/queuedMessage'
import type { ConversationId, MessageId, PartId, QueuedId, ServerId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { json, ownObject, ownText } from '../../storage/columnSchemas'
import type { Database } from '../../storage/database'
import type { UserInput } from '../userMessage'
import { renameServerIn } from './renameServerIn'

/** A message that waits, whole. */
export interface Queued {
  readonly id: QueuedId
  readonly input: UserInput
  readonly steers: boolean
}

const QueueRow = z.object({ id: ownText<QueuedId>(), steers: z.number(), json: json(ownObject<UserInput>()) })
const SizeRow = z.object({ count: z.number(), bytes: z.number() })
const ConversationsRow = z.object({ conversation: ownText<ConversationId>() })

/**
 * The owner of the messages that wait, on disk, at most `MOST_QUEUED` in a conversation. A message leaves in the same write that adds what it
 * becomes (`ConversationStore`), so that a crash neither loses it nor sends it twice.
 */
export class MessageQueue {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  /** Returns what waits in a conversation, the next one first. */
  list(conversationId: ConversationId): readonly Queued[] {
    return this.#db
      .all('SELECT id, steers, json FROM queue WHERE conversation = ? ORDER BY position', conversationId)
      .map((row) => QueueRow.parse(row))
      .map(({ id, steers, json: input }) => ({ id, input, steers: steers === 1 }))
  }

  /** Returns the next message that steers. */
  steering(conversationId: ConversationId): Queued | undefined {
    return this.list(conversationId).find(({ steers }) => steers)
  }

  /** @throws {AppError} CONFLICT when the queue is full. */
  add(conversationId: ConversationId, added: Queued): QueuedMessage {
    const text = JSON.stringify(added.input)
    const size = this.#db.get(
      'SELECT count(*) AS count, coalesce(sum(octet_length(json)), 0) AS bytes FROM queue WHERE conversation = ?',
      conversationId,
    )
    const { count, bytes } = SizeRow.parse(size)
    if (count >= MOST_QUEUED || bytes + Buffer.byteLength(text) > MOST_QUEUED_BYTES) {
      throw new AppError('CONFLICT', { reason: 'chat.queueFull', params: { most: MOST_QUEUED, megabytes: MOST_QUEUED_BYTES / 1_000_000 } })
    }
    this.#db.transaction(() => {
      const place = '(SELECT coalesce(max(position), -1) + 1 FROM queue WHERE conversation = ?2)'
      this.#db.run(`INSERT INTO queue (id, conversation, position, json) VALUES (?1, ?2, ${place}, ?3)`, added.id, conversationId, text)
      if (added.steers) this.#steer(conversationId, added)
    })
    return forScreen(added)
  }

  /**
   * Takes a message out of the queue and adds its text to the conversation's draft, in one write.
   * @param keepFiles Adds its files to the draft, in the same write. If it throws, the message waits on.
   * @throws {AppError} NOT_FOUND when it does not wait.
   */
  takeBack(conversationId: ConversationId, id: QueuedId, keepFiles: (files: readonly AttachedFile[]) => void): void {
    this.#db.transaction(() => {
      const { text, attached } = this.take(conversationId, id)
      keepFiles(attached.flatMap((part) => (part.kind === 'file' ? [part.file] : [])))
      this.#db.run(
        "UPDATE conversation SET draft = CASE trim(draft) WHEN '' THEN ?1 ELSE draft || char(10, 10) || ?1 END WHERE id = ?2",
        text,
        conversationId,
      )
    })
  }

  /** @throws {AppError} NOT_FOUND when the message does not wait in this conversation. */
  steer(conversationId: ConversationId, id: QueuedId): QueuedMessage {
    const steering = { ...this.#find(conversationId, id), steers: true }
    this.#db.transaction(() => this.#steer(conversationId, steering))
    return forScreen(steering)
  }

  /**
   * A message can only steer a turn that runs: those of a turn that has ended wait like the others, before them.
   * @returns those that waited to steer.
   */
  release(conversationId: ConversationId): readonly QueuedMessage[] {
    const steering = this.list(conversationId).filter(({ steers }) => steers)
    if (steering.length > 0) this.#db.run('UPDATE queue SET steers = 0 WHERE conversation = ?', conversationId)
    return steering.map((queued) => forScreen({ ...queued, steers: false }))
  }

  /** Returns the conversations in which a message waits to steer. */
  steered(): readonly ConversationId[] {
    return this.#db.all('SELECT DISTINCT conversation FROM queue WHERE steers = 1').map((row) => ConversationsRow.parse(row).conversation)
  }

  /**
   * Takes a message out.
   * @throws {AppError} NOT_FOUND when the message does not wait in this conversation.
   */
  take(conversationId: ConversationId, id: QueuedId): UserInput {
    const { input } = this.#find(conversationId, id)
    this.#db.run('DELETE FROM queue WHERE id = ?', id)
    return input
  }

  /** A message went out, as a message or as a part with its id. Called in the write that adds that. */
  forget(id: MessageId | PartId): void {
    this.#db.run('DELETE FROM queue WHERE id = ?', id)
  }

  /** Moves attachments that wait to the new name of a server. */
  renameServer(from: ServerId, to: ServerId): void {
    for (const row of this.#db.all(`SELECT id, steers, json FROM queue WHERE json LIKE '%"attached":[{%'`)) {
      const { id, json: input } = QueueRow.parse(row)
      this.#db.run('UPDATE queue SET json = ? WHERE id = ?', JSON.stringify(renameServerIn(input, from, to)), id)
    }
  }

  #find(conversationId: ConversationId, id: QueuedId): Queued {
    const found = this.list(conversationId).find((queued) => queued.id === id)
    if (!found) throw new AppError('NOT_FOUND', { reason: 'chat.notQueued' })
    return found
  }

  #steer(conversationId: ConversationId, steering: Queued): void {
    const order = placeQueued(this.list(conversationId).map(forScreen), forScreen(steering))
    for (const [position, { id }] of order.entries()) this.#db.run('UPDATE queue SET position = ? WHERE id = ?', position, id)
    this.#db.run('UPDATE queue SET steers = 1 WHERE id = ?', steering.id)
  }
}

/** Pure: a queued message as the screen needs it. */
export function forScreen({ id, input, steers }: Queued): QueuedMessage {
  const attached = input.attached.map((part) => {
    if (part.kind === 'file') return part
    const { content: _content, ...rest } = part
    return rest
  })
  return { id, text: input.text, attached, ...(steers && { steers }) }
}
