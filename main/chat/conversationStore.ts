import type { Call, Conversation, ConversationSummary, ChatMessage, ModelChoice, Part, TurnState } from '../../shared/domain/chat'
import { withoutSent } from '../../shared/domain/queue/draftText'
import type { CallId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import { OWN_HASH } from '../../shared/domain/ownTool'
import { AppError } from '../../shared/errors/appError'
import type { Database } from '../storage/database'
import {
  callOf,
  CallRow,
  ChosenModelRow,
  conversationColumns,
  ConversationIdRow,
  ConversationRow,
  DraftRow,
  jsonOrNull,
  LeafRow,
  OpenTurnRow,
  partJson,
  partOf,
  PartRow,
  projectColumn,
  summaryOf,
  SummaryRow,
} from './conversationRows'
import type { CopiedCall } from './copyMessage'
import { MessageReader } from './messageReader'
import { MessageTree } from './messageTree'
import { UsageLedger } from '../usage/usageLedger'
import { SummaryStore } from './summaries/summaryStore'
import { forScreen, MessageQueue } from './queue/messageQueue'
import { renameServerIn } from './queue/renameServerIn'
import { OwnSettingsTable } from './ownSettings/ownSettingsTable'
import { ToolResultCopies } from './toolResultCopies'

/** A turn that had not ended when Parley last stopped. */
export interface OpenTurn {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
}

/** The owner of conversations on disk. Each finished part is one write, so that a crash loses at most the unfinished part. */
export class ConversationStore {
  readonly results: ToolResultCopies
  readonly usage: UsageLedger
  readonly queue: MessageQueue
  readonly ownSettings: OwnSettingsTable
  readonly summaries: SummaryStore
  readonly #db: Database
  readonly #reader: MessageReader

  constructor(database: Database) {
    this.#db = database
    this.results = new ToolResultCopies(database)
    this.usage = new UsageLedger(database)
    this.#reader = new MessageReader(database, this.usage)
    this.queue = new MessageQueue(database)
    this.ownSettings = new OwnSettingsTable(database)
    this.summaries = new SummaryStore(database)
  }

  /** Returns the conversations newest first, without the removed ones. */
  list(): ConversationSummary[] {
    const rows = this.#db.all(
      `SELECT id, title, created, updated, chosen_accounts AS chosenAccounts, pinned, archived, unread, ${projectColumn},
         (SELECT id FROM conversation_folder WHERE id = conversation.folder AND removed IS NULL) AS folder,
         (SELECT state FROM message WHERE id = conversation.leaf AND role = 'assistant') AS turn,
         EXISTS (SELECT 1 FROM part JOIN message ON message.id = part.message WHERE message.id = conversation.leaf AND state = 'failed'
           AND kind = 'notice' AND CASE WHEN json_valid(part.json)
             THEN json_extract(part.json, '$.error.code') IN ('MODEL_REFUSED_KEY', 'SECRET_MISSING') END) AS needsKey
       FROM conversation WHERE removed IS NULL ORDER BY updated DESC, rowid DESC`,
    )
    return rows.map((row) => summaryOf(SummaryRow.parse(row)))
  }

  /** Returns the models that were chosen for the latest conversations, the latest first. */
  recentModels(): readonly ModelRef[] {
    const rows = this.#db.all(
      `SELECT model FROM conversation WHERE removed IS NULL AND model NOT IN ('none', 'default')
       GROUP BY model ORDER BY max(updated) DESC, max(rowid) DESC LIMIT 5`,
    )
    return rows.map((row) => ChosenModelRow.parse(row).model)
  }

  create(conversation: { readonly id: ConversationId; readonly created: number; readonly model: ModelChoice }): void {
    const { id, created, model } = conversation
    this.#db.run('INSERT INTO conversation (id, title, created, updated, model) VALUES (?, ?, ?, ?, ?)', id, '', created, created, model)
  }

  /**
   * Returns a conversation with the versions that are in front.
   * @param latest Only so many of its last messages are read. Absent: all.
   * @throws {AppError} NOT_FOUND when the conversation does not exist or was removed.
   */
  load(id: ConversationId, latest?: number): Conversation {
    const row = this.#db.get(`SELECT ${conversationColumns} FROM conversation WHERE id = ? AND removed IS NULL`, id)
    if (!row) throw new AppError('NOT_FOUND', { reason: 'chat.conversationGone' })
    const { leaf, imported, project, ...conversation } = ConversationRow.parse(row)
    const queue = this.queue.list(id).map(forScreen)
    const summaries = this.summaries.list(id)
    const tree = this.tree(id)
    const path = tree.pathTo(leaf)
    const earlier = latest === undefined ? 0 : Math.max(0, path.length - latest)
    const messages = this.#reader.read(tree, path.slice(earlier))
    return {
      id,
      ...conversation,
      ...(project !== null && { project }),
      messages,
      ...(earlier > 0 && { earlier }),
      ...(queue.length > 0 && { queue }),
      ...(imported && { imported }),
      ...(summaries.length > 0 && { summaries }),
    }
  }

  /** Returns the messages of all versions, in the order in which they were made. */
  allMessages(id: ConversationId): ChatMessage[] {
    const tree = this.tree(id)
    return this.#reader.read(tree, tree.all())
  }

  /** Returns at most so many of the messages that lead to this one, the nearest last. */
  messagesBefore(id: ConversationId, before: MessageId, count: number): ChatMessage[] {
    const tree = this.tree(id)
    return this.#reader.read(tree, tree.pathTo(before).slice(0, -1).slice(-count))
  }

  /** Returns the messages of the versions that are in front, the first one first. */
  path(id: ConversationId): readonly MessageId[] {
    return this.tree(id).pathTo(this.leaf(id))
  }

  /** Returns these messages in this order, without which versions they have. */
  messages(wanted: readonly MessageId[]): ChatMessage[] {
    return this.#reader.read(new MessageTree([]), wanted)
  }

  /** Returns the last message of the versions that are in front, or null in an empty conversation. */
  leaf(id: ConversationId): MessageId | null {
    const row = this.#db.get('SELECT leaf FROM conversation WHERE id = ?', id)
    return row ? LeafRow.parse(row).leaf : null
  }

  /** Returns all messages of a conversation, of all versions, as a tree. */
  tree(id: ConversationId): MessageTree {
    return this.#reader.tree(id)
  }

  /** Brings other versions to the front: those on the path from the first message to this one. */
  setLeaf(id: ConversationId, leaf: MessageId): void {
    this.#db.run('UPDATE conversation SET leaf = ? WHERE id = ?', leaf, id)
  }

  /**
   * Adds a message after its parent, and brings it to the front. A message that waited leaves the queue.
   * @param copied The calls of the message that are copies: they get the copies of their results too, or nothing is added.
   */
  addMessage(conversationId: ConversationId, message: ChatMessage, copied: readonly CopiedCall[] = []): void {
    this.#db.transaction(() => {
      this.#db.run(
        'INSERT INTO message (id, conversation, parent, role, state, model, created) VALUES (?, ?, ?, ?, ?, ?, ?)',
        message.id,
        conversationId,
        message.parent ?? null,
        message.role,
        message.state,
        message.model ?? null,
        message.created,
      )
      this.queue.forget(message.id)
      for (const part of message.parts) this.savePart(message.id, part)
      for (const { from, to } of copied) for (const _piece of this.results.copy(from, to));
      this.setLeaf(conversationId, message.id)
      this.touch(conversationId, message.created)
    })
  }

  setMessageState(id: MessageId, state: TurnState): void {
    this.#db.run('UPDATE message SET state = ? WHERE id = ?', state, id)
  }

  /** Marks a turn that had ended as running again, perhaps with another model, which needs some parts in another form. */
  reopen(id: MessageId, { model, created, parts }: Required<Pick<ChatMessage, 'model' | 'created' | 'parts'>>): void {
    this.#db.transaction(() => {
      this.#db.run("UPDATE message SET state = 'running', model = ?, created = ? WHERE id = ?", model, created, id)
      for (const part of parts) this.savePart(id, part)
    })
  }

  /** Inserts or updates a part. A message that steers leaves the queue when its part is there. */
  savePart(messageId: MessageId, part: Part): void {
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT INTO part (id, message, seq, kind, json)
         VALUES (?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM part WHERE message = ?), ?, ?)
         ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
        part.id,
        messageId,
        messageId,
        part.kind,
        JSON.stringify(partJson(part)),
      )
      if (part.kind === 'call') this.saveCall(part.id, part.call)
      if (part.kind === 'steering') this.queue.forget(part.id)
    })
  }

  removeParts(ids: readonly PartId[]): void {
    this.#db.run('DELETE FROM part WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  /** `call.result` is the copy for the screen. */
  saveCall(partId: PartId, call: Call): void {
    this.#db.run(
      `INSERT INTO call (id, part, server, tool, title, definition_hash, started_by, asked, asked_text, approved, why, state, started_at,
         ended_at, task, result, error, ui) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, definition_hash = excluded.definition_hash, approved = excluded.approved,
         why = excluded.why, state = excluded.state, started_at = excluded.started_at, ended_at = excluded.ended_at,
         task = excluded.task, result = excluded.result, error = excluded.error,
         -- A turn that saves its calls knows nothing of how high they were shown.
         ui = CASE WHEN ui ->> '$.height' IS NULL THEN excluded.ui ELSE json_set(excluded.ui, '$.height', ui ->> '$.height') END`,
      call.id,
      partId,
      call.serverId,
      call.tool,
      call.title ?? null,
      call.definitionHash,
      call.startedBy,
      JSON.stringify(call.asked),
      call.askedText ?? null,
      jsonOrNull(call.approved),
      JSON.stringify(call.why),
      call.state,
      call.startedAt,
      call.endedAt ?? null,
      jsonOrNull(call.task),
      jsonOrNull(call.result),
      jsonOrNull(call.error),
      jsonOrNull(call.ui),
    )
  }

  /** Keeps how high the interface of a call is in the conversation. */
  saveAppHeight(callId: CallId, height: number): void {
    this.#db.run("UPDATE call SET ui = json_set(ui, '$.height', ?) WHERE id = ?", height, callId)
  }

  /**
   * Saves how a call has ended, for a call whose end waits for more than this before it is told.
   * @param end `result` is the copy for the screen.
   */
  endCall(callId: CallId, end: Pick<Call, 'state' | 'endedAt' | 'result'>): void {
    this.#db.run(
      'UPDATE call SET state = ?, ended_at = ?, result = ? WHERE id = ?',
      end.state,
      end.endedAt ?? null,
      jsonOrNull(end.result),
      callId,
    )
  }

  call(callId: CallId): Call | undefined {
    const row = this.#db.get('SELECT * FROM call WHERE id = ?', callId)
    return row && callOf(CallRow.parse(row))
  }

  rename(id: ConversationId, title: string): void {
    this.#db.run('UPDATE conversation SET title = ? WHERE id = ?', title, id)
  }

  setModel(id: ConversationId, model: ModelChoice): void {
    this.#db.run('UPDATE conversation SET model = ? WHERE id = ?', model, id)
  }

  saveDraft(id: ConversationId, draft: string): void {
    this.#db.run('UPDATE conversation SET draft = ? WHERE id = ?', draft, id)
  }

  /** Takes a text that was sent out of the unsent message. What was typed since then stays. */
  takeFromDraft(id: ConversationId, sent: string): void {
    const row = this.#db.get('SELECT draft FROM conversation WHERE id = ?', id)
    if (row) this.saveDraft(id, withoutSent(DraftRow.parse(row).draft, sent))
  }

  /** Sets when something happened in a conversation last. The list is ordered by it. */
  touch(id: ConversationId, at: number): void {
    this.#db.run('UPDATE conversation SET updated = ? WHERE id = ?', at, id)
  }

  /** Hides conversations, and returns those that were there. `restore` brings them back until `sweep` deletes them. */
  remove(ids: readonly ConversationId[], at: number): readonly ConversationId[] {
    return this.#db
      .all(
        'UPDATE conversation SET removed = ? WHERE removed IS NULL AND id IN (SELECT value FROM json_each(?)) RETURNING id',
        at,
        JSON.stringify(ids),
      )
      .map((row) => ConversationIdRow.parse(row).id)
  }

  restore(ids: readonly ConversationId[]): void {
    this.#db.run('UPDATE conversation SET removed = NULL WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  /** Called once, before anything is saved: removes for good what was removed, and what a Parley that was killed left of unfinished copies. */
  sweep(): void {
    this.#db.erase(() => {
      this.#db.run('DELETE FROM conversation WHERE removed IS NOT NULL')
      this.#db.run('DELETE FROM conversation_folder WHERE removed IS NOT NULL')
      this.results.sweep()
    })
  }

  /** Moves calls, attachments, chosen accounts and switches to the new name of a server. */
  renameServer(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE call SET server = ? WHERE server = ? AND definition_hash <> ?', to, from, OWN_HASH)
    this.#db.run(
      `UPDATE part SET json = json_set(json, '$.serverId', ?) WHERE kind = 'attachment' AND json_extract(json, '$.serverId') = ?`,
      to,
      from,
    )
    const steering = this.#db.all(`SELECT id, message, kind, json FROM part WHERE kind = 'steering' AND json LIKE '%"attached":[{%'`)
    for (const row of steering) {
      const part = partOf(PartRow.parse(row), undefined)
      if (part?.kind === 'steering')
        this.#db.run('UPDATE part SET json = ? WHERE id = ?', JSON.stringify(partJson(renameServerIn(part, from, to))), part.id)
    }
    this.queue.renameServer(from, to)
    this.ownSettings.renameServer(from, to)
  }

  forgetServer(serverId: ServerId): void {
    this.ownSettings.forgetServer(serverId)
  }

  keepOnly(servers: ReadonlySet<ServerId>): void {
    this.ownSettings.keepOnly(servers)
  }

  /** Returns the turns that were running or waiting when Parley last stopped. */
  openTurns(): OpenTurn[] {
    const rows = this.#db.all(
      `SELECT message.conversation AS conversationId, message.id AS messageId FROM message
       JOIN conversation ON conversation.id = message.conversation
       WHERE message.state IN ('running', 'waiting') AND conversation.removed IS NULL`,
    )
    return rows.map((row) => OpenTurnRow.parse(row))
  }
}
