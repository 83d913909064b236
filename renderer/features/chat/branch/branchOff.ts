import { create } from 'zustand'
import type { ConversationId, MessageId } from '../../../../shared/domain/ids'
import { callHost } from '../../../rpc/callHost'
import { showChat } from '../../../state/navigation'
import { showChatError } from '../chatErrors'

/** The conversation that the person branched off last. */
interface NewBranch {
  readonly conversationId: ConversationId
  readonly from: ConversationId
  /** Its last message when it was first shown. The next one makes it old news. */
  readonly last?: MessageId
}

export const useNewBranch = create<{ readonly branch: NewBranch | undefined }>(() => ({ branch: undefined }))

/** Notes the last message of the new branch, once it is on the screen. */
export const noteLastOfBranch = (last: MessageId): void =>
  useNewBranch.setState(({ branch }) => (branch ? { branch: { last, ...branch } } : {}))

/** Begins a conversation with everything up to a message, and shows it. What goes wrong is shown above the composer. */
export function branchOff(from: ConversationId, messageId: MessageId): void {
  callHost('chat.branch', { conversationId: from, messageId }).then(({ conversationId }) => {
    useNewBranch.setState({ branch: { conversationId, from } })
    showChat(conversationId)
  }, showChatError(from))
}

/** Shows the conversation that the new branch comes from. */
export function leaveBranch({ from }: NewBranch): void {
  useNewBranch.setState({ branch: undefined })
  showChat(from)
}
