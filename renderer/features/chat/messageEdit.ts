import { create } from 'zustand'
import type { MessageId } from '../../../shared/domain/ids'

export interface Edit {
  readonly messageId: MessageId
  /** The current text of the message. */
  readonly text: string
  /** The number of attachments. The edit keeps them. */
  readonly attachments: number
}

/** The sent message that the person edits in the composer. */
export const useMessageEdit = create<{ readonly edit: Edit | undefined }>(() => ({ edit: undefined }))

export const startEdit = (edit: Edit): void => useMessageEdit.setState({ edit })
export const endEdit = (): void => useMessageEdit.setState({ edit: undefined })
