import { create } from 'zustand'
import type { MessageId } from '../../../shared/domain/ids'

export interface Edit {
  readonly messageId: MessageId
  /** What the message says now. */
  readonly text: string
  /** How much is attached to it; that stays. */
  readonly attachments: number
}

/** The message that is being written again in the composer. */
export const useMessageEdit = create<{ readonly edit: Edit | undefined }>(() => ({ edit: undefined }))

export const startEdit = (edit: Edit): void => useMessageEdit.setState({ edit })
export const endEdit = (): void => useMessageEdit.setState({ edit: undefined })
