import * as z from 'zod'
import { MOST_CONVERSATIONS_AT_ONCE, type ConversationFolder, type ModelChoice } from '../domain/chat'
import { ConversationFolderId, ConversationId, ProjectId, UndoId } from '../domain/ids'
import { call, topic } from './contractKinds'

export const SeveralConversations = z.object({
  conversationIds: z.array(ConversationId).min(1).max(MOST_CONVERSATIONS_AT_ONCE),
})
const OneFolder = z.object({ folderId: ConversationFolderId })

/** What is missing does not change. */
const Arrangement = z.object({
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  unread: z.boolean().optional(),
  /** Null takes them out of their folder. */
  folder: ConversationFolderId.nullable().optional(),
})
export type Arrangement = z.infer<typeof Arrangement>

/** What became of conversations that moved to a project, or out of theirs. */
export interface ProjectMove {
  readonly undoId: UndoId
  /** The models that answer in them before and after, each pair once. Also pairs of which both are the same. */
  readonly models: readonly { readonly from: ModelChoice; readonly to: ModelChoice }[]
  /** Whether a model gets other servers or tools in one of them. */
  readonly switches: boolean
}

/** The list of conversations: what stands where in it. Their content is in `chat`. */
export const conversationsCalls = {
  /**
   * Pins, archives, marks as unread, or moves into a folder: as many conversations as are named. Those that are gone are left out.
   * Result: nothing.
   * Errors: NOT_FOUND (the folder).
   */
  'conversations.arrange': call<void>()(SeveralConversations.extend({ change: Arrangement })),
  /**
   * Moves conversations to a project, or with null out of theirs. They keep what they say themselves; what equals the new project's is
   * inherited from then on. Those that are gone are left out, and so is a temporary one, which is in no project.
   * Result: an id for `conversations.undoMove`, valid until Parley quits, and what changed with the move.
   * Errors: NOT_FOUND (the project).
   */
  'conversations.moveToProject': call<ProjectMove>()(SeveralConversations.extend({ projectId: ProjectId.nullable() })),
  /**
   * Moves conversations back to where each was before `conversations.moveToProject`. Each says itself again what it said then, unless that
   * was changed meanwhile. Those that are gone, or were moved on, are left out.
   * Result: nothing.
   * Errors: NOT_FOUND (no such move, or it was taken back before).
   */
  'conversations.undoMove': call<void>()(z.object({ undoId: UndoId })),
  /**
   * Makes a folder with a name of 1 to 100 characters, below the others. There are at most 500 folders.
   * Result: its id.
   * Errors: CONFLICT (too many folders).
   */
  'conversations.createFolder': call<{ folderId: ConversationFolderId }>()(z.object({ name: z.string().trim().min(1).max(100) })),
  /**
   * Changes the name of a folder, or whether its conversations are shown. What is missing does not change.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'conversations.changeFolder': call<void>()(
    OneFolder.extend({ name: z.string().trim().min(1).max(100).optional(), collapsed: z.boolean().optional() }),
  ),
  /**
   * Moves a folder before another one, or with null to the end.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'conversations.moveFolder': call<void>()(OneFolder.extend({ before: ConversationFolderId.nullable() })),
  /**
   * Removes a folder. Its conversations stay, in none.
   * Result: an id for `conversations.restoreFolder`, valid until Parley quits.
   * Errors: NOT_FOUND.
   */
  'conversations.removeFolder': call<{ undoId: UndoId }>()(OneFolder),
  /**
   * Restores a folder that was removed since Parley started, with the conversations that were in it and are in no other one now.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'conversations.restoreFolder': call<void>()(z.object({ undoId: UndoId })),
}

export const conversationsTopics = {
  /** The folders of the list, in their order. */
  'conversations.folders': topic<readonly ConversationFolder[]>(),
}
