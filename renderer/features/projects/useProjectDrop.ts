import type { DragEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ProjectId } from '../../../shared/domain/ids'
import { topicNow } from '../../rpc/useTopic'
import { draggedConversations, endDrag, useDrag } from '../../widgets/conversations/conversationDrag'
import { useProjectMove } from '../../widgets/conversations/useProjectMove'

/** Takes conversations that are dropped on a project. */
export function useProjectDrop(projectId: ProjectId) {
  const client = useQueryClient()
  const { moveInList } = useProjectMove()
  const isOver = useDrag(({ over }) => over === projectId)
  const events = {
    onDragOver: (event: DragEvent): void => {
      if (!useDrag.getState().conversation) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      useDrag.setState({ over: projectId })
    },
    onDragLeave: (): void => useDrag.setState({ over: undefined }),
    onDrop: (event: DragEvent): void => {
      const { conversation } = useDrag.getState()
      if (!conversation) return
      event.preventDefault()
      endDrag()
      moveInList(draggedConversations(conversation, topicNow(client, 'chat.conversations') ?? []), projectId)
    },
  }
  return { isOver, events }
}
