import { create } from 'zustand'
import type { ConversationSummary } from '../../../shared/domain/chat'

/** The conversations that the person wants to put in a folder. Empty while nobody asks. */
export const useMoveToFolder = create<{ readonly conversations: readonly ConversationSummary[] }>(() => ({ conversations: [] }))

/** Opens the dialog that asks into which folder conversations go. */
export const askForFolder = (conversations: readonly ConversationSummary[]): void => useMoveToFolder.setState({ conversations })
