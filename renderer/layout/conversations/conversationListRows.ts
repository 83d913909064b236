import type { ConversationFolder, ConversationSummary } from '../../../shared/domain/chat'
import type { ConversationFolderId } from '../../../shared/domain/ids'
import { groupByDay, type DayGroup } from './groupByDay'

/** One line of the list of conversations. */
export type ConversationListRow =
  | { readonly kind: 'heading'; readonly key: string; readonly of: 'pinned' | DayGroup<unknown>['day'] }
  | {
      readonly kind: 'folder'
      readonly key: string
      readonly folder: ConversationFolder
      readonly count: number
      readonly position: number
    }
  | { readonly kind: 'archive'; readonly key: string; readonly count: number }
  | {
      readonly kind: 'conversation'
      readonly key: string
      readonly conversation: ConversationSummary
      readonly within?: 'folder' | 'archive'
    }

export interface ListContent {
  readonly conversations: readonly ConversationSummary[]
  readonly folders: readonly ConversationFolder[]
  /** Whether archived conversations are shown. */
  readonly archive: boolean
  readonly now: Date
}

/** Pure: the list from top to bottom: what is pinned, the folders, all others by day, and the archive. Each newest first. */
export function conversationListRows({ conversations, folders, archive, now }: ListContent): readonly ConversationListRow[] {
  const newest = conversations.toSorted((one, other) => other.updated - one.updated)
  const listed = newest.filter(({ archived }) => archived !== true)
  const archived = newest.filter((conversation) => conversation.archived === true)
  const pinned = listed.filter((conversation) => conversation.pinned === true)
  const inFolders = Map.groupBy(
    listed.filter((conversation) => conversation.pinned !== true),
    ({ folder }) => folder,
  )
  const known = new Set<ConversationFolderId | undefined>(folders.map(({ id }) => id))
  const others = listed.filter(({ pinned: isPinned, folder }) => isPinned !== true && !known.has(folder))
  return [
    ...(pinned.length > 0 ? [{ kind: 'heading' as const, key: 'pinned', of: 'pinned' as const }] : []),
    ...pinned.map((conversation) => lineOf(conversation)),
    ...folders.flatMap((folder, position): ConversationListRow[] => {
      const inside = inFolders.get(folder.id) ?? []
      const shown = folder.collapsed === true ? [] : inside
      return [
        { kind: 'folder', key: folder.id, folder, count: inside.length, position },
        ...shown.map((conversation) => lineOf(conversation, 'folder')),
      ]
    }),
    ...groupByDay(others, ({ updated }) => updated, now).flatMap(({ day, items }): ConversationListRow[] => [
      { kind: 'heading', key: day, of: day },
      ...items.map((conversation) => lineOf(conversation)),
    ]),
    ...(archived.length > 0 ? [{ kind: 'archive' as const, key: 'archive', count: archived.length }] : []),
    ...(archive ? archived.map((conversation) => lineOf(conversation, 'archive')) : []),
  ]
}

function lineOf(conversation: ConversationSummary, within?: 'folder' | 'archive'): ConversationListRow {
  return { kind: 'conversation', key: conversation.id, conversation, ...(within && { within }) }
}

/** Pure: the conversations from top to bottom, as they are on the screen. */
export function conversationsOf(lines: readonly ConversationListRow[]): readonly ConversationSummary[] {
  return lines.flatMap((line) => (line.kind === 'conversation' ? [line.conversation] : []))
}
