import { create } from 'zustand'
import type { ChosenProfiles, ModelChoice } from '../../../shared/domain/chat'
import type { ConversationId, ProfileId, ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'

interface NewChat {
  readonly model: ModelChoice
  /** Which account it will use where that is not the default one. For the next conversation only. */
  readonly profiles: ChosenProfiles
}

/** What the next conversation begins with, until it is there to keep that itself. */
export const useNewChatStore = create<NewChat>(() => ({ model: 'default', profiles: {} }))

export const chooseForNewChat = (model: ModelChoice): void => useNewChatStore.setState({ model })

/** Which account the next conversation uses at a server; null for the default one. */
export function chooseAccountForNewChat(serverId: ServerId, profile: ProfileId | null): void {
  useNewChatStore.setState(({ profiles: { [serverId]: _before, ...others } }) => ({
    profiles: profile === null ? others : { ...others, [serverId]: profile },
  }))
}

/** The new conversation is there: from now on it knows its accounts itself. @throws {AppError} and then they still wait */
export async function giveAccountsTo(conversationId: ConversationId): Promise<void> {
  const { profiles } = useNewChatStore.getState()
  for (const [server, profile] of Object.entries(profiles)) {
    // The keys are ids of servers: they were put in as such.
    await callHost('chat.chooseProfile', { conversationId, serverId: server as ServerId, profile })
  }
  useNewChatStore.setState({ profiles: {} })
}
