import type { ConversationId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'

/** Returns the name of the project of each conversation that is in one. */
export function useProjectNames(): ReadonlyMap<ConversationId, string> {
  const names = new Map(useTopic('projects')?.map(({ id, name }) => [id, name]))
  const conversations = useTopic('chat.conversations') ?? []
  return new Map(
    conversations.flatMap(({ id, project }) => {
      const name = project && names.get(project)
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}
