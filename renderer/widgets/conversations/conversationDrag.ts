import type { DragEvent } from 'react'
import { create } from 'zustand'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { useSelection } from './conversationSelection'

interface Drag {
  /** The conversation under the pointer. The selection goes with it, if it is part of it. */
  readonly conversation: ConversationSummary | undefined
  /** The folder or project that it is over, or "none". */
  readonly over: string | undefined
}

/** The conversation that is being dragged. What another window drags is no conversation: only this says so, not the data of the event. */
export const useDrag = create<Drag>(() => ({ conversation: undefined, over: undefined }))

export function startDrag(event: DragEvent, conversation: ConversationSummary): void {
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', conversation.title)
  useDrag.setState({ conversation })
}

export const endDrag = (): void => useDrag.setState({ conversation: undefined, over: undefined })

/** What goes along with the conversation under the pointer: all selected ones, if it is one of them. */
export function draggedConversations(
  conversation: ConversationSummary,
  listed: readonly ConversationSummary[],
): readonly ConversationSummary[] {
  const { ids } = useSelection.getState()
  return ids.has(conversation.id) ? listed.filter(({ id }) => ids.has(id)) : [conversation]
}
