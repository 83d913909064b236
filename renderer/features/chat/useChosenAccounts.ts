import type { ChosenAccounts } from '../../../shared/domain/chat'
import type { AccountId, ServerId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'
import { useNavigation } from '../../state/navigation'
import { useNewChatChoices } from './newChatChoices'

const NONE: ChosenAccounts = {}

/** The accounts that the conversation in front uses, or a new chat will, where these are not the default ones. */
export function useChosenAccounts(): ChosenAccounts {
  const conversationId = useNavigation((screen) => screen.conversationId)
  const forNew = useNewChatChoices((state) => state.chosenAccounts)
  const kept = useTopic('chat.conversations', (list) => list.find(({ id }) => id === conversationId)?.chosenAccounts)
  return conversationId === undefined ? forNew : (kept ?? NONE)
}

/** The account that the conversation in front uses at this server; undefined for the default one. */
export function useChosenAccount(serverId: ServerId): AccountId | undefined {
  return useChosenAccounts()[serverId]
}
