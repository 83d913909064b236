import { create } from 'zustand'
import type { ChosenAccounts, ModelChoice } from '../../../shared/domain/chat'
import { ServerId, type ConversationId, type AccountId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'

interface NewChat {
  readonly model: ModelChoice
  /** Which account it will use where that is not the default one. For the next conversation only. */
  readonly chosenAccounts: ChosenAccounts
}

/** What the next conversation begins with, until it is there to keep that itself. */
export const useNewChatChoices = create<NewChat>(() => ({ model: 'default', chosenAccounts: {} }))

export const chooseForNewChat = (model: ModelChoice): void => useNewChatChoices.setState({ model })

/** Which account the next conversation uses at a server; null for the default one. */
export function chooseAccountForNewChat(serverId: ServerId, accountId: AccountId | null): void {
  useNewChatChoices.setState(({ chosenAccounts: { [serverId]: _before, ...others } }) => ({
    chosenAccounts: accountId === null ? others : { ...others, [serverId]: accountId },
  }))
}

/** The new conversation is there: from now on it knows its accounts itself. @throws {AppError} and then they still wait */
export async function giveAccountsTo(conversationId: ConversationId): Promise<void> {
  const { chosenAccounts } = useNewChatChoices.getState()
  for (const [server, accountId] of Object.entries(chosenAccounts)) {
    await callHost('chat.chooseAccount', { conversationId, serverId: ServerId.parse(server), accountId })
  }
  useNewChatChoices.setState({ chosenAccounts: {} })
}
