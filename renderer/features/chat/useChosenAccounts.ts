import { useMemo } from 'react'
import type { ChosenAccounts } from '../../../shared/domain/chat'
import type { AccountId, ServerId } from '../../../shared/domain/ids'
import { useConversationSummary } from '../../rpc/useConversationSummary'
import { useNavigation } from '../../state/navigation'
import { useNewChatChoices } from './newChatChoices'
import { useProjectInFront } from './conversationSettings/useProjectInFront'

const NONE: ChosenAccounts = {}

/** Returns the accounts that the conversation in front, or a new chat, uses instead of the default ones: its own, and those of its project. */
export function useChosenAccounts(): ChosenAccounts {
  const conversationId = useNavigation((screen) => screen.conversationId)
  const forNew = useNewChatChoices((state) => state.chosenAccounts)
  const kept = useConversationSummary(conversationId)
  const own = conversationId === undefined ? forNew : (kept?.chosenAccounts ?? NONE)
  const inherited = useProjectInFront(conversationId === undefined ? undefined : (kept ?? {}))?.accounts
  return useMemo(() => (inherited ? { ...inherited, ...own } : own), [inherited, own])
}

/** Returns the account that the conversation in front uses at this server, or undefined for the default one. */
export function useChosenAccount(serverId: ServerId): AccountId | undefined {
  return useChosenAccounts()[serverId]
}
