import { create } from 'zustand'
import type { ConversationSummary } from '../../../shared/domain/chat'

/** The conversations that the person wants to move to a project. Empty while nobody asks. */
export const useMoveToProject = create<{ readonly conversations: readonly ConversationSummary[] }>(() => ({ conversations: [] }))

/** Opens the dialog that asks to which project conversations go. */
export const askForProject = (conversations: readonly ConversationSummary[]): void => useMoveToProject.setState({ conversations })
