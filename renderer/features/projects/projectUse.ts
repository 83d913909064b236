import type { ConversationSummary } from '../../../shared/domain/chat'
import type { ConversationId, ProjectId } from '../../../shared/domain/ids'
import type { Project } from '../../../shared/domain/projects/project'
import { conversationMark } from '../../widgets/conversations/conversationMark'

/** What becomes of a project. */
export interface ProjectUse {
  /** Its conversations that are not archived, the last used one first. */
  readonly conversations: readonly ConversationSummary[]
  /** When one of them was used last, or else when it was made. */
  readonly lastUse: number
  readonly waiting: number
  readonly running: number
}

/** Pure: how a project is used. */
export function projectUse(
  { id, created }: Pick<Project, 'id' | 'created'>,
  all: readonly ConversationSummary[],
  asking: ReadonlySet<ConversationId>,
): ProjectUse {
  const conversations = conversationsIn(id, all)
  const marks = conversations.map((conversation) => conversationMark(conversation, asking.has(conversation.id)))
  return {
    conversations,
    lastUse: Math.max(created, conversations[0]?.updated ?? 0),
    waiting: marks.filter((mark) => mark === 'waiting' || mark === 'needsKey').length,
    running: marks.filter((mark) => mark === 'running').length,
  }
}

/** Pure: the conversations of a project, or of none, that are not archived. The last used one first. */
export function conversationsIn(project: ProjectId | undefined, all: readonly ConversationSummary[]): readonly ConversationSummary[] {
  return all
    .filter((conversation) => conversation.project === project && conversation.archived !== true)
    .toSorted((one, other) => other.updated - one.updated)
}
