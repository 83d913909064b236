import { create } from 'zustand'
import type { ChosenAccounts, ModelChoice } from '../../../shared/domain/chat'
import type { ServerId, ConversationId, AccountId } from '../../../shared/domain/ids'
import { serverIdOf } from '../../../shared/domain/idText'
import { callHost } from '../../rpc/callHost'

interface NewChat {
  readonly model: ModelChoice
  /** The accounts that the next conversation uses instead of the default ones. They apply to that conversation only. */
  readonly chosenAccounts: ChosenAccounts
}

/** The choices for the next conversation, until it exists and stores them itself. */
export const useNewChatChoices = create<NewChat>(() => ({ model: 'default', chosenAccounts: {} }))

export const chooseForNewChat = (model: ModelChoice): void => useNewChatChoices.setState({ model })

/** Sets the account that the next conversation uses at a server. null means the default one. */
export function chooseAccountForNewChat(serverId: ServerId, accountId: AccountId | null): void {
  useNewChatChoices.setState(({ chosenAccounts: { [serverId]: _before, ...others } }) => ({
    chosenAccounts: accountId === null ? others : { ...others, [serverId]: accountId },
  }))
}

/** Moves the chosen accounts to the new conversation. @throws {AppError} when the host refuses; the choices then stay here */
export async function giveAccountsTo(conversationId: ConversationId): Promise<void> {
  const { chosenAccounts } = useNewChatChoices.getState()
  for (const [server, accountId] of Object.entries(chosenAccounts)) {
    await callHost('chat.chooseAccount', { conversationId, serverId: serverIdOf(server), accountId })
  }
  useNewChatChoices.setState({ chosenAccounts: {} })
}
