import type { Conversation } from '../../../../shared/domain/chat'
import type { Project } from '../../../../shared/domain/projects/project'
import { useProject } from '../../../rpc/useProject'
import { useNavigation } from '../../../state/navigation'

/** Returns the project of a conversation, or of the new chat. Undefined without one, and where it is gone. */
export function useProjectInFront(conversation: Pick<Conversation, 'project'> | undefined): Project | undefined {
  const ofNewChat = useNavigation((screen) => screen.newChatProject)
  return useProject(conversation ? conversation.project : ofNewChat)
}
