import type { Conversation } from '../../../../shared/domain/chat'
import type { ToolsForModel } from '../../../../shared/domain/models/modelProvider'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'

/** Returns the tools in the next request to the model. Undefined until they are known. */
export function useToolsForModel(conversation: Conversation | undefined): ToolsForModel | undefined {
  const versions = useTopic('servers.catalogVersions')
  const servers = useTopic('servers')
  const ready = useTopic('connections.states', (states) =>
    Object.entries(states).flatMap(([id, state]) => (state.phase === 'ready' ? [id] : [])),
  )
  const version = [versions, servers, ready, conversation?.chosenAccounts]
  return useHostQuery('chat.toolsForModel', { conversationId: conversation?.id }, { version }).data
}
