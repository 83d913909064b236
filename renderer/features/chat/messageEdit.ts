import { create } from 'zustand'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { MessageId } from '../../../shared/domain/ids'
import { attachmentsOf, editableText } from './messageContent'

export interface Edit {
  readonly messageId: MessageId
  /** The text as it is typed now. */
  readonly text: string
  /** The number of attachments. The edit keeps them. */
  readonly attachments: number
}

/** The message that the person edits, in its place. It stays when they look at something else meanwhile. */
export const useMessageEdit = create<{ readonly edit: Edit | undefined }>(() => ({ edit: undefined }))

export const startEdit = (message: ChatMessage): void =>
  useMessageEdit.setState({ edit: { messageId: message.id, text: editableText(message), attachments: attachmentsOf(message).length } })
export const setEditText = (text: string): void => useMessageEdit.setState(({ edit }) => ({ edit: edit && { ...edit, text } }))
export const endEdit = (): void => useMessageEdit.setState({ edit: undefined })
