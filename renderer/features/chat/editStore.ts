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
export const useEditStore = create<{ readonly edit: Edit | undefined }>(() => ({ edit: undefined }))

export const startEdit = (edit: Edit): void => useEditStore.setState({ edit })
export const endEdit = (): void => useEditStore.setState({ edit: undefined })
