import type {
  Call,
  ChosenAccounts,
  Conversation,
  ConversationSummary,
  ChatMessage,
  ModelChoice,
  Part,
  TurnState,
} from '../../shared/domain/chat'
import type { CallId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Database } from '../storage/database'
import {
  CallIdRow,
  callOf,
  CallRow,
  ConversationRow,
  MessageRow,
  OpenTurnRow,
  partJson,
  partOf,
  PartRow,
  ChosenAccountsRow,
  SummaryRow,
} from './conversationRows'
import { ResultCopies } from './resultCopies'

/** A turn that had not ended when Parley last stopped. */
export interface OpenTurn {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
}

/** The owner of conversations on disk. Each finished part is one write, so that a crash loses at most the unfinished part. */
export class ConversationStore {
  readonly results: ResultCopies
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
    this.results = new ResultCopies(database)
  }

  /** Returns the conversations newest first, without the removed ones. */
  list(): ConversationSummary[] {
    const rows = this.#db.all(
      `SELECT id, title, created, updated, chosen_accounts AS chosenAccounts,
         (SELECT state FROM message WHERE conversation = conversation.id AND role = 'assistant' ORDER BY created DESC, rowid DESC LIMIT 1) AS turn
       FROM conversation WHERE removed IS NULL ORDER BY updated DESC, rowid DESC`,
    )
    return rows.map((row) => {
      const { turn, ...summary } = SummaryRow.parse(row)
      return { ...summary, ...(turn !== null && { turn }) }
    })
  }

  create(conversation: { readonly id: ConversationId; readonly created: number; readonly model: ModelChoice }): void {
    const { id, created, model } = conversation
    this.#db.run('INSERT INTO conversation (id, title, created, updated, model) VALUES (?, ?, ?, ?, ?)', id, '', created, created, model)
  }

  /** @throws {AppError} NOT_FOUND when the conversation does not exist or was removed. */
  load(id: ConversationId): Conversation {
    const row = this.#db.get(
      'SELECT title, created, model, draft, chosen_accounts AS chosenAccounts FROM conversation WHERE id = ? AND removed IS NULL',
      id,
    )
    if (!row) throw new AppError('NOT_FOUND', { reason: 'chat.conversationGone' })
    return { id, ...ConversationRow.parse(row), messages: this.#messages(id) }
  }

  addMessage(conversationId: ConversationId, message: ChatMessage): void {
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT INTO message (id, conversation, parent, role, state, model, created) VALUES (?, ?,
           (SELECT id FROM message WHERE conversation = ? ORDER BY created DESC, rowid DESC LIMIT 1), ?, ?, ?, ?)`,
        message.id,
        conversationId,
        conversationId,
        message.role,
        message.state,
        message.model ?? null,
        message.created,
      )
      for (const part of message.parts) this.savePart(message.id, part)
      this.#touch(conversationId, message.created)
    })
  }

  removeMessages(ids: readonly MessageId[]): void {
    this.#db.transaction(() => {
      for (const id of ids) this.#db.run('DELETE FROM message WHERE id = ?', id)
    })
  }

  setMessageState(id: MessageId, state: TurnState): void {
    this.#db.run('UPDATE message SET state = ? WHERE id = ?', state, id)
  }

  /** Marks a turn that had ended as running again, perhaps with another model. */
  reopen(id: MessageId, model: ModelRef): void {
    this.#db.run("UPDATE message SET state = 'running', model = ? WHERE id = ?", model, id)
  }

  /** Inserts or updates a part. */
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
    })
  }

  /** Removes parts, and the copies of the results of their calls. */
  removeParts(ids: readonly PartId[]): void {
    this.#db.transaction(() => {
      for (const id of ids) {
        for (const row of this.#db.all('SELECT id FROM call WHERE part = ?', id)) this.results.remove(CallIdRow.parse(row).id)
        this.#db.run('DELETE FROM part WHERE id = ?', id)
      }
    })
  }

  /** `call.result` is the copy for the screen. */
  saveCall(partId: PartId, call: Call): void {
    this.#db.run(
      `INSERT INTO call (id, part, server, tool, title, definition_hash, started_by, asked, asked_text, approved, why, state, started_at,
         ended_at, task, result, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, definition_hash = excluded.definition_hash, approved = excluded.approved,
         why = excluded.why, state = excluded.state, started_at = excluded.started_at, ended_at = excluded.ended_at,
         task = excluded.task, result = excluded.result, error = excluded.error`,
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
    )
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

  /** Sets which account the conversation uses at each server, where it is not the default one. */
  setChosenAccounts(id: ConversationId, chosenAccounts: ChosenAccounts): void {
    this.#db.run('UPDATE conversation SET chosen_accounts = ? WHERE id = ?', JSON.stringify(chosenAccounts), id)
  }

  saveDraft(id: ConversationId, draft: string): void {
    this.#db.run('UPDATE conversation SET draft = ? WHERE id = ?', draft, id)
  }

  /** Hides a conversation. `restore` brings it back until `sweep` deletes it. */
  remove(id: ConversationId, at: number): void {
    this.#db.run('UPDATE conversation SET removed = ? WHERE id = ?', at, id)
  }

  restore(id: ConversationId): void {
    this.#db.run('UPDATE conversation SET removed = NULL WHERE id = ?', id)
  }

  /** Called once, before anything is saved: removes for good what was removed, and what a Parley that was killed left of unfinished copies. */
  sweep(): void {
    this.#db.run('DELETE FROM conversation WHERE removed IS NOT NULL')
    this.results.sweep()
  }

  /** Moves calls, attachments and chosen accounts to the new name of a server. */
  renameServer(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE call SET server = ? WHERE server = ?', to, from)
    this.#db.run(
      `UPDATE part SET json = json_set(json, '$.serverId', ?) WHERE kind = 'attachment' AND json_extract(json, '$.serverId') = ?`,
      to,
      from,
    )
    const chosen = this.#db.all("SELECT id, chosen_accounts AS chosenAccounts FROM conversation WHERE chosen_accounts <> '{}'")
    for (const row of chosen) {
      const { id, chosenAccounts } = ChosenAccountsRow.parse(row)
      const { [from]: accountId, ...others } = chosenAccounts
      if (accountId !== undefined) this.setChosenAccounts(id, { ...others, [to]: accountId })
    }
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

  #touch(id: ConversationId, at: number): void {
    this.#db.run('UPDATE conversation SET updated = ? WHERE id = ?', at, id)
  }

  #messages(id: ConversationId): ChatMessage[] {
    const calls = new Map(
      this.#db
        .all(
          `SELECT call.* FROM call JOIN part ON part.id = call.part JOIN message ON message.id = part.message WHERE message.conversation = ?`,
          id,
        )
        .map((row) => CallRow.parse(row))
        .map((row) => [row.part, callOf(row)]),
    )
    const parts = Map.groupBy(
      this.#db
        .all(
          `SELECT part.id, part.message, part.kind, part.json FROM part JOIN message ON message.id = part.message
         WHERE message.conversation = ? AND part.kind <> 'result' ORDER BY part.seq`,
          id,
        )
        .map((row) => PartRow.parse(row)),
      (row) => row.message,
    )
    const rows = this.#db.all('SELECT * FROM message WHERE conversation = ? ORDER BY created, rowid', id)
    return rows
      .map((found) => MessageRow.parse(found))
      .map((row) => ({
        id: row.id,
        role: row.role,
        created: row.created,
        state: row.state,
        parts: (parts.get(row.id) ?? []).flatMap((part) => partOf(part, calls.get(part.id)) ?? []),
        ...(row.model !== null && { model: row.model }),
      }))
  }
}

function jsonOrNull(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
