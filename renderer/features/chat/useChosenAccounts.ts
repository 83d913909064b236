import type { ChosenAccounts } from '../../../shared/domain/chat'
import type { AccountId, ServerId } from '../../../shared/domain/ids'
import { useConversationSummary } from '../../rpc/useConversationSummary'
import { useNavigation } from '../../state/navigation'
import { useNewChatChoices } from './newChatChoices'

const NONE: ChosenAccounts = {}

/** Returns the accounts that the conversation in front, or a new chat, uses instead of the default ones. */
export function useChosenAccounts(): ChosenAccounts {
  const conversationId = useNavigation((screen) => screen.conversationId)
  const forNew = useNewChatChoices((state) => state.chosenAccounts)
  const kept = useConversationSummary(conversationId)?.chosenAccounts
  return conversationId === undefined ? forNew : (kept ?? NONE)
}

/** Returns the account that the conversation in front uses at this server, or undefined for the default one. */
export function useChosenAccount(serverId: ServerId): AccountId | undefined {
  return useChosenAccounts()[serverId]
}
