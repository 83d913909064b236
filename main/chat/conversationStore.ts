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
  callOf,
  CallRow,
  ConversationRow,
  LeafRow,
  MessageRow,
  NodeRow,
  OpenTurnRow,
  partJson,
  partOf,
  PartRow,
  ChosenAccountsRow,
  SummaryRow,
} from './conversationRows'
import type { CopiedCall } from './copyMessage'
import { MessageTree } from './messageTree'
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
         (SELECT state FROM message WHERE id = conversation.leaf AND role = 'assistant') AS turn
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

  /**
   * Returns a conversation with the versions that are in front.
   * @throws {AppError} NOT_FOUND when the conversation does not exist or was removed.
   */
  load(id: ConversationId): Conversation {
    const row = this.#db.get(
      'SELECT title, created, model, draft, chosen_accounts AS chosenAccounts, leaf FROM conversation WHERE id = ? AND removed IS NULL',
      id,
    )
    if (!row) throw new AppError('NOT_FOUND', { reason: 'chat.conversationGone' })
    const { leaf, ...conversation } = ConversationRow.parse(row)
    return { id, ...conversation, messages: this.#messages(id, leaf) }
  }

  /** Returns the last message of the versions that are in front, or null in an empty conversation. */
  leaf(id: ConversationId): MessageId | null {
    const row = this.#db.get('SELECT leaf FROM conversation WHERE id = ?', id)
    return row ? LeafRow.parse(row).leaf : null
  }

  /** Returns all messages of a conversation, of all versions, as a tree. */
  tree(id: ConversationId): MessageTree {
    const rows = this.#db.all('SELECT id, parent FROM message WHERE conversation = ? ORDER BY created, rowid', id)
    return new MessageTree(rows.map((row) => NodeRow.parse(row)))
  }

  /** Brings other versions to the front: those on the path from the first message to this one. */
  setLeaf(id: ConversationId, leaf: MessageId): void {
    this.#db.run('UPDATE conversation SET leaf = ? WHERE id = ?', leaf, id)
  }

  /**
   * Adds a message after its parent, and brings it to the front.
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
      for (const part of message.parts) this.savePart(message.id, part)
      for (const { from, to } of copied) for (const _piece of this.results.copy(from, to));
      this.setLeaf(conversationId, message.id)
      this.touch(conversationId, message.created)
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

  removeParts(ids: readonly PartId[]): void {
    this.#db.run('DELETE FROM part WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
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

  /** Sets when something happened in a conversation last. The list is ordered by it. */
  touch(id: ConversationId, at: number): void {
    this.#db.run('UPDATE conversation SET updated = ? WHERE id = ?', at, id)
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

  #messages(id: ConversationId, leaf: MessageId | null): ChatMessage[] {
    const rows = this.#db
      .all('SELECT * FROM message WHERE conversation = ? ORDER BY created, rowid', id)
      .map((row) => MessageRow.parse(row))
    const tree = new MessageTree(rows)
    const path = tree.pathTo(leaf)
    const inFront = JSON.stringify(path)
    const calls = new Map(
      this.#db
        .all('SELECT call.* FROM call JOIN part ON part.id = call.part WHERE part.message IN (SELECT value FROM json_each(?))', inFront)
        .map((row) => CallRow.parse(row))
        .map((row) => [row.part, callOf(row)]),
    )
    const parts = Map.groupBy(
      this.#db
        .all(
          `SELECT id, message, kind, json FROM part
         WHERE message IN (SELECT value FROM json_each(?)) AND kind <> 'result' ORDER BY seq`,
          inFront,
        )
        .map((row) => PartRow.parse(row)),
      (row) => row.message,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return path.flatMap((messageId) => {
      const row = byId.get(messageId)
      if (!row) return []
      const versions = tree.versionsOf(messageId)
      return {
        id: row.id,
        role: row.role,
        ...(row.parent !== null && { parent: row.parent }),
        ...(versions.length > 1 && { versions }),
        created: row.created,
        state: row.state,
        parts: (parts.get(row.id) ?? []).flatMap((part) => partOf(part, calls.get(part.id)) ?? []),
        ...(row.model !== null && { model: row.model }),
      }
    })
  }
}

function jsonOrNull(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
