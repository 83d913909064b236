import { create } from 'zustand'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { MessageId } from '../../../shared/domain/ids'
import { hasHeapsOfMarks, limitCombiningMarks } from '../../../shared/lib/limitCombiningMarks'
import { attachmentsOf, editableText } from './messageContent'

export interface Edit {
  /** The text that it began with. */
  readonly begun: string
  /** The text as it is typed now. */
  readonly text: string
  /** The number of attachments. The edit keeps them. */
  readonly attachments: number
}

/** The messages that the person edits, each in its place. An edit stays when they look at something else meanwhile. */
export const useMessageEdits = create<{ readonly edits: ReadonlyMap<MessageId, Edit> }>(() => ({ edits: new Map() }))

/** Returns the edit of a message. Undefined if nobody edits it. */
export const useMessageEdit = (messageId: MessageId): Edit | undefined => useMessageEdits(({ edits }) => edits.get(messageId))

/** Begins to edit a message. What was typed in an edit of it that is open stays. */
export function startEdit(message: ChatMessage): void {
  if (useMessageEdits.getState().edits.has(message.id)) return
  // A field with the rest of them would hold the page up. The version that has them stays.
  const whole = editableText(message)
  const text = hasHeapsOfMarks(whole) ? limitCombiningMarks(whole) : whole
  setEdit(message.id, { begun: text, text, attachments: attachmentsOf(message).length })
}

export function setEditText(messageId: MessageId, text: string): void {
  const edit = useMessageEdits.getState().edits.get(messageId)
  if (edit) setEdit(messageId, { ...edit, text })
}

export function endEdit(messageId: MessageId): void {
  useMessageEdits.setState(({ edits }) => ({ edits: new Map([...edits].filter(([id]) => id !== messageId)) }))
}

function setEdit(messageId: MessageId, edit: Edit): void {
  useMessageEdits.setState(({ edits }) => ({ edits: new Map(edits).set(messageId, edit) }))
}
