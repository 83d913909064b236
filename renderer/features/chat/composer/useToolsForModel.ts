import type { Conversation } from '../../../../shared/domain/chat'
import type { ToolsForModel } from '../../../../shared/domain/models/modelProvider'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useNewChatChoices } from '../newChatChoices'
import { useTopic } from '../../../rpc/useTopic'
import { useProjectInFront } from '../conversationSettings/useProjectInFront'

/** Returns the tools in the next request to the model. Undefined until they are known. */
export function useToolsForModel(conversation: Conversation | undefined): ToolsForModel | undefined {
  const versions = useTopic('servers.catalogVersions')
  const servers = useTopic('servers')
  const ready = useTopic('connections.states', (states) =>
    Object.entries(states).flatMap(([id, state]) => (state.phase === 'ready' ? [id] : [])),
  )
  const forNewChat = useNewChatChoices(({ model }) => model)
  const project = useProjectInFront(conversation)
  const own = conversation?.model ?? forNewChat
  const model = own === 'default' ? (project?.model ?? own) : own
  const version = [versions, servers, ready, conversation?.chosenAccounts, conversation?.settings, project]
  const of = conversation ? { conversationId: conversation.id } : { projectId: project?.id }
  return useHostQuery('chat.toolsForModel', { ...of, model }, { version }).data
}
