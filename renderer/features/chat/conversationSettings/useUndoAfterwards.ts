import { useEffect, useRef } from 'react'
import type { ConversationId, UndoId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { offerUndo } from '../../../state/undoStore'
import { attempt } from '../../../widgets/conversations/conversationListActions'

/** What was given up for inherited values, and can be taken back. */
export interface GivenUp {
  readonly undoId: UndoId
  readonly conversationId: ConversationId
  readonly title: string
  /** Undefined: the defaults count. */
  readonly projectName: string | undefined
}

/** While the dialog is open it has an undo of its own; once it is gone, the bar offers that. */
export function useUndoAfterwards(givenUp: GivenUp | undefined): void {
  const latest = useRef(givenUp)
  useEffect(() => {
    latest.current = givenUp
  })
  useEffect(
    () => () => {
      if (!latest.current) return
      const { undoId, conversationId, title, projectName } = latest.current
      const of = { title: title || t('layout.newChat') }
      const sentence =
        projectName === undefined ? t('projects.inherited.defaults', of) : t('projects.inherited', { ...of, project: projectName })
      offerUndo(sentence, () => attempt(() => callHost('chat.restoreSettings', { conversationId, undoId })))
    },
    [],
  )
}
