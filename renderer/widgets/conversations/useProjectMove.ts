import type { ConversationSummary } from '../../../shared/domain/chat'
import type { ProjectId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { offerUndo } from '../../state/undoStore'
import { attempt } from './conversationListActions'
import { endSelection } from './conversationSelection'
import { moveSentence } from './moveSentence'

type Moving = readonly Pick<ConversationSummary, 'id' | 'title'>[]

/** The ways of conversations into a project. */
export interface ProjectMoving {
  /**
   * Moves them to a project, or with null out of theirs, offers an undo, and says what changes.
   * @throws {AppError} as `conversations.moveToProject` does
   */
  readonly move: (conversations: Moving, projectId: ProjectId | null) => Promise<void>
  /** The same from the list, above which a failure is shown. Ends the selection, because it was for this. */
  readonly moveInList: (conversations: Moving, projectId: ProjectId | null) => void
  /** Makes a project with these conversations in it. */
  readonly moveToNew: (conversations: Moving, name: string) => void
}

/** Moves conversations to projects, with an undo: a move can change their model and their tools. */
export function useProjectMove(): ProjectMoving {
  const projects = useTopic('projects') ?? []
  const standard = useTopic('models', (models) => models.default)
  const moveTo = async (conversations: Moving, projectId: ProjectId | null, projectName: string | undefined): Promise<void> => {
    const { undoId, ...move } = await callHost('conversations.moveToProject', {
      conversationIds: conversations.map(({ id }) => id),
      projectId,
    })
    const sentence = moveSentence({ titles: conversations.map(({ title }) => title), projectName, move, standard })
    offerUndo(sentence, () => attempt(() => callHost('conversations.undoMove', { undoId })))
  }
  const move = (conversations: Moving, projectId: ProjectId | null): Promise<void> =>
    moveTo(conversations, projectId, projects.find(({ id }) => id === projectId)?.name)
  return {
    move,
    moveInList: (conversations, projectId) =>
      attempt(async () => {
        await move(conversations, projectId)
        endSelection()
      }),
    moveToNew: (conversations, name) =>
      attempt(async () => {
        const { projectId } = await callHost('projects.create', { name })
        await moveTo(conversations, projectId, name)
        endSelection()
      }),
  }
}
