import { useEffect, useRef, type RefObject } from 'react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import type { ConversationFolderId } from '../../../shared/domain/ids'
import { isUuid } from '../../../shared/domain/idText'
import { draggedConversations, endDrag, useDrag } from '../../widgets/conversations/conversationDrag'

interface Dropped {
  readonly conversations: readonly ConversationSummary[]
  /** Null: out of their folder. */
  readonly folder: ConversationFolderId | null
}

/** Calls `onDrop` with conversations that were dropped on a line with `data-drop`: the id of a folder, or "none". */
export function useDrops(
  list: RefObject<HTMLElement | null>,
  listed: readonly ConversationSummary[],
  onDrop: (dropped: Dropped) => void,
): void {
  const latest = useRef({ listed, onDrop })
  useEffect(() => {
    latest.current = { listed, onDrop }
  }, [listed, onDrop])
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const end = endDrag
    const drop = (event: DragEvent): void => {
      const dropped = droppedBy(event, latest.current.listed)
      end()
      if (dropped) latest.current.onDrop(dropped)
    }
    element.addEventListener('dragover', follow)
    element.addEventListener('drop', drop)
    element.addEventListener('dragend', end)
    return () => {
      element.removeEventListener('dragover', follow)
      element.removeEventListener('drop', drop)
      element.removeEventListener('dragend', end)
    }
  }, [list])
}

/** Follows the pointer over the list. */
function follow(event: DragEvent): void {
  if (!useDrag.getState().conversation) return
  const over = placeOf(event)
  if (over !== undefined) {
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
  }
  if (over !== useDrag.getState().over) useDrag.setState({ over })
}

function droppedBy(event: DragEvent, listed: readonly ConversationSummary[]): Dropped | undefined {
  const { conversation } = useDrag.getState()
  const over = placeOf(event)
  if (!conversation || over === undefined) return undefined
  event.preventDefault()
  const dragged = draggedConversations(conversation, listed)
  const folder = isUuid<ConversationFolderId>(over) ? over : null
  const moved = dragged.filter((one) => (one.folder ?? null) !== folder)
  return moved.length === 0 ? undefined : { conversations: moved, folder }
}

function placeOf({ target }: DragEvent): string | undefined {
  return target instanceof Element ? (target.closest('[data-drop]')?.getAttribute('data-drop') ?? undefined) : undefined
}
