import type { Conversation } from '../../../shared/domain/chat'
import { UndoId, type ConversationId, type ProjectId, type ServerId } from '../../../shared/domain/ids'
import { effectiveSettings, type EffectiveSettings } from '../../../shared/domain/projects/effectiveSettings'
import type { ChatSettings, OwnSettings, Project } from '../../../shared/domain/projects/project'
import { AppError } from '../../../shared/errors/appError'
import type { ProjectMove } from '../../../shared/rpc/conversations'
import type { ChatSettingsChange } from '../../../shared/rpc/projects'
import type { Clock } from '../../lib/clock'
import { restoreSettings } from './restoreSettings'
import { changeSettings } from '../../projects/changeSettings'
import { withRealFolders } from '../../projects/realFolders'
import { settingsAfterMove } from '../../projects/settingsAfterMove'
import type { ActiveConversations } from '../activeConversations'
import type { ConversationList } from '../conversationList'
import type { ConversationStore } from '../conversationStore'
import type { MovedConversation } from './ownSettingsTable'
import { whatChanged } from './whatChanged'

export interface ConversationSettingsDeps {
  readonly store: Pick<ConversationStore, 'ownSettings'>
  readonly activeConversations: Pick<ActiveConversations, 'publish'>
  readonly list: Pick<ConversationList, 'tell'>
  readonly projects: {
    find(projectId: ProjectId): Project | undefined
    /** @throws {AppError} NOT_FOUND */
    get(projectId: ProjectId): Project
  }
  readonly clock: Pick<Clock, 'newId'>
}

/** So many times "inherit all", and so many moves, can be taken back. */
const MOST_UNDONE = 100

/** Where the next message will be. Without a conversation a new one begins. */
export interface NextMessage {
  readonly conversationId?: ConversationId | undefined
  readonly projectId?: ProjectId | undefined
}

/** What a conversation says that says nothing itself. */
const INHERITS_ALL: OwnSettings = { model: 'default', chosenAccounts: {}, settings: {} }

/** The owner of what conversations say themselves and of which project each belongs to; says what counts of both. */
export class ConversationSettings {
  readonly #deps: ConversationSettingsDeps
  readonly #inherited = new Map<UndoId, { readonly conversationId: ConversationId; readonly own: OwnSettings }>()

  readonly #moves = new Map<UndoId, { readonly to: ProjectId | null; readonly moved: readonly MovedConversation[] }>()

  constructor(deps: ConversationSettingsDeps) {
    this.#deps = deps
  }

  /**
   * Returns what counts for the next message of a conversation.
   * @throws {AppError} NOT_FOUND
   */
  effective(conversationId: ConversationId): EffectiveSettings {
    return this.of(this.#deps.store.ownSettings.of(conversationId))
  }

  /**
   * Returns what counts for the next message of a conversation, or for the first one of a new conversation: in a project, or in none.
   * @throws {AppError} NOT_FOUND
   */
  next({ conversationId, projectId }: NextMessage): EffectiveSettings {
    if (conversationId !== undefined) return this.effective(conversationId)
    const project = projectId === undefined ? undefined : this.#deps.projects.get(projectId)
    return effectiveSettings(project, { model: 'default', chosenAccounts: {}, settings: {} })
  }

  /** Returns what counts for the next message of a conversation that was read. */
  of(own: Pick<Conversation, 'model' | 'chosenAccounts' | 'settings' | 'project'>): EffectiveSettings {
    return effectiveSettings(own.project && this.#deps.projects.find(own.project), own)
  }

  /**
   * Changes what a conversation says itself, from its next message on.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT or DENIED, as `chat.changeSettings` says
   */
  async change(conversationId: ConversationId, wanted: ChatSettingsChange): Promise<void> {
    const { store, activeConversations } = this.#deps
    store.ownSettings.of(conversationId)
    const change = await withRealFolders(wanted)
    // Read anew: another change may have come while the disk was read.
    const settings = changeSettings(store.ownSettings.of(conversationId).settings, change)
    store.ownSettings.set(conversationId, settings)
    activeConversations.publish(conversationId, { type: 'settingsChanged', settings })
  }

  /**
   * Takes away all that a conversation says itself, its model and accounts too. What it said is kept for `restore` until Parley ends.
   * @throws {AppError} NOT_FOUND
   */
  inheritAll(conversationId: ConversationId): { undoId: UndoId } {
    const { model, chosenAccounts, settings } = this.#deps.store.ownSettings.of(conversationId)
    const undoId = UndoId.parse(this.#deps.clock.newId())
    keep(this.#inherited, undoId, { conversationId, own: { model, chosenAccounts, settings } })
    this.#say(conversationId, INHERITS_ALL)
    return { undoId }
  }

  /**
   * Makes a conversation say again what it said before `inheritAll`, but for what was chosen since. A folder that is gone meanwhile stays in the list, as one that was there.
   * @throws {AppError} NOT_FOUND
   */
  restore(undoId: UndoId): void {
    const before = this.#inherited.get(undoId)
    if (!before) throw new AppError('NOT_FOUND', { reason: 'chat.settingsNotRestorable' })
    const now = this.#deps.store.ownSettings.of(before.conversationId)
    this.#say(before.conversationId, restoreSettings(now, INHERITS_ALL, before.own))
    this.#inherited.delete(undoId)
  }

  /**
   * Returns what a conversation says itself, for a new one that begins with the same. Not its model and accounts.
   * @throws {AppError} NOT_FOUND
   */
  own(conversationId: ConversationId): ChatSettings {
    return this.#deps.store.ownSettings.of(conversationId).settings
  }

  /** Makes a new conversation say what another one says. Nothing is checked again: the person has set it there. */
  begin(conversationId: ConversationId, settings: ChatSettings): void {
    this.#deps.store.ownSettings.set(conversationId, settings)
  }

  /** Tells the pages of conversations that say something of a server how it is called now. */
  serverRenamed(_from: ServerId, to: ServerId): void {
    const { store, activeConversations } = this.#deps
    for (const { id, chosenAccounts, settings } of store.ownSettings.naming(to)) {
      activeConversations.publish(id, { type: 'accountsChosen', chosenAccounts })
      activeConversations.publish(id, { type: 'settingsChanged', settings })
    }
  }

  #say(conversationId: ConversationId, own: OwnSettings): void {
    const { store, list } = this.#deps
    store.ownSettings.setAll(conversationId, own)
    this.#tellOwn(conversationId, own)
    list.tell()
  }

  /**
   * Moves conversations to a project, or out of theirs. They keep what they say themselves; what equals the project's is inherited from then
   * on. Those that are gone are left out. Where each was is kept for `undoMove` until Parley ends.
   * @throws {AppError} NOT_FOUND without the project
   */
  move(ids: readonly ConversationId[], projectId: ProjectId | null): ProjectMove {
    const { store, projects, list, clock } = this.#deps
    const project = projectId === null ? undefined : projects.get(projectId)
    const moved = store.ownSettings.move(ids, projectId, (own) =>
      project && !saysNothing(own) ? settingsAfterMove(own, project) : undefined,
    )
    for (const { id, changed } of moved) {
      this.#tellProject(id, project?.id)
      if (changed) this.#tellOwn(id, changed)
    }
    list.tell()
    const undoId = UndoId.parse(clock.newId())
    keep(this.#moves, undoId, { to: projectId, moved })
    const settings = moved.map(({ before, changed }) => ({
      before: this.of(before),
      after: effectiveSettings(project, changed ?? before),
    }))
    return { undoId, ...whatChanged(settings) }
  }

  /**
   * Moves conversations back to where each was before a `move`. What one says itself comes back too, but for what was changed meanwhile. Those
   * that are gone, or were moved on, are left out.
   * @throws {AppError} NOT_FOUND
   */
  undoMove(undoId: UndoId): void {
    const { store, list } = this.#deps
    const move = this.#moves.get(undoId)
    if (!move) throw new AppError('NOT_FOUND', { reason: 'chat.settingsNotRestorable' })
    for (const { id, before, changed } of move.moved) {
      const now = store.ownSettings.find(id)
      if (!now || (now.project ?? null) !== move.to) continue
      const { project = null, ...own } = before
      store.ownSettings.setProject(id, project)
      this.#tellProject(id, project ?? undefined)
      if (!changed) continue
      const again = restoreSettings(now, changed, own)
      store.ownSettings.setAll(id, again)
      this.#tellOwn(id, again)
    }
    this.#moves.delete(undoId)
    list.tell()
  }

  #tellProject(id: ConversationId, project: ProjectId | undefined): void {
    this.#deps.activeConversations.publish(id, { type: 'projectChanged', ...(project !== undefined && { project }) })
  }

  #tellOwn(id: ConversationId, own: OwnSettings): void {
    const { activeConversations } = this.#deps
    activeConversations.publish(id, { type: 'modelChosen', model: own.model })
    activeConversations.publish(id, { type: 'accountsChosen', chosenAccounts: own.chosenAccounts })
    activeConversations.publish(id, { type: 'settingsChanged', settings: own.settings })
  }
}

function keep<T>(undos: Map<UndoId, T>, undoId: UndoId, undo: T): void {
  undos.set(undoId, undo)
  const [oldest] = undos.keys()
  if (undos.size > MOST_UNDONE && oldest !== undefined) undos.delete(oldest)
}

function saysNothing({ model, chosenAccounts, settings }: OwnSettings): boolean {
  return model === 'default' && Object.keys(chosenAccounts).length === 0 && Object.keys(settings).length === 0
}
