import type { ChosenProfiles } from '../../../shared/domain/chat'
import type { ProfileId, ServerId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'
import { useScreen } from '../../shell/screen'
import { useNewChatStore } from './newChatStore'

const NONE: ChosenProfiles = {}

/** The accounts that the conversation in front uses, or a new chat will, where these are not the default ones. */
export function useChosenProfiles(): ChosenProfiles {
  const conversationId = useScreen((screen) => screen.conversationId)
  const forNew = useNewChatStore((state) => state.profiles)
  const kept = useTopic('chat.conversations', (list) => list.find(({ id }) => id === conversationId)?.profiles)
  return conversationId === undefined ? forNew : (kept ?? NONE)
}

/** The account that the conversation in front uses at this server; undefined for the default one. */
export function useChosenProfile(serverId: ServerId): ProfileId | undefined {
  return useChosenProfiles()[serverId]
}
