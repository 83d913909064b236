import type { ChosenAccounts } from '../../../shared/domain/chat'
import type { ConversationId, ProjectId, ServerId } from '../../../shared/domain/ids'
import type { ChatSettings, OwnSettings } from '../../../shared/domain/projects/project'
import { AppError } from '../../../shared/errors/appError'
import {
  forgetServerInSettings,
  keepKeys,
  keepServersInSettings,
  renameKey,
  renameServerInSettings,
} from '../../projects/renameServerInSettings'
import type { Database } from '../../storage/database'
import { ConversationIdRow, OwnSettingsRow, projectColumn } from '../conversationRows'

/** What a conversation says itself, and the project that it belongs to. */
export interface OwnSettingsOfProject extends OwnSettings {
  readonly project?: ProjectId
}

/** A conversation that is in another project now. */
export interface MovedConversation {
  readonly id: ConversationId
  /** What it said itself before, and the project that it was in. */
  readonly before: OwnSettingsOfProject
  /** What it says itself now. Absent where that did not change. */
  readonly changed?: OwnSettings
}

const COLUMNS = `id, model, chosen_accounts AS chosenAccounts, settings, ${projectColumn}`

/** The columns of conversations for what each says itself of what its project says too. */
export class OwnSettingsTable {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  /** @throws {AppError} NOT_FOUND when the conversation does not exist or was removed. */
  of(id: ConversationId): OwnSettingsOfProject {
    const own = this.find(id)
    if (!own) throw new AppError('NOT_FOUND', { reason: 'chat.conversationGone' })
    return own
  }

  /** Undefined when the conversation does not exist or was removed. */
  find(id: ConversationId): OwnSettingsOfProject | undefined {
    const row = this.#db.get(`SELECT ${COLUMNS} FROM conversation WHERE id = ? AND removed IS NULL`, id)
    if (!row) return undefined
    const { project, ...own } = OwnSettingsRow.parse(row)
    return { ...own, ...(project !== null && { project }) }
  }

  /**
   * Sets the project of those of these conversations that are there, and what each says itself then.
   * @param after what a conversation says itself after the move; undefined where nothing changes
   * @returns those that moved, with what changed
   */
  move(
    ids: readonly ConversationId[],
    project: ProjectId | null,
    after: (own: OwnSettings) => OwnSettings | undefined,
  ): readonly MovedConversation[] {
    return this.#db.transaction(() => {
      const rows = this.#db.all(
        `SELECT ${COLUMNS} FROM conversation WHERE removed IS NULL AND id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      )
      return rows.flatMap((row) => {
        const { id } = ConversationIdRow.parse(row)
        const { project: from, ...own } = OwnSettingsRow.parse(row)
        if (from === project) return []
        this.setProject(id, project)
        const changed = after(own)
        const before = { ...own, ...(from !== null && { project: from }) }
        if (!changed) return [{ id, before }]
        this.#setAll(id, changed)
        return [{ id, before, changed }]
      })
    })
  }

  /** Sets all that a conversation says itself. */
  setAll(id: ConversationId, own: OwnSettings): void {
    this.#db.transaction(() => this.#setAll(id, own))
  }

  #setAll(id: ConversationId, { model, chosenAccounts, settings }: OwnSettings): void {
    this.#db.run('UPDATE conversation SET model = ? WHERE id = ?', model, id)
    this.setChosenAccounts(id, chosenAccounts)
    this.set(id, settings)
  }

  set(id: ConversationId, settings: ChatSettings): void {
    this.#db.run('UPDATE conversation SET settings = ? WHERE id = ?', JSON.stringify(settings), id)
  }

  setProject(id: ConversationId, project: ProjectId | null): void {
    this.#db.run('UPDATE conversation SET project = ? WHERE id = ?', project, id)
  }

  /** Sets which account the conversation uses at each server, where it is not the one that it inherits. */
  setChosenAccounts(id: ConversationId, chosenAccounts: ChosenAccounts): void {
    this.#db.run('UPDATE conversation SET chosen_accounts = ? WHERE id = ?', JSON.stringify(chosenAccounts), id)
  }

  renameServer(from: ServerId, to: ServerId): void {
    for (const { id, chosenAccounts, settings } of this.#sayingSomething()) {
      const renamed = renameServerInSettings(settings, from, to)
      if (renamed !== settings) this.set(id, renamed)
      if (chosenAccounts[from] !== undefined) this.setChosenAccounts(id, renameKey(chosenAccounts, from, to))
    }
  }

  /** Returns the conversations that say something of a server themselves. */
  naming(server: ServerId): readonly (OwnSettings & { readonly id: ConversationId })[] {
    return this.#sayingSomething().filter(({ chosenAccounts, settings: { switches } }) =>
      [chosenAccounts, switches?.servers, switches?.tools].some((table) => table && Object.hasOwn(table, server)),
    )
  }

  forgetServer(serverId: ServerId): void {
    for (const { id, settings } of this.#sayingSomething()) {
      const rest = forgetServerInSettings(settings, serverId)
      if (rest !== settings) this.set(id, rest)
    }
  }

  keepOnly(servers: ReadonlySet<ServerId>): void {
    for (const { id, chosenAccounts, settings } of this.#sayingSomething()) {
      const rest = keepServersInSettings(settings, servers)
      if (rest !== settings) this.set(id, rest)
      const accounts = keepKeys(chosenAccounts, servers)
      if (Object.keys(accounts).length < Object.keys(chosenAccounts).length) this.setChosenAccounts(id, accounts)
    }
  }

  #sayingSomething(): readonly (OwnSettings & { readonly id: ConversationId })[] {
    return this.#db
      .all(
        `SELECT id, model, chosen_accounts AS chosenAccounts, settings, project FROM conversation WHERE chosen_accounts <> '{}' OR settings <> '{}'`,
      )
      .map((row) => ({ ...OwnSettingsRow.parse(row), ...ConversationIdRow.parse(row) }))
  }
}
