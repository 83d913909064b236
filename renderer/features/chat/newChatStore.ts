import { create } from 'zustand'
import type { ModelChoice } from '../../../shared/domain/chat'

/** Which model the next conversation begins with, until it is there to keep that itself. */
export const useNewChatStore = create<{ readonly model: ModelChoice }>(() => ({ model: 'default' }))

export const chooseForNewChat = (model: ModelChoice): void => useNewChatStore.setState({ model })
