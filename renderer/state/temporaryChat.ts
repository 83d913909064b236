import { create } from 'zustand'
import type { ConversationId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { callHost } from '../rpc/callHost'
import { returnToChat, showChat } from './navigation'

/** What was typed before the field of the chat was there. */
export interface HeldText {
  /** The messages that the person has sent meanwhile, in their order. */
  readonly toSend: readonly string[]
  /** What stands in the field. */
  readonly text: string
}

interface TemporaryChatState {
  /** The one that is being begun: what is typed until its own field is there. Without an id, the host has not answered yet. */
  readonly beginning: (HeldText & { readonly conversationId?: ConversationId }) | undefined
  /** What was typed for one that could not be begun or opened. It is in the memory of the page alone. */
  readonly unsent: string | undefined
  /** Why the last one could not be begun, kept or closed. */
  readonly failed: AppError | undefined
  /** The person is asked whether it may go. */
  readonly closing: ConversationId | undefined
}

export const useTemporaryChat = create<TemporaryChatState>(() => ({
  beginning: undefined,
  unsent: undefined,
  failed: undefined,
  closing: undefined,
}))

/**
 * Begins a chat of which nothing is written, and shows it. The Chat view says why it could not. What was typed for one that could not be begun
 * goes into the field of this one. While one is being begun, shows that one.
 */
export const startTemporaryChat = (): void =>
  attempt(async () => {
    const { beginning: before, unsent } = useTemporaryChat.getState()
    if (before) return before.conversationId === undefined ? returnToChat() : showChat(before.conversationId)
    useTemporaryChat.setState({ beginning: { toSend: [], text: unsent ?? '' }, unsent: undefined })
    returnToChat()
    try {
      const { conversationId } = await callHost('chat.create', { temporary: true })
      useTemporaryChat.setState(({ beginning }) => ({ beginning: { ...(beginning ?? nothingHeld), conversationId } }))
      showChat(conversationId)
    } catch (thrown) {
      setHeldAside()
      returnToChat()
      throw thrown
    }
  })

/** Keeps what is typed before the chat is there. */
export const holdText = (text: string): void =>
  useTemporaryChat.setState(({ beginning }) => (beginning ? { beginning: { ...beginning, text } } : {}))

/** Marks what is typed as a message, which the chat sends as soon as it is there. What is typed from now on is the next one. */
export const sendOnceThere = (): void =>
  useTemporaryChat.setState(({ beginning }) =>
    beginning && beginning.text.trim() !== ''
      ? { beginning: { ...beginning, toSend: [...beginning.toSend, beginning.text.trim()], text: '' } }
      : {},
  )

/** Returns what was typed before this chat was there, until `takeHeld` has taken it. */
export function heldFor(id: ConversationId | undefined): HeldText {
  const { beginning } = useTemporaryChat.getState()
  return id !== undefined && beginning?.conversationId === id ? beginning : nothingHeld
}

/** The same, and ends the beginning: whoever takes it is the only one that has it. */
export function takeHeld(id: ConversationId | undefined): HeldText {
  const held = heldFor(id)
  if (held !== nothingHeld) useTemporaryChat.setState({ beginning: undefined })
  return held
}

const nothingHeld: HeldText = { toSend: [], text: '' }

/** Ends a beginning that leads to no chat, and keeps what was typed, so that the person can have it back. */
export const setHeldAside = (): void =>
  useTemporaryChat.setState(({ beginning, unsent = '' }) => {
    const texts = [unsent, ...(beginning?.toSend ?? []), beginning?.text ?? ''].filter((text) => text.trim() !== '')
    return { beginning: undefined, unsent: texts.length === 0 ? undefined : texts.join('\n\n') }
  })

export const changeUnsent = (unsent: string): void => useTemporaryChat.setState({ unsent })

export const forgetUnsent = (): void => useTemporaryChat.setState({ unsent: undefined })

/** Writes a temporary chat to disk. */
export const keepTemporaryChat = (conversationId: ConversationId): void =>
  attempt(async () => {
    await callHost('chat.keep', { conversationId })
    dismissClosing()
  })

/** Closes a temporary chat: at once if it is empty, otherwise the person is asked. */
export const askToCloseTemporaryChat = (conversationId: ConversationId): void =>
  attempt(async () => {
    const { conversation } = await callHost('chat.open', { conversationId })
    const isEmpty = conversation.messages.length === 0 && conversation.draft.trim() === '' && conversation.queue === undefined
    if (isEmpty) await close(conversationId)
    else useTemporaryChat.setState({ closing: conversationId })
  })

/** Closes a temporary chat with what is in it. */
export const closeTemporaryChat = (conversationId: ConversationId): void => attempt(() => close(conversationId))

export const dismissTemporaryFailure = (): void => useTemporaryChat.setState({ failed: undefined })

export const dismissClosing = (): void => useTemporaryChat.setState({ closing: undefined })

async function close(conversationId: ConversationId): Promise<void> {
  await callHost('chat.closeTemporary', { conversationId })
  dismissClosing()
  showChat()
}

function attempt(work: () => Promise<void>): void {
  useTemporaryChat.setState({ failed: undefined })
  work().catch((thrown: unknown) => useTemporaryChat.setState({ failed: AppError.from(thrown), closing: undefined }))
}
